import { ALL_DIRECTIONS, type CylinderApi } from '../player/api.ts';
import { EMPTY, OBSTACLE } from '../rules/position-view.ts';

/**
 * The original's Demo (docs/cylinder.md §8.2), which both games share: it shoots at an object directly ahead, or else
 * takes an adjacent prize, or else wanders. It draws from its generator exactly as the original does, so the original's
 * matches can be reproduced from scratch.
 */
export function demo(game: CylinderApi): void {
  const { view, me } = game;
  const { unitsPerPlayer, rows } = view.settings;
  for (let unit = me * unitsPerPlayer; unit < (me + 1) * unitsPerPlayer; unit++) {
    if (!view.unitAlive(unit)) continue;
    const row = view.unitRow(unit);
    const column = view.unitColumn(unit);
    const ahead = view.unitAt(row, column + 1);
    if (view.unitMissiles(unit) > 0 && ahead >= 0) {
      if (game.playerOf(ahead) !== me) game.shoot(unit);
      continue;
    }
    const reachable = (to: { row: number; column: number }) =>
      game.withinWindow(row + to.row, column + to.column, game.round + 1);
    const prize = ALL_DIRECTIONS.find((to) => {
      if (!reachable(to)) return false;
      const content = view.contentAt(row + to.row, column + to.column);
      return content !== EMPTY && content !== OBSTACLE;
    });
    if (prize) {
      game.move(unit, prize);
    } else if (row !== 0 && row !== rows - 1) {
      const to = ALL_DIRECTIONS[game.random(0, 8)];
      if (reachable(to)) game.move(unit, to);
    }
  }
}
