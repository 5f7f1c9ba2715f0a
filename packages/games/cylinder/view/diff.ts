import { DIRECTIONS, SHOOT } from '../rules/directions.ts';
import type { Instructions } from '../rules/instructions.ts';
import { type CylinderView, EMPTY, OBSTACLE } from '../rules/position-view.ts';

/** An object on the ground that appeared or disappeared. Row and column refer to the universe. */
export interface Change {
  readonly row: number;
  readonly column: number;
  /** The content before the change (`gone`) or after it (`come`). */
  readonly content: number;
  /** The unit that took the object, or −1 if the object was destroyed. */
  readonly unit: number;
}

/**
 * Columns are relative to the window of their frame (0 to universe − 1), so the default move doesn't change a unit's
 * column.
 */
export interface UnitMotion {
  readonly unit: number;
  readonly fromRow: number;
  readonly fromColumn: number;
  readonly toRow: number;
  readonly toColumn: number;
  readonly fromAlive: boolean;
  readonly toAlive: boolean;
  readonly shot: boolean;
}

export interface MissileMotion {
  readonly id: number;
  readonly owner: number;
  readonly fromRow: number;
  readonly fromColumn: number;
  readonly toRow: number;
  readonly toColumn: number;
  /** Whether the unit is new: it then appears at its start. */
  readonly isNew: boolean;
  /** Whether the unit no longer exists: it then bursts at its end. */
  readonly bursts: boolean;
}

export interface Blast {
  /** The cell: its row, and its column relative to the window of the second frame. */
  readonly row: number;
  readonly column: number;
  readonly seat: number;
  /** 1 for a unit, and less for a missile. */
  readonly size: number;
}

/** The changes between two frames. */
export interface CylinderDiff {
  /** Whether the frames show consecutive rounds. */
  readonly consecutive: boolean;
  readonly units: readonly UnitMotion[];
  readonly missiles: readonly MissileMotion[];
  readonly gone: readonly Change[];
  readonly come: readonly Change[];
  readonly blasts: readonly Blast[];
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Compares two boards of one match by their appearance, without knowledge of the rules. */
export function diffFrames(from: CylinderFrame, to: CylinderFrame): CylinderDiff {
  const [a, b] = [from.view, to.view];
  const uni = a.settings.universeColumns;
  const consecutive = b.round === a.round + 1;
  const relative = (view: CylinderView, column: number) => modulo(column - view.round, uni);
  const count = a.settings.players * a.settings.unitsPerPlayer;
  const shots = new Set<number>();
  const steps = new Map<number, number>();
  if (consecutive) {
    for (const done of from.done) {
      for (let i = 0; i < done.length; i++) {
        if (done.code(i) === SHOOT) shots.add(done.unit(i));
        else steps.set(done.unit(i), done.code(i));
      }
    }
  }

  const units: UnitMotion[] = [];
  const blasts: Blast[] = [];
  for (let unit = 0; unit < count; unit++) {
    const [fromAlive, toAlive] = [a.unitAlive(unit), b.unitAlive(unit)];
    const [fromRow, fromColumn] = [a.unitRow(unit), relative(a, a.unitColumn(unit))];
    let [toRow, toColumn] = [b.unitRow(unit), relative(b, b.unitColumn(unit))];
    if (consecutive && fromAlive && !toAlive) {
      // The board may show a dead unit at the start of its move. The viewer shows the unit in the cell that it was
      // heading for.
      const step = DIRECTIONS[steps.get(unit) ?? 1];
      if (toRow === fromRow && b.unitColumn(unit) === a.unitColumn(unit)) {
        toRow = Math.min(a.settings.rows - 1, Math.max(0, fromRow + step.row * 0.5));
        toColumn = fromColumn + step.column * 0.5 - 1;
      } else if (toColumn > uni / 2) toColumn -= uni;
      const seat = Math.floor(unit / a.settings.unitsPerPlayer);
      blasts.push({ row: toRow, column: toColumn, seat, size: 1 });
    }
    units.push({ unit, fromRow, fromColumn, toRow, toColumn, fromAlive, toAlive, shot: shots.has(unit) });
  }

  const { gone, come } = groundChanges(a, b, units, consecutive);
  const missiles = missileMotions(a, b, consecutive, shots, gone, blasts);
  return { consecutive, units, missiles, gone, come, blasts };
}

function groundChanges(a: CylinderView, b: CylinderView, units: readonly UnitMotion[], consecutive: boolean) {
  const gone: Change[] = [];
  const come: Change[] = [];
  const { rows, universeColumns: uni } = a.settings;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < uni; column++) {
      const [was, is] = [a.contentAt(row, column), b.contentAt(row, column)];
      if (was === is) continue;
      if (was !== EMPTY) {
        const unit = consecutive && was !== OBSTACLE ? taker(row, modulo(column - b.round, uni), units) : -1;
        gone.push({ row, column, content: was, unit });
      }
      if (is !== EMPTY) come.push({ row, column, content: is, unit: -1 });
    }
  }
  return { gone, come };
}

