/** The part of a simulator that determines the size of an action in bytes: the number of different actions. */
interface NamedActions {
  readonly actionNames: readonly string[];
}

/** Actions of units, one number each: bytes in a game with up to 255 actions, 16-bit numbers in a game with more. */
export type Actions = Uint8Array | Uint16Array;

/** Maximum number of a game's actions if each action takes one byte, and if each takes two bytes. */
const MAX_NARROW = 255;
export const MAX_ACTIONS = 65_535;

const isWide = ({ actionNames }: NamedActions): boolean => actionNames.length > MAX_NARROW;

/** Returns `length` actions, all 0, in the number type that the game's actions need. */
export function newActions(simulator: NamedActions, length: number): Actions {
  return isWide(simulator) ? new Uint16Array(length) : new Uint8Array(length);
}

/** The size of an action in bytes. */
export const actionBytes = (simulator: NamedActions): number => (isWide(simulator) ? 2 : 1);

/** Reads actions from bytes (little-endian). The bytes aren't copied if an action takes one byte. */
export function actionsIn(simulator: NamedActions, bytes: Uint8Array): Actions {
  if (!isWide(simulator)) return bytes;
  const copy = bytes.slice();
  return new Uint16Array(copy.buffer, 0, copy.length >> 1);
}

/** A view of the actions as bytes, in the same memory. */
export function bytesOf(actions: Actions): Uint8Array {
  return actions instanceof Uint8Array
    ? actions
    : new Uint8Array(actions.buffer, actions.byteOffset, actions.byteLength);
}
