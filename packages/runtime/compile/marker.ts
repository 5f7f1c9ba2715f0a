/** What a compiled player says of itself: `RegisterPlayer` leaves it in the program as text. */
export interface Marker {
  readonly game: string;
  /** The name that the player registers, as replays show it. */
  readonly name: string;
}

/** Finds the marker in a program without running it. */
export function readMarker(program: Uint8Array): Marker | undefined {
  // The marker is ASCII, and UTF-8 is what engines decode fastest; what is none is replaced.
  const text = new TextDecoder().decode(program);
  const found = /ludus-player:(\w{1,64}):(\w{1,64});/.exec(text);
  return found ? { game: found[1], name: found[2] } : undefined;
}
