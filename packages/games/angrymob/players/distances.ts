import { distancesFrom, type MobMap, neighbour } from '../rules/map.ts';

/** Steps between any two cells of a map, computed per start cell on first use; −1 if unreachable. */
export class Distances {
  private readonly map: MobMap;
  private readonly fields = new Map<number, Int16Array>();

  constructor(map: MobMap) {
    this.map = map;
  }

  /** The steps from `cell` to every cell. */
  from(cell: number): Int16Array {
    let field = this.fields.get(cell);
    if (field === undefined) {
      field = Int16Array.from(distancesFrom(this.map, cell));
      this.fields.set(cell, field);
    }
    return field;
  }

  /** The steps from the nearest of some cells to every cell. */
  nearest(cells: readonly number[]): Int16Array {
    const { map } = this;
    const field = new Int16Array(map.passable.length).fill(-1);
    const queue = new Int32Array(map.passable.length);
    let end = 0;
    for (const cell of cells) {
      field[cell] = 0;
      queue[end++] = cell;
    }
    for (let at = 0; at < end; at++) {
      for (let d = 0; d < 4; d++) {
        const next = neighbour(map, queue[at], d);
        if (next < 0 || map.passable[next] === 0 || field[next] >= 0) continue;
        field[next] = field[queue[at]] + 1;
        queue[end++] = next;
      }
    }
    return field;
  }
}
