import type { CylinderSettings, CylinderView } from '../rules/board.ts';
import type { Instructions } from '../rules/instructions.ts';

/**
 * Images: how compiled players get to see the board (../sdk/cpp/runtime/host.hh reads them). All numbers are
 * little-endian; `i` stands for 32 bits, `f` for a double.
 *
 * Start: i version, i seat, i game (0 Mad Max, 1 Star War), i × 15 the settings in the order of `SETTINGS`.
 * Round: f share of the budget left (2: not counted), f × players status, i round, i generator, i missiles, i × players score,
 *        units × (i row, column, missiles, gas, alive, time), missiles × (i id, owner, row, column), rows·columns bytes of
 *        what the cells hold besides units and missiles (the numbers of cylinder/board.ts).
 * Answer: i generator, i instructions, instructions × (i unit, i code).
 */
export const IMAGE_VERSION = 0x3144554c;

export const GAME_NUMBERS: Readonly<Record<string, number>> = { madmax: 0, starwar: 1 };

const SETTINGS: readonly (keyof CylinderSettings)[] = [
  'players',
  'rounds',
  'rows',
  'universeColumns',
  'windowColumns',
  'unitsPerPlayer',
  'roundsToRegenerate',
  'missileBonuses',
  'gasBonuses',
  'pointBonuses',
  'bonusMissiles',
  'bonusGas',
  'bonusPoints',
  'killPoints',
  'initialGas',
];

export function startImage(game: string, seat: number, settings: CylinderSettings): Uint8Array {
  const view = new DataView(new ArrayBuffer(12 + 4 * SETTINGS.length));
  view.setInt32(0, IMAGE_VERSION, true);
  view.setInt32(4, seat, true);
  view.setInt32(8, GAME_NUMBERS[game], true);
  SETTINGS.forEach((name, i) => {
    view.setInt32(12 + 4 * i, settings[name], true);
  });
  return new Uint8Array(view.buffer);
}

/** The bytes of a round's image. */
export function roundImageSize(state: CylinderView): number {
  const { players, rows, universeColumns, unitsPerPlayer } = state.settings;
  return 8 + 12 * players + 12 + 24 * players * unitsPerPlayer + 16 * state.missileCount + rows * universeColumns;
}

/**
 * Writes a round's image at `offset` of a buffer that has the room. `left`: the share (0 … 1) of the budget left, 2 where
 * nothing is counted.
 */
export function writeRoundImage(
  bytes: Uint8Array,
  offset: number,
  state: CylinderView,
  generator: number,
  left: number,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  const { players, rows, universeColumns, unitsPerPlayer } = state.settings;
  let at = 0;
  const number = (value: number): void => {
    view.setInt32(at, value, true);
    at += 4;
  };
  const real = (value: number): void => {
    view.setFloat64(at, value, true);
    at += 8;
  };
  real(left);
  for (let player = 0; player < players; player++) real(state.status(player));
  number(state.round);
  number(generator);
  number(state.missileCount);
  for (let player = 0; player < players; player++) number(state.score(player));
  for (let unit = 0; unit < players * unitsPerPlayer; unit++) {
    number(state.unitRow(unit));
    number(state.unitColumn(unit));
    number(state.unitMissiles(unit));
    number(state.unitGas(unit));
    number(state.unitAlive(unit) ? 1 : 0);
    number(state.unitTime(unit));
  }
  for (let index = 0; index < state.missileCount; index++) {
    number(state.missileId(index));
    number(state.missileOwner(index));
    number(state.missileRow(index));
    number(state.missileColumn(index));
  }
  let cell = offset + at;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < universeColumns; column++) bytes[cell++] = state.contentAt(row, column);
  }
}

/** Reads an answer into an empty move; gives the generator's state, or undefined where the numbers are no answer. */
export function readAnswer(words: ArrayLike<number>, move: Instructions): number | undefined {
  const [generator, count] = [words[0], words[1]];
  if (!(generator >= 1 && generator <= 2147483646) || words.length !== 2 + 2 * count) return undefined;
  for (let at = 2; at < words.length; at += 2) {
    const code = words[at + 1];
    if (!Number.isInteger(words[at]) || !(code >= 0 && code <= 9)) return undefined;
    move.push(words[at], code);
  }
  return generator;
}

/** The words of an answer in a player's memory; undefined where they cannot be there. `most`: instructions. */
export function answerWords(memory: ArrayBufferLike, offset: number, most: number): Int32Array | undefined {
  if (offset % 4 !== 0 || offset + 8 > memory.byteLength) return undefined;
  const count = new Int32Array(memory, offset, 2)[1];
  if (count < 0 || count > most || offset + 8 + 8 * count > memory.byteLength) return undefined;
  return new Int32Array(memory, offset, 2 + 2 * count);
}
