import type { PlayerImage } from '@ludus/runtime/image.ts';
import type { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';
import type { CylinderSettings } from '../rules/settings.ts';

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
const IMAGE_VERSION = 0x3144554c;
/** Codes of instructions: nine directions, and a shot. */
const LAST_CODE = 9;

/** `game`: the number by which a compiled player knows that it was built for another one. */
export function cylinderImage(game: number): PlayerImage<unknown, CylinderView, Instructions> {
  return {
    start: (_board, state, seat) => startImage(game, seat, state.settings),
    roundBytes: roundImageSize,
    writeRound: writeRoundImage,
    itemWords: 2,
    mostItems: ({ settings }) => settings.players * settings.unitsPerPlayer,
    take(words, at, move) {
      const code = words[at + 1];
      if (!Number.isInteger(words[at]) || !(code >= 0 && code <= LAST_CODE)) return false;
      move.push(words[at], code);
      return true;
    },
    when: (state) => `in round ${state.round}`,
  };
}

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

export const START_IMAGE_WORDS = 3 + SETTINGS.length;

/** What `startImage` wrote. */
export function readStartImage(words: Int32Array): { readonly seat: number; readonly settings: CylinderSettings } {
  if (words[0] !== IMAGE_VERSION) throw new Error('it was built for another version of the game');
  const settings = Object.fromEntries(SETTINGS.map((name, i) => [name, words[3 + i]]));
  return { seat: words[1], settings: settings as unknown as CylinderSettings };
}

function startImage(game: number, seat: number, settings: CylinderSettings): Uint8Array {
  const view = new DataView(new ArrayBuffer(12 + 4 * SETTINGS.length));
  view.setInt32(0, IMAGE_VERSION, true);
  view.setInt32(4, seat, true);
  view.setInt32(8, game, true);
  SETTINGS.forEach((name, i) => {
    view.setInt32(12 + 4 * i, settings[name], true);
  });
  return new Uint8Array(view.buffer);
}

/** The bytes of a round's image. */
function roundImageSize(state: CylinderView): number {
  const { players, rows, universeColumns, unitsPerPlayer } = state.settings;
  return 8 + 12 * players + 12 + 24 * players * unitsPerPlayer + 16 * state.missileCount + rows * universeColumns;
}

/**
 * Writes a round's image at `offset` of a buffer that has the room. `left`: the share (0 … 1) of the budget left, 2 where
 * nothing is counted.
 */
function writeRoundImage(
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
