import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UsageError } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';

/** Maximum number of characters in a line: more than any row of a server has. */
const MAX_LINE_CHARACTERS = 2 ** 28;

/**
 * Yields the lines of a file of any length, decompressed if the file's name ends with `.gz`. Throws a `UsageError` if
 * the input can't be read.
 */
export async function* linesOf(file: string, longest = MAX_LINE_CHARACTERS): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const source = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => {}) : raw;
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  let number = 1;
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      const [first, ...others] = decoder.decode(chunk, { stream: true }).split('\n');
      rest.push(first);
      length += first.length;
      if (length > longest) throw new UsageError(`${file}: line ${number} is too long`);
      const last = others.pop();
      if (last === undefined) continue;
      yield rest.join('');
      yield* others;
      number += 1 + others.length;
      rest = [last];
      length = last.length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`cannot read ${file}: ${errorReason(error)}`);
    throw error;
  }
  if (length > 0) yield rest.join('');
}
