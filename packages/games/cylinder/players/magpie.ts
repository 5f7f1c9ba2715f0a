import { ALL_DIRECTIONS, type CylinderApi, DEFAULT, type Direction, pathOf } from '../player/api.ts';
import { EMPTY, OBSTACLE } from '../rules/position-view.ts';

/*
 * Magpie pursues the nearest prize. For each of its units it finds the nearest prize in a straight line, and makes the
 * safe move that ends nearest to it. It looks only one move ahead, so a wall in front of its prize stops it. It never
 * shoots.
 */

/** Number of columns ahead of a unit in which Magpie looks for prizes. */
const SIGHT = 12;

/** Plays one round of either game. */
export function magpie(game: CylinderApi): void {
  const { view, me } = game;
  const { unitsPerPlayer } = view.settings;
  for (let unit = me * unitsPerPlayer; unit < (me + 1) * unitsPerPlayer; unit++) {
    if (!view.unitAlive(unit)) continue;
    const from = { row: view.unitRow(unit), column: view.unitColumn(unit) };
    const prize = nearestPrize(game, from);
    const moves = [DEFAULT, ...ALL_DIRECTIONS].filter((to) => isSafe(game, from, to));
    if (moves.length === 0) continue;
    const distance = (to: Direction) => (prize ? apart(moved(from, to), prize) : 0);
    game.move(
      unit,
      moves.reduce((best, to) => (distance(to) < distance(best) ? to : best)),
    );
  }
}

/** The prize in sight that takes the fewest moves, ignoring obstacles. */
function nearestPrize(game: CylinderApi, from: Direction): Direction | undefined {
  let [nearest, least]: [Direction | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (let column = from.column; column <= from.column + SIGHT; column++) {
    for (let row = 0; row < game.rows; row++) {
      const content = game.view.contentAt(row, column);
      if (content === EMPTY || content === OBSTACLE || !game.withinWindow(row, column, game.round + 1)) continue;
      const distance = apart(from, { row, column });
      if (distance >= least) continue;
      least = distance;
      nearest = { row, column };
    }
  }
  return nearest;
}

/** The maximum of the row and column distances, because a move changes both. */
const apart = (a: Direction, b: Direction): number => Math.max(Math.abs(a.row - b.row), Math.abs(a.column - b.column));

const moved = (from: Direction, by: Direction): Direction => ({
  row: from.row + by.row,
  column: from.column + by.column,
});

/** Whether the move stays within the window and doesn't hit anything at present. */
function isSafe(game: CylinderApi, from: Direction, to: Direction): boolean {
  const { row, column } = moved(from, to);
  if (!game.withinWindow(row, column, game.round + 1)) return false;
  return pathOf(to).every((step) => {
    const cell = moved(from, step);
    return game.view.contentAt(cell.row, cell.column) !== OBSTACLE && game.view.unitAt(cell.row, cell.column) < 0;
  });
}
