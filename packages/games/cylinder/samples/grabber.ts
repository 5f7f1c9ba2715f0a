// A player of Mad Max and Star War: takes adjacent bonuses.
import { ALL_DIRECTIONS, CylinderPlayer } from 'ludus/cylinder';

export default class Grabber extends CylinderPlayer {
  play(): void {
    for (const unit of this.myUnits()) {
      if (!unit.alive) continue;
      for (const direction of ALL_DIRECTIONS) {
        const row = unit.row + direction.row;
        const column = unit.column + direction.column;
        if (!this.withinWindow(row, column, this.round + 1) || !this.isBonus(row, column)) continue;
        this.move(unit.id, direction);
        // Shown in the viewer.
        this.draw({ kind: 'cell', at: [row, column] });
        break;
      }
    }
  }
}
