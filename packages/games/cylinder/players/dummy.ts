import { ALL_DIRECTIONS, type CylinderApi, DEFAULT, type Direction, pathOf } from '../player/api.ts';
import { EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE } from '../rules/position-view.ts';

/*
 * Dummy, the player to beat for newcomers. Every round, for each of its units:
 *   1. it shoots if another player's unit is so close ahead that it can hardly escape;
 *   2. otherwise it takes the first step of the shortest safe path to a prize that it wants;
 *   3. otherwise it makes any safe move.
 * It doesn't check which prize leads to further prizes, where the other units go, or who gets to a prize first. It
 * can't avoid a missile that hasn't been shot yet.
 */

/** Number of rounds for which Dummy looks ahead for a prize. */
const HORIZON = 20;
/** A unit with fewer missiles than this wants a missile prize. */
const FEW_MISSILES = 5;
/** A unit wants a gas prize below the first amount, and only gas prizes below the second. */
const SOME_GAS = 40;
const LITTLE_GAS = 20;

interface Place {
  readonly row: number;
  readonly column: number;
}

/** The cells that each move enters, computed once because the search uses them constantly. */
const PATHS: ReadonlyMap<Direction, readonly Place[]> = new Map(ALL_DIRECTIONS.map((to) => [to, pathOf(to)]));

/** A position that the search has reached. */
interface SearchNode extends Place {
  /** Number of rounds from now. */
  readonly rounds: number;
  /** The first move of the path. */
  readonly first: Direction;
}

/** Plays one round of either game. */
export function dummy(game: CylinderApi): void {
  const { view, me } = game;
  const { unitsPerPlayer } = view.settings;
  /** The next positions of my units that already have an instruction. My other units avoid these cells. */
  const mine: Place[] = [];
  for (let unit = me * unitsPerPlayer; unit < (me + 1) * unitsPerPlayer; unit++) {
    if (!view.unitAlive(unit)) continue;
    const from = { row: view.unitRow(unit), column: view.unitColumn(unit) };
    let to = DEFAULT;
    if (hasTarget(game, unit)) {
      game.shoot(unit);
    } else {
      to = firstStepToPrize(game, unit, from, mine) ?? anySafeStep(game, from, mine);
      game.move(unit, to);
    }
    mine.push(moved(from, to));
  }
}

/**
 * Whether another player's unit is one or two cells ahead, with nothing in between. A missile crosses those two cells
 * immediately.
 */
function hasTarget(game: CylinderApi, unit: number): boolean {
  const { view } = game;
  const row = view.unitRow(unit);
  if (view.unitMissiles(unit) === 0) return false;
  for (let ahead = 1; ahead <= 2; ahead++) {
    const column = view.unitColumn(unit) + ahead;
    const other = view.unitAt(row, column);
    if (other >= 0) return game.playerOf(other) !== game.me;
    if (view.contentAt(row, column) !== EMPTY) return false;
  }
  return false;
}

/** The first move of the shortest safe path to a prize that the unit wants, found by a breadth-first search. */
function firstStepToPrize(game: CylinderApi, unit: number, from: Place, mine: Place[]): Direction | undefined {
  // Obstacles and prizes are static, so arriving later is never better. Each position is therefore examined only once.
  const seen = new Set([key(game, from)]);
  const queue: SearchNode[] = [{ ...from, rounds: 0, first: DEFAULT }];
  for (const here of queue) {
    const rounds = here.rounds + 1;
    if (rounds > HORIZON) return undefined;
    for (const direction of ALL_DIRECTIONS) {
      const there = moved(here, direction);
      const thereKey = key(game, there);
      if (seen.has(thereKey) || !isSafe(game, here, direction, rounds, mine)) continue;
      const first = rounds === 1 ? direction : here.first;
      for (const { row, column } of PATHS.get(direction)!)
        if (isWanted(game, unit, here.row + row, here.column + column)) return first;
      seen.add(thereKey);
      queue.push({ ...there, rounds, first });
    }
  }
  return undefined;
}

/** A safe move, preferably one that keeps the unit's position in the window. */
function anySafeStep(game: CylinderApi, from: Place, mine: Place[]): Direction {
  return [DEFAULT, ...ALL_DIRECTIONS].find((direction) => isSafe(game, from, direction, 1, mine)) ?? DEFAULT;
}

function isWanted(game: CylinderApi, unit: number, row: number, column: number): boolean {
  const { view } = game;
  const content = view.contentAt(row, column);
  if (content === EMPTY) return false;
  // Only Mad Max burns gas; in Star War the initial gas is 0.
  const gas = view.settings.initialGas > 0 ? view.unitGas(unit) : Infinity;
  if (content === GAS_BONUS) return gas < SOME_GAS;
  if (gas < LITTLE_GAS) return false;
  return content !== MISSILE_BONUS || view.unitMissiles(unit) < FEW_MISSILES;
}

/**
 * Whether a unit can make this move and survive in a round, counted from now (1 is this round). It must stay in the
 * window, not meet any obstacle, unit, or missile on its path, and not stop where a missile strikes next.
 */
function isSafe(game: CylinderApi, from: Place, direction: Direction, rounds: number, mine: Place[]): boolean {
  const { view } = game;
  const toRow = from.row + direction.row;
  const toColumn = from.column + direction.column;
  if (!game.withinWindow(toRow, toColumn, game.round + rounds)) return false;
  for (const step of PATHS.get(direction)!) {
    const row = from.row + step.row;
    const column = from.column + step.column;
    if (view.contentAt(row, column) === OBSTACLE) return false;
    if (missileWillBeAt(game, row, column, rounds)) return false;
    // Units move as well, so their current positions matter only in this round.
    if (rounds === 1 && (view.unitAt(row, column) >= 0 || mine.some((each) => same(game, each, { row, column })))) {
      return false;
    }
  }
  // Missiles move before units: in the next round, a missile hits any object one or two cells ahead of it.
  return !missileWillBeAt(game, toRow, toColumn - 1, rounds) && !missileWillBeAt(game, toRow, toColumn - 2, rounds);
}

/**
 * Missiles fly two columns per round, so a missile that will be here after `rounds` rounds is now 2 · `rounds` columns
 * behind.
 */
function missileWillBeAt({ view }: CylinderApi, row: number, column: number, rounds: number): boolean {
  return view.missileAt(row, column - 2 * rounds) >= 0;
}

function moved(from: Place, by: Direction): Place {
  return { row: from.row + by.row, column: from.column + by.column };
}

function same(game: CylinderApi, a: Place, b: Place): boolean {
  return key(game, a) === key(game, b);
}

/** A number that identifies a position, no matter how often its column has wrapped around the universe. */
function key({ universeColumns }: CylinderApi, { row, column }: Place): number {
  return row * universeColumns + (column % universeColumns);
}
