import type { FollowMatch } from '../../process/host-lines.ts';
import { ENDED, FAILED, HEAD_BYTES, MAX_BYTES, TOO_LONG, WRITTEN } from './answer-bytes.ts';
import './arrays.ts';
import type { Guest } from './guest.ts';
import './world.ts';

/**
 * The player's side of a game whose players use the line protocol. The function that speaks for a module in a separate
 * process (`follow`) also speaks for it here. After `play` has returned, the engine runs the code that waits for lines.
 * The engine then reads the buffer that `play` returned.
 */
export function guestOfLines(follow: FollowMatch): Guest {
  const bytes = new Uint8Array(HEAD_BYTES + MAX_BYTES);
  let code: unknown;
  let length = 0;
  const lines: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;

  const put = (text: string): void => {
    for (let at = 0; at < text.length && length < MAX_BYTES; at++) bytes[HEAD_BYTES + length++] = text.charCodeAt(at);
    new DataView(bytes.buffer).setUint32(1, length);
  };
  const say = (text: string): void => {
    if (length + text.length > MAX_BYTES) bytes[0] = TOO_LONG;
    put(text);
  };
  const fail = (thrown: unknown): void => {
    const error = thrown instanceof Error && 'cause' in thrown ? thrown.cause : thrown;
    begin(FAILED);
    put(error instanceof Error ? `${error.name}: ${error.message.replace(/\n/g, ' ')}\n${error.stack}` : String(error));
  };
  function begin(kind: number): void {
    bytes[0] = kind;
    length = 0;
    put('');
  }
  const next = (): Promise<string | undefined> =>
    new Promise((resolve) => {
      const line = lines.shift();
      if (line === undefined) waiting = resolve;
      else resolve(line);
    });
  const hear = (buffer: ArrayBuffer, size: number): void => {
    let text = '';
    const piece = 8192;
    for (let at = 0; at < size; at += piece)
      text += String.fromCharCode(...new Uint8Array(buffer, at, Math.min(piece, size - at)));
    lines.push(...text.split('\n').slice(0, -1));
    const resolve = waiting;
    if (resolve === undefined || lines.length === 0) return;
    waiting = undefined;
    resolve(lines.shift());
  };
  return {
    open(module) {
      if (module.default === undefined) throw new TypeError('it has no default export that is a bot');
      code = module.default;
    },
    start(buffer, size) {
      (globalThis as { process?: unknown }).process ??= { env: {} };
      begin(WRITTEN);
      follow(code, next, say).then(() => begin(ENDED), fail);
      hear(buffer, size);
    },
    play(buffer, size) {
      // If the player has ended or failed, the answer already says so.
      if (bytes[0] !== FAILED && bytes[0] !== ENDED) begin(WRITTEN);
      hear(buffer, size);
      return bytes.buffer;
    },
  };
}
