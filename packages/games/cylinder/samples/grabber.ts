// A player of Mad Max and Star War: takes a bonus that lies next to it.
import { ALL_DIRECTIONS, type CylinderApi } from 'ludus/cylinder';

/** The contents of a cell as numbers: a missile, a point (or water), or a gas bonus. */
const isBonus = (content: number): boolean => content >= 1 && content <= 3;

export default function grabber(game: CylinderApi): void {
  const { view, me } = game;
  const { unitsPerPlayer } = view.settings;
  for (let unit = me * unitsPerPlayer; unit < (me + 1) * unitsPerPlayer; unit++) {
    if (!view.unitAlive(unit)) continue;
    const to = ALL_DIRECTIONS.find((direction) => {
      const row = view.unitRow(unit) + direction.row;
      const column = view.unitColumn(unit) + direction.column;
      return game.withinWindow(row, column, game.round + 1) && isBonus(view.contentAt(row, column));
    });
    if (!to) continue;
    game.move(unit, to);
    // Seen in the viewer.
    game.draw({ kind: 'cell', at: [view.unitRow(unit) + to.row, view.unitColumn(unit) + to.column] });
  }
}
