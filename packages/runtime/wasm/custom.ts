import { concatBytes } from '@ludus/kernel/bytes.ts';
import { ByteReader } from './bytes.ts';
import { SECTION } from './module.ts';

const HEAD_BYTES = 8;

/** The contents of a module's custom sections, by name. */
export function customSections(module: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  each(module, (id, part) => {
    if (id === SECTION.custom) found.set(part.text(), module.subarray(part.at, part.end));
  });
  return found;
}

/** The start of a section's contents; undefined if there is none. */
export function sectionStart(module: Uint8Array, wanted: number): number | undefined {
  let start: number | undefined;
  each(module, (id, part) => {
    if (id === wanted) start = part.at;
  });
  return start;
}

/**
 * The module without its custom sections. The result is identical, byte for byte, to the output of a linker that strips
 * everything.
 */
export function stripped(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [module.subarray(0, HEAD_BYTES)];
  each(module, (id, part, start) => {
    if (id !== SECTION.custom) kept.push(module.subarray(start, part.end));
  });
  return concatBytes(kept);
}

function each(module: Uint8Array, see: (id: number, part: ByteReader, start: number) => void): void {
  const reader = new ByteReader(module, HEAD_BYTES);
  while (!reader.done) {
    const start = reader.at;
    const id = reader.byte();
    see(id, reader.part(reader.u32()), start);
  }
}
