import { ByteWriter } from './bytes.ts';
import { SECTION } from './module.ts';

/** The marker of a compiled player: `RegisterPlayer` stores it in the program as text. */
export interface Marker {
  readonly game: string;
  /** The name under which the player registers, as in replays. */
  readonly name: string;
}

/** Finds the marker in a program without running it. */
export function readMarker(program: Uint8Array): Marker | undefined {
  // The marker is ASCII, and is decoded as UTF-8, because engines decode UTF-8 fastest. Invalid bytes are replaced.
  const text = new TextDecoder().decode(program);
  const found = /ludus-player:(\w{1,64}):(\w{1,64});/.exec(text);
  return found ? { game: found[1], name: found[2] } : undefined;
}

/** The module with a marker in a section that contains nothing else. */
export function withMarker(module: Uint8Array, { game, name }: Marker): Uint8Array<ArrayBuffer> {
  const section = new ByteWriter().text('ludus-player').text(`ludus-player:${game}:${name};`).result();
  const out = new ByteWriter(module.length + section.length + 8).bytes(module).byte(SECTION.custom);
  return out.u32(section.length).bytes(section).result();
}
