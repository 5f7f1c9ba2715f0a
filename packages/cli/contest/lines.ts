import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UsageError } from '@ludus/shell/exit.ts';
import { why } from '@ludus/shell/files.ts';

/** The lines of a file, however long it is, unpacked where its name ends with `.gz`. What cannot be read is a `UsageError`. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const source = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => {}) : raw;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`cannot read ${file}: ${why(error)}`);
    throw error;
  }
  if (rest !== '') yield rest;
}
