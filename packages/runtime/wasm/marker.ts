import { ByteWriter } from './bytes.ts';
import { SECTION } from './module.ts';

/** The marker of a compiled player: `RegisterPlayer` stores it in the program as text. */
export interface Marker {
  readonly game: string;
  /** The name under which the player registers, as in replays. */
  readonly name: string;
}

const BEGINNING = 'ludus-player:';
const BEGINNING_BYTES = [...new TextEncoder().encode(BEGINNING)];
/** The most bytes of a marker: its beginning, two names of 64 letters, a colon, and a semicolon. */
const MOST_BYTES = BEGINNING.length + 2 * 64 + 2;

/** Finds the marker in a program without running it. */
export function readMarker(program: Uint8Array): Marker | undefined {
  const decoder = new TextDecoder();
  const colon = ':'.charCodeAt(0);
  // Decoding a whole program takes ten times as long, and few bytes of a program are colons. The beginning of a marker
  // has only one colon, so others that are near a colon can be skipped.
  for (let at = program.indexOf(colon); at >= 0; at = program.indexOf(colon, at + BEGINNING.length)) {
    const from = at + 1 - BEGINNING.length;
    if (BEGINNING_BYTES.some((byte, i) => program[from + i] !== byte)) continue;
    const text = decoder.decode(program.subarray(from, from + MOST_BYTES));
    const found = /^ludus-player:(\w{1,64}):(\w{1,64});/.exec(text);
    if (found) return { game: found[1], name: found[2] };
  }
  return undefined;
}

/** The module with a marker in a section that contains nothing else. */
export function withMarker(module: Uint8Array, { game, name }: Marker): Uint8Array<ArrayBuffer> {
  const section = new ByteWriter().text('ludus-player').text(`ludus-player:${game}:${name};`).result();
  const out = new ByteWriter(module.length + section.length + 8).bytes(module).byte(SECTION.custom);
  return out.u32(section.length).bytes(section).result();
}
