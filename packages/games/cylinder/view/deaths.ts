import { DEFAULT, PATHS, SHOOT } from '../rules/directions.ts';
import { type CylinderView, OBSTACLE } from '../rules/position-view.ts';
import { type CylinderFrame, seatOf, unitCount } from './diff.ts';

/** The cause of a unit's death; `lost` if the two boards don't show it. */
export type DeathCause = 'shot' | 'obstacle' | 'crash' | 'gas' | 'lost';

export interface Death {
  readonly unit: number;
  readonly cause: DeathCause;
  /** The unit that shot the missile, or that the unit collided with; −1 if there is none. */
  readonly by: number;
  /** The cell in which the unit died, in rows and columns of the universe. */
  readonly row: number;
  readonly column: number;
}

interface Missile {
  readonly owner: number;
  readonly row: number;
  /** The column of the missile before its flight. */
  readonly column: number;
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Everything that is known about a round. */
interface Round {
  readonly a: CylinderView;
  readonly b: CylinderView;
  readonly codes: ReadonlyMap<number, number>;
  readonly missiles: readonly Missile[];
  readonly dead: readonly number[];
  /** The seats whose score grew by at least the points for a kill; undefined if kills don't score. */
  readonly scorers: ReadonlySet<number> | undefined;
}

/**
 * The units that died between a round and the next, with the cause as far as the boards and the moves show it
 * (docs/cylinder.md §5).
 */
export function deathsBetween(from: CylinderFrame, to: CylinderFrame): Death[] {
  const [a, b] = [from.view, to.view];
  if (b.round !== a.round + 1) return [];
  const { players, killPoints } = a.settings;
  const dead = [...Array(unitCount(from)).keys()].filter((unit) => a.unitAlive(unit) && !b.unitAlive(unit));
  if (dead.length === 0) return [];
  const missiles = Array.from({ length: a.missileCount }, (_, n) => ({
    owner: a.missileOwner(n),
    row: a.missileRow(n),
    column: a.missileColumn(n),
  }));
  const scorers = [...Array(players).keys()].filter((seat) => b.score(seat) - a.score(seat) >= killPoints);
  const codes = codesOf(from);
  const round: Round = { a, b, codes, missiles, dead, scorers: killPoints > 0 ? new Set(scorers) : undefined };
  return dead.map((unit) => {
    const seat = seatOf(from, unit);
    const possible = candidates(unit, round).filter(({ cause, by }) => {
      const other = by < 0 ? -1 : seatOf(from, by);
      return cause !== 'shot' || other === seat || round.scorers === undefined || round.scorers.has(other);
    });
    // If a kill scored points, it is certainly the cause. No other cause is certain.
    const scored = round.scorers && possible.find(({ cause, by }) => cause === 'shot' && seatOf(from, by) !== seat);
    // A crash is more likely than a hit by the unit's own missile.
    const { cause, by } = possible[0];
    const isOwn = cause === 'shot' && seatOf(from, by) === seat;
    const crash = isOwn ? possible.find((other) => other.cause === 'crash') : undefined;
    return scored ?? crash ?? possible[0];
  });
}

/** By unit, the code of the instruction that it executed; units without an instruction go straight ahead. */
function codesOf({ done }: CylinderFrame): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  for (const list of done) for (let n = 0; n < list.length; n++) codes.set(list.unit(n), list.code(n));
  return codes;
}

/** The possible causes of a unit's death, in chronological order. The last cause is `lost`. */
function candidates(unit: number, { a, b, codes, missiles, dead }: Round): Death[] {
  const { rows, universeColumns: columns, gasBonuses } = a.settings;
  const [row, column] = [a.unitRow(unit), a.unitColumn(unit)];
  const ahead = (of: number, from: number) => modulo(of - from, columns);
  const found: Death[] = [];
  const death = (cause: DeathCause, by = -1, at: readonly [number, number] = [0, 0]) =>
    found.push({
      ...{ unit, cause, by },
      row: Math.min(rows - 1, Math.max(0, row + at[0])),
      column: modulo(column + at[1], columns),
    });
  for (const { owner, ...from } of missiles)
    if (from.row === row && [1, 2].includes(ahead(column, from.column))) death('shot', owner);
  const code = codes.get(unit) ?? DEFAULT;
  for (const step of PATHS[code === SHOOT ? DEFAULT : code] ?? []) {
    const [down, right] = [row + step[0], column + step[1]];
    if (down < 0 || down >= rows) continue;
    if (a.contentAt(down, right) === OBSTACLE) death('obstacle', -1, step);
    for (const { owner, ...from } of missiles)
      if (from.row === down && ahead(right, from.column) === 2) death('shot', owner, step);
    for (const other of dead) if (other !== unit && isAt(a, other, down, right, columns)) death('crash', other, step);
  }
  // The two units may have moved before the shot.
  for (const [other, its] of codes)
    if (its === SHOOT && other !== unit && Math.abs(a.unitRow(other) - row) <= 1)
      if (modulo(column - a.unitColumn(other) + 1, columns) <= 6) death('shot', other);
  if (gasBonuses > 0 && a.unitGas(unit) <= 1) death('gas');
  for (const other of dead) if (other !== unit && isNear(a, b, other, row, column, columns)) death('crash', other);
  death('lost');
  return found;
}

const isAt = (view: CylinderView, unit: number, row: number, column: number, columns: number): boolean =>
  view.unitRow(unit) === row && modulo(view.unitColumn(unit) - column, columns) === 0;

/** Whether the paths of two units can have met. A move covers at most one row and two columns. */
function isNear(a: CylinderView, b: CylinderView, unit: number, row: number, column: number, columns: number): boolean {
  const away = modulo(a.unitColumn(unit) - column + columns / 2, columns) - columns / 2;
  return Math.abs(a.unitRow(unit) - row) <= 2 && Math.abs(away) <= 2 && !b.unitAlive(unit);
}

/** The seat that caused a death, or −1 if no other seat was involved. */
export function killerOf(frame: CylinderFrame, { unit, by }: Death): number {
  const seat = by < 0 ? -1 : seatOf(frame, by);
  return seat === seatOf(frame, unit) ? -1 : seat;
}
