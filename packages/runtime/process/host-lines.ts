import type { Readable } from 'node:stream';

/** Reads the lines of a stream one by one, without line endings; undefined at the end of the stream. */
export type LineReader = () => Promise<string | undefined>;

/**
 * Plays a match for a module's default export by speaking the protocol for it: reads with `next`, answers with `say`.
 * Each game whose players can be modules has a function of this type, exported as `follow`.
 */
export type FollowMatch = (code: unknown, next: LineReader, say: (text: string) => void) => Promise<void>;

export function linesOf(stream: Readable): LineReader {
  const chunks = stream.setEncoding('latin1')[Symbol.asyncIterator]();
  let buffer = '';
  let at = 0;
  return async () => {
    let end = buffer.indexOf('\n', at);
    while (end < 0) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      buffer = buffer.slice(at) + value;
      at = 0;
      end = buffer.indexOf('\n');
    }
    const line = buffer.slice(at, end);
    at = end + 1;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
}
