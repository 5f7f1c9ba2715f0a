import { createStore, del, set, values } from 'idb-keyval';

/** A player written in the studio. */
export interface OwnPlayer {
  readonly game: string;
  readonly name: string;
  /** TypeScript. */
  readonly source: string;
  /** `folder`: a file of the folder that is served; it is edited there. */
  readonly from: 'browser' | 'folder';
}

const store = createStore('ludus-studio-players', 'players');
const key = (player: OwnPlayer): string => `${player.game}/${player.name}`;

/** The players kept in this browser, by name. */
export async function ownPlayers(): Promise<OwnPlayer[]> {
  return (await values<OwnPlayer>(store)).sort((a, b) => a.name.localeCompare(b.name));
}
export async function keepPlayer(player: OwnPlayer): Promise<void> {
  await set(key(player), player, store);
}
export async function forgetPlayer(player: OwnPlayer): Promise<void> {
  await del(key(player), store);
}

/** What a new player starts from, by game. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  madmax: `import { ALL_DIRECTIONS, MadMaxPlayer } from 'ludus/madmax';

/** Each car takes a bonus next to it, or moves to a random place that is free. */
export default class Mine extends MadMaxPlayer {
  play(): void {
    for (const car of this.cars(this.me)) {
      if (!car.alive) continue;
      const free = ALL_DIRECTIONS.filter((to) => {
        if (!this.withinWindow(car.row + to.row, car.column + to.column, this.round + 1)) return false;
        const { type } = this.cell(car.row + to.row, car.column + to.column);
        return type !== 'TYRE' && type !== 'CAR' && type !== 'MISSILE';
      });
      const bonus = free.find((to) => this.cell(car.row + to.row, car.column + to.column).type.endsWith('BONUS'));
      const to = bonus ?? free[this.random(0, free.length - 1)];
      if (to) this.move(car.id, to);
    }
  }
}
`,
  starwar: `import { ALL_DIRECTIONS, StarWarPlayer } from 'ludus/starwar';

/** Each starship takes a bonus next to it, or moves to a random place that is free. */
export default class Mine extends StarWarPlayer {
  play(): void {
    for (const ship of this.starships(this.me)) {
      if (!ship.alive) continue;
      const free = ALL_DIRECTIONS.filter((to) => {
        if (!this.withinWindow(ship.row + to.row, ship.column + to.column, this.round + 1)) return false;
        const { type } = this.cell(ship.row + to.row, ship.column + to.column);
        return type !== 'ASTEROID' && type !== 'STARSHIP' && type !== 'MISSILE';
      });
      const bonus = free.find((to) => this.cell(ship.row + to.row, ship.column + to.column).type.endsWith('BONUS'));
      const to = bonus ?? free[this.random(0, free.length - 1)];
      if (to) this.move(ship.id, to);
    }
  }
}
`,
  angrymob: `import type { MobGame, MobPlayer, Submove } from 'ludus/angrymob';

/** All units of a cell run together, wherever they may. */
export default class Mine implements MobPlayer {
  move(game: MobGame): Submove[] {
    return game.groups().map(({ i, j, units }) => ({ i, j, k: units, d: game.random(0, 3) }))
      .filter(({ i, j, d }) => game.passable(i + [0, -1, 0, 1][d], j + [1, 0, -1, 0][d]));
  }
}
`,
};
