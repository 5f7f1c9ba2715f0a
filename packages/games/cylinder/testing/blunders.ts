import { PlayerFault } from '@ludus/game/player-runner.ts';
import type { Blunder } from '../../conformance/blunder.ts';
import type { AnalysisWords } from '../analysis.ts';
import { DEFAULT, DIRECTIONS, SHOOT } from '../rules/directions.ts';
import type { Instructions } from '../rules/instructions.ts';
import { GAS_BONUS, MISSILE_BONUS, OBSTACLE, POINT_BONUS } from '../rules/position-view.ts';
import type { CylinderState } from '../rules/state.ts';

type CylinderBlunder = Blunder<CylinderState, Instructions>;

const usual = { base: 'Squire', others: ['Dummy', 'Magpie', 'Dummy'] };

/** Changes each instruction of a move to a different code, or removes it (−1). */
function recode(move: Instructions, change: (unit: number, code: number) => number): void {
  const pairs = Array.from({ length: move.length }, (_, n) => [move.unit(n), move.code(n)]);
  move.clear();
  for (const [unit, code] of pairs) {
    const now = change(unit, code);
    if (now >= 0) move.push(unit, now);
  }
}

function living(state: CylinderState, seat: number): number[] {
  const { unitsPerPlayer } = state.settings;
  return Array.from({ length: unitsPerPlayer }, (_, n) => seat * unitsPerPlayer + n).filter((unit) =>
    state.unitAlive(unit),
  );
}

/** Gives each living unit the code that `choose` returns, if any, and keeps the instructions of the other units. */
function order(
  move: Instructions,
  state: CylinderState,
  seat: number,
  choose: (unit: number) => number | undefined,
): void {
  const codes = new Map<number, number>();
  for (let n = 0; n < move.length; n++) if (!codes.has(move.unit(n))) codes.set(move.unit(n), move.code(n));
  for (const unit of living(state, seat)) {
    const code = choose(unit);
    if (code !== undefined) codes.set(unit, code);
  }
  move.clear();
  for (const [unit, code] of codes) move.push(unit, code);
}

const isInside = (state: CylinderState, row: number): boolean => row >= 0 && row < state.settings.rows;

/** Whether the target, or a cell that the move passes on its way, has a certain content. */
function meets(state: CylinderState, unit: number, code: number, content: number): boolean {
  const way = DIRECTIONS[code];
  if (way === undefined) return false;
  const [row, column] = [state.unitRow(unit), state.unitColumn(unit)];
  for (let right = 0; right <= way.column; right++)
    for (const down of new Set([0, way.row]))
      if (isInside(state, row + down) && state.contentAt(row + down, column + right) === content) return true;
  return false;
}

/** Takes a different path if the move would collect this content. */
function avoid(move: Instructions, state: CylinderState, seat: number, content: number): void {
  order(move, state, seat, (unit) => {
    let own = DEFAULT;
    for (let n = move.length - 1; n >= 0; n--) if (move.unit(n) === unit) own = move.code(n);
    if (!meets(state, unit, own, content)) return undefined;
    const others = [4, 1, 0, 2, 3, 5].filter(
      (code) =>
        !meets(state, unit, code, content) &&
        !meets(state, unit, code, OBSTACLE) &&
        isInside(state, state.unitRow(unit) + DIRECTIONS[code].row),
    );
    return others[0];
  });
}

/** The code of a direction whose target has a certain content. */
function towards(
  state: CylinderState,
  unit: number,
  isWanted: (row: number, column: number) => boolean,
): number | undefined {
  const found = DIRECTIONS.findIndex(({ row, column }) => {
    const [toRow, toColumn] = [state.unitRow(unit) + row, state.unitColumn(unit) + column];
    return (row !== 0 || column !== 0) && isInside(state, toRow) && isWanted(toRow, toColumn);
  });
  return found < 0 ? undefined : found;
}

/** Planted weaknesses that the two games share. */
export function sharedBlunders({ unit, obstacle, prize }: AnalysisWords) {
  const words = (text: string) => new RegExp(text, 'i');
  return {
    stopsShooting: {
      ...usual,
      id: 'stops-shooting',
      says: /shoot|shot a|shot after/i,
      spoil: (move, _state, _seat, round) => recode(move, (_, code) => (round >= 60 && code === SHOOT ? -1 : code)),
    },
    neverShoots: {
      ...usual,
      id: 'never-shoots',
      says: /never shot|shoot/i,
      spoil: (move) => recode(move, (_, code) => (code === SHOOT ? -1 : code)),
    },
    spendsMissiles: {
      ...usual,
      id: 'spends-missiles',
      says: /no target|shots? at/i,
      spoil: (move, state, seat) =>
        order(move, state, seat, (each) => (state.unitMissiles(each) > 0 ? SHOOT : undefined)),
    },
    idleUnit: {
      ...usual,
      id: 'idle-unit',
      says: words(`left ${unit} \\d+ without orders`),
      spoil: (move, state, seat) =>
        recode(move, (each, code) => (each % state.settings.unitsPerPlayer === 1 && each >= seat ? -1 : code)),
    },
    falls: {
      ...usual,
      id: 'falls-silent',
      says: /did nothing/i,
      spoil: (move, _state, _seat, round) => recode(move, (_, code) => (round >= 100 ? -1 : code)),
    },
    hitsObstacles: {
      ...usual,
      id: 'hits-obstacles',
      says: words(`to (an? )?${obstacle}`),
      spoil: (move, state, seat, round) => {
        if (round < 50) return;
        order(move, state, seat, (each) =>
          towards(state, each, (row, column) => state.contentAt(row, column) === OBSTACLE),
        );
      },
    },
    ignoresPrizes: {
      ...usual,
      id: 'ignores-prizes',
      says: words(`collect(ed|ing)? ${prize}`),
      spoil: (move, state, seat) => avoid(move, state, seat, POINT_BONUS),
    },
    ignoresGas: {
      ...usual,
      id: 'ignores-gas',
      says: /gas/i,
      spoil: (move, state, seat) => avoid(move, state, seat, GAS_BONUS),
    },
    ignoresMissiles: {
      ...usual,
      id: 'ignores-missiles',
      says: /collect(ed|ing)? missiles/i,
      spoil: (move, state, seat) => avoid(move, state, seat, MISSILE_BONUS),
    },
    neverSlows: {
      ...usual,
      id: 'never-retreats',
      says: /slow/i,
      spoil: (move) => recode(move, (_, code) => (code >= 3 && code <= 5 ? code - 3 : code)),
    },
    rams: {
      ...usual,
      id: 'rams',
      says: /running into|ramm/i,
      spoil: (move, state, seat) =>
        order(move, state, seat, (each) =>
          towards(state, each, (row, column) => {
            const other = state.unitAt(row, column);
            return other >= 0 && state.playerOf(other) !== seat;
          }),
        ),
    },
    crashes: {
      ...usual,
      id: 'crashes',
      says: /disqualified|crash/i,
      spoil: (_move, _state, _seat, round) => {
        if (round === 120) throw new PlayerFault('crash', 'Blunderer threw in round 120');
      },
    },
    outOfWindow: {
      ...usual,
      id: 'illegal-orders',
      says: /orders that the rules|ignored/i,
      spoil: (move, _state, _seat, round) => recode(move, (_, code) => (round % 2 === 0 ? 40 : code)),
    },
  } satisfies Record<string, CylinderBlunder>;
}
