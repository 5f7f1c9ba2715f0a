import type { Group, MobGame, MobPlayer, Submove } from '@ludus/runtime/sdk/angrymob.ts';
import { Distances } from './distances.ts';

/** A large group goes in so many parts at most. */
const PARTS = 8;
/** One part in so many goes where it likes, so that two of them do not mirror each other for ever. */
const ONE_IN = 6;

interface Attraction {
  readonly mass: number;
  readonly distances: Int16Array;
}

/**
 * Units fall towards prizes, bases and enemies as by gravity: the pull of each falls with the square of the steps to it.
 * Neutral units pull only as long as they can be had; its own base pulls when enemies are near it.
 */
export class GravityGoers implements MobPlayer {
  private distances!: Distances;

  start(game: MobGame): void {
    this.distances = new Distances(game.map);
  }

  move(game: MobGame): Submove[] {
    const attractions = this.attractions(game);
    return game.groups().flatMap((group) => this.fall(game, group, attractions));
  }

  private attractions(game: MobGame): Attraction[] {
    const { map, state, seat } = game;
    const attractions: Attraction[] = [];
    const add = (cell: number, mass: number) => attractions.push({ mass, distances: this.distances.from(cell) });
    const home = this.distances.from(map.bases[seat]);
    add(map.bases[1 - seat], 4 + game.myTotal);
    if (game.myTotal <= 8) {
      for (let cell = 0; cell < map.passable.length; cell++)
        if (state.neutrals[cell] > 0) add(cell, 4 * state.neutrals[cell]);
    }
    let threat = 0;
    for (const { i, j, units } of game.theirGroups()) {
      const cell = i * game.columns + j;
      add(cell, units);
      threat += (40 * units) / (home[cell] * home[cell] + 1);
    }
    add(map.bases[seat], threat);
    return attractions;
  }

  /** Sends the parts of one group, most of them where the pull is strongest. */
  private fall(game: MobGame, { i, j, units }: Group, attractions: readonly Attraction[]): Submove[] {
    const exits = game.exits(i, j);
    if (exits.length === 0) return [];
    const pulls = exits.map((d) => {
      const { i: row, j: column } = game.step(i, j, d);
      return pullOn(row * game.columns + column, attractions);
    });
    const best = pulls.indexOf(Math.max(...pulls));
    const stay = pullOn(i * game.columns + j, attractions) >= pulls[best];
    const sent = new Map<number, number>();
    const parts = Math.min(units, PARTS);
    for (let part = 0; part < parts; part++) {
      const k = Math.floor(((part + 1) * units) / parts) - Math.floor((part * units) / parts);
      const wanders = game.random(1, ONE_IN) === 1;
      if (stay && !wanders) continue;
      const d = wanders ? exits[game.random(0, exits.length - 1)] : exits[best];
      sent.set(d, (sent.get(d) ?? 0) + k);
    }
    return Array.from(sent, ([d, k]) => ({ i, j, k, d }));
  }
}

function pullOn(cell: number, attractions: readonly Attraction[]): number {
  let pull = 0;
  for (const { mass, distances } of attractions) {
    const steps = distances[cell];
    pull += mass / (steps === 0 ? 0.5 : steps * steps);
  }
  return pull;
}