/**
 * The unit whose path touches the cell (column relative to the second window), preferring the unit that ends nearest.
 */
function taker(row: number, column: number, units: readonly UnitMotion[]): number {
  let best = -1;
  let bestDistance = 2.3;
  for (const motion of units) {
    if (!motion.fromAlive) continue;
    const back = motion.fromColumn - 1;
    const inside =
      row >= Math.min(motion.fromRow, motion.toRow) - 0.5 &&
      row <= Math.max(motion.fromRow, motion.toRow) + 0.5 &&
      column >= Math.min(back, motion.toColumn) - 0.5 &&
      column <= Math.max(back, motion.toColumn) + 0.5;
    if (!inside) continue;
    const distance = Math.abs(motion.toRow - row) + Math.abs(motion.toColumn - column) / 2;
    if (distance < bestDistance) [best, bestDistance] = [motion.unit, distance];
  }
  return best;
}

function missileMotions(
  a: CylinderView,
  b: CylinderView,
  consecutive: boolean,
  shots: Set<number>,
  gone: readonly Change[],
  blasts: Blast[],
): MissileMotion[] {
  const uni = a.settings.universeColumns;
  const perPlayer = a.settings.unitsPerPlayer;
  const relative = (view: CylinderView, column: number) => modulo(column - view.round, uni);
  const motions: MissileMotion[] = [];
  const later = new Map<number, number>();
  for (let i = 0; i < b.missileCount; i++) later.set(b.missileId(i), i);
  const burstAt = (row: number, column: number): number => {
    // One or two cells ahead, the missile meets the object that disappeared or the unit that died. Otherwise, it flies
    // as far as it can.
    for (const ahead of [1, 2]) {
      const at = modulo(column + ahead, uni);
      if (gone.some((change) => change.row === row && change.column === at)) return ahead;
      const shown = modulo(at - b.round, uni);
      if (blasts.some((blast) => Math.abs(blast.row - row) < 1 && Math.abs(blast.column - shown) < 1)) return ahead;
    }
    return 2;
  };
  const burst = (id: number, owner: number, row: number, column: number, fromColumn: number, isNew: boolean): void => {
    const toColumn = fromColumn + burstAt(row, column) - 1;
    motions.push({ id, owner, fromRow: row, fromColumn, toRow: row, toColumn, isNew, bursts: true });
    blasts.push({ row, column: toColumn, seat: Math.floor(owner / perPlayer), size: 0.55 });
  };
  const known = new Set<number>();
  for (let i = 0; i < a.missileCount; i++) {
    const id = a.missileId(i);
    known.add(id);
    const [owner, fromRow, fromColumn] = [a.missileOwner(i), a.missileRow(i), relative(a, a.missileColumn(i))];
    const j = later.get(id);
    if (j !== undefined) {
      let toColumn = relative(b, b.missileColumn(j));
      if (toColumn - fromColumn > uni / 2) toColumn -= uni;
      else if (fromColumn - toColumn > uni / 2) toColumn += uni;
      motions.push({ id, owner, fromRow, fromColumn, toRow: b.missileRow(j), toColumn, isNew: false, bursts: false });
    } else if (consecutive) burst(id, owner, fromRow, a.missileColumn(i), fromColumn, false);
  }
  const fired = new Set<number>();
  for (let j = 0; j < b.missileCount; j++) {
    const id = b.missileId(j);
    if (known.has(id)) continue;
    const [owner, toRow, toColumn] = [b.missileOwner(j), b.missileRow(j), relative(b, b.missileColumn(j))];
    fired.add(owner);
    motions.push({ id, owner, fromRow: toRow, fromColumn: toColumn - 1, toRow, toColumn, isNew: true, bursts: false });
  }
  for (const unit of shots) {
    if (fired.has(unit)) continue;
    burst(-1 - unit, unit, a.unitRow(unit), a.unitColumn(unit), relative(a, a.unitColumn(unit)), true);
  }
  return motions;
}

/** A round of Mad Max or Star War: its board, and the players' instructions for it, by seat. */
export interface CylinderFrame {
  readonly view: CylinderView;
  /** The instructions that the players gave; empty in the last round. */
  readonly asked: readonly Instructions[];
  /** The instructions that were executed in this round; empty in the last round. */
  readonly done: readonly Instructions[];
}

export function unitCount(frame: CylinderFrame): number {
  const { players, unitsPerPlayer } = frame.view.settings;
  return players * unitsPerPlayer;
}

export function seatOf(frame: CylinderFrame, unit: number): number {
  return Math.floor(unit / frame.view.settings.unitsPerPlayer);
}
