/** A simulator, whose number of actions decides how wide an action is. */
interface Named {
  readonly actionNames: readonly string[];
}

/** Actions of units, one number each: bytes in a game with up to 255 actions, numbers of 16 bits in one with more. */
export type Actions = Uint8Array | Uint16Array;

/** Largest action in a byte, and in 16 bits. */
const MAX_NARROW = 255;
export const MAX_ACTIONS = 65_535;

const isWide = ({ actionNames }: Named): boolean => actionNames.length > MAX_NARROW;

/** Returns `length` actions, all 0, in the numbers that the game's actions need. */
export function newActions(simulator: Named, length: number): Actions {
  return isWide(simulator) ? new Uint16Array(length) : new Uint8Array(length);
}

/** How many bytes an action has. */
export const actionBytes = (simulator: Named): number => (isWide(simulator) ? 2 : 1);

/** Reads actions from bytes (little-endian); where an action is a byte, without a copy. */
export function actionsIn(simulator: Named, bytes: Uint8Array): Actions {
  if (!isWide(simulator)) return bytes;
  const copy = bytes.slice();
  return new Uint16Array(copy.buffer, 0, copy.length >> 1);
}

/** The same memory as bytes. */
export function bytesOf(actions: Actions): Uint8Array {
  return actions instanceof Uint8Array
    ? actions
    : new Uint8Array(actions.buffer, actions.byteOffset, actions.byteLength);
}
