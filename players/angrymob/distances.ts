import { distancesFrom, type MobMap } from '@ludus/rules/angrymob/map.ts';

/** Steps between any two cells of a map, worked out from a cell when it is first asked for; −1 where there is no path. */
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
}
