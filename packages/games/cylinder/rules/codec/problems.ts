import { incompleteReplay } from '@ludus/game/replay.ts';
import type { Sentences } from '@ludus/kernel/result.ts';
import type { TokenReader } from '@ludus/kernel/token-reader.ts';
import { SETTING_NAMES, type SettingName } from '../dialect.ts';

const outOfRange = (name: SettingName, min: number, max: number, found: string) =>
  `${name} must be ${min === max ? min : `from ${min} to ${max}`}, found ${found}`;

const SETTING_PROBLEMS = Object.fromEntries(SETTING_NAMES.map((name) => [`board/${name}`, outOfRange])) as Record<
  `board/${SettingName}`,
  typeof outOfRange
>;

/** The errors that board files and replays can contain. `one` is `car` or `starship`. */
export const CYLINDER_PROBLEMS = {
  ...SETTING_PROBLEMS,
  'board/foreign': (header: string, found: string) => `expected ${header}, found ${found}`,
  'board/number': (what: string, min: number, max: number, found: string) =>
    `${what} must be from ${min} to ${max}, found ${found}`,
  'board/ids': (what: string, expected: number, found: string) =>
    `${what} ids count from 0: expected ${expected}, found ${found}`,
  'board/status': (found: string) => `status must be -1 or from 0 to 1, found ${found}`,
  'board/size': (cells: number, rows: number, columns: number) =>
    `a universe has at most ${cells} cells, found ${rows} rows of ${columns}`,
  'board/label': (row: number, found: string) => `expected the label of row ${row}, found ${found}`,
  'board/row': (row: number, columns: number, found: number) => `row ${row} must have ${columns} cells, found ${found}`,
  'board/cell': (row: number, column: number, symbols: readonly string[], found: string) =>
    `column ${column} of row ${row} must be one of ${symbols.join(' ')}, found ${found}`,
  'board/obstacle': (one: string, id: number, row: number, column: number) =>
    `${one} ${id} must not be on an obstacle, found one at row ${row}, column ${column}`,
  'board/alive': (found: string) => `alive must be y or n, found ${found}`,
  'board/occupied': (one: string, id: number, found: string) =>
    `living ${one} ${id} must be on an empty cell, found ${found} there`,
  'board/time': (one: string, id: number, found: string) => `the time of living ${one} ${id} must be 0, found ${found}`,
  'board/missileId': (id: number) => `each missile must have a different id, found ${id} twice`,
  'board/missileCell': (id: number, found: string) => `missile ${id} must start on an empty cell, found ${found} there`,
  'board/end': (found: string) => `expected the end of the board, found ${found}`,
  'replay/secgame': (found: string) => `secgame must be 0 or 1, found ${found}`,
  'replay/seed': (found: string) => `seed must be a 32-bit whole number, found ${found}`,
  /** `why` is the result of `nameProblem`. */
  'replay/name': (why: string) => why,
  'replay/player': (player: number, found: string) => `expected player ${player}, found ${found}`,
  'replay/unit': (player: number, first: number, last: number, found: string) =>
    `player ${player} has the units ${first} to ${last}, found ${found}`,
  'replay/second': (unit: number) => `a second instruction for unit ${unit}`,
  'replay/instruction': (found: string) => `expected m or s, found ${found}`,
  'replay/direction': (found: string) => `unknown direction ${found}`,
  'replay/status': (player: number, before: number, now: number) =>
    `the status of player ${player} must not go from ${before} to ${now}`,
  'replay/frozen': (player: number) => `player ${player} is frozen but has instructions`,
  'replay/round': (expected: number, found: number) =>
    `expected the board of round ${expected}, found the board of round ${found}`,
  'replay/truncated': (round: number, rounds: number) => incompleteReplay(`after round ${round} of ${rounds}`),
} satisfies Sentences;

/** A reader of board files and replays. */
export type CylinderReader = TokenReader<typeof CYLINDER_PROBLEMS>;
