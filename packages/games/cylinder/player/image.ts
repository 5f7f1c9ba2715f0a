import type { PlayerImage } from '@ludus/runtime/parts.ts';
import type { CylinderSettings } from '../rules/dialect.ts';
import type { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';
import { writeContents } from './contents-cache.ts';

/**
 * Images: how compiled players receive the board (../sdk/cpp/runtime/host.hh reads them). All numbers are
 * little-endian; `i` is 32 bits, `f` a double.
 *
 * - Start: i version, i seat, i game (0 Mad Max, 1 Star War), i × 15 the settings in the order of `SETTINGS`.
 * - Round: f share of the budget left (2: not counted), f × players status, i round, i generator, i missiles, i ×
 *   players score. Then units × (i row, column, missiles, gas, alive, time) and missiles × (i id, owner, row, column).
 *   Then rows·columns bytes of the cells' contents apart from units and missiles (the numbers of
 *   ../rules/position-view.ts).
 * - Answer: i generator, i instructions, instructions × (i unit, i code).
 */
const IMAGE_VERSION = 0x3144554c;
/** Codes of instructions: nine directions, and a shot. */
const LAST_CODE = 9;

/** `game`: the number with which a compiled player detects that it was built for another game. */
export function cylinderImage(game: number): PlayerImage<unknown, CylinderView, Instructions> {
  return {
    start: (_board, state, seat) => startImage(game, seat, state.settings),
    roundBytes: roundImageSize,
    writeRound: writeRoundImage,
    generatorAt: ({ settings }) => generatorAt(settings.players),
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

/** Reads the output of `startImage`. */
export function readStartImage(words: Int32Array): { readonly seat: number; readonly settings: CylinderSettings } {
  if (words[0] !== IMAGE_VERSION) throw new Error('it was built for a different version of the game');
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

/** Size of a round's image, in bytes. */
function roundImageSize(state: CylinderView): number {
  const { players, rows, universeColumns, unitsPerPlayer } = state.settings;
  return 8 + 12 * players + 12 + 24 * players * unitsPerPlayer + 16 * state.missileCount + rows * universeColumns;
}

const generatorAt = (players: number): number => 8 + 8 * players + 4;

/**
 * Writes a round's image at `offset` into a sufficiently large buffer. `left`: the share (0 to 1) of the budget that is
 * left, or 2 if nothing is counted.
 */
function writeRoundImage(
  bytes: Uint8Array,
  offset: number,
  state: CylinderView,
  generator: number,
  left: number,
): void {
  const view = viewOf(bytes.buffer);
  const { players, unitsPerPlayer } = state.settings;
  const units = players * unitsPerPlayer;
  const { missileCount } = state;
  let at = bytes.byteOffset + offset;
  view.setFloat64(at, left, true);
  at += 8;
  for (let player = 0; player < players; player++, at += 8) view.setFloat64(at, state.status(player), true);
  view.setInt32(at, state.round, true);
  view.setInt32(at + 4, generator, true);
  view.setInt32(at + 8, missileCount, true);
  at += 12;
  for (let player = 0; player < players; player++, at += 4) view.setInt32(at, state.score(player), true);
  for (let unit = 0; unit < units; unit++, at += 24) {
    view.setInt32(at, state.unitRow(unit), true);
    view.setInt32(at + 4, state.unitColumn(unit), true);
    view.setInt32(at + 8, state.unitMissiles(unit), true);
    view.setInt32(at + 12, state.unitGas(unit), true);
    view.setInt32(at + 16, state.unitAlive(unit) ? 1 : 0, true);
    view.setInt32(at + 20, state.unitTime(unit), true);
  }
  for (let index = 0; index < missileCount; index++, at += 16) {
    view.setInt32(at, state.missileId(index), true);
    view.setInt32(at + 4, state.missileOwner(index), true);
    view.setInt32(at + 8, state.missileRow(index), true);
    view.setInt32(at + 12, state.missileColumn(index), true);
  }
  writeContents(state, bytes, at - bytes.byteOffset);
}

/** Views are cached, because it takes as long to create a view as to write half an image. */
const views = new WeakMap<ArrayBufferLike, DataView>();

function viewOf(buffer: ArrayBufferLike): DataView {
  let view = views.get(buffer);
  if (view === undefined) {
    view = new DataView(buffer);
    views.set(buffer, view);
  }
  return view;
}
