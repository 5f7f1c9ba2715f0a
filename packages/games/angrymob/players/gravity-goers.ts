import type { Group, MobGame, MobPlayer, Submove } from '../player/api.ts';
import { Distances } from './distances.ts';

/** Maximum number of parts into which a large group is split. */
const PARTS = 8;
/** One out of this number of parts moves at random, so that two players do not mirror each other forever. */
const ONE_IN = 5;

/** The minimum mass of the opponent's base, which attracts the player's units. */
const BASE_MASS = 12;
/** Mass that each enemy near the player's own base adds to that base. */
const THREAT = 5;

/** Number of turns in which the mass of the opponent's base grows by one. */
const IMPATIENCE = 8;

interface Attraction {
  readonly mass: number;
  readonly distances: Int16Array;
}

/**
 * Units fall towards prizes, bases, and enemies as if by gravity. Each mass pulls along the exits that start a shortest
 * path to it, inversely to the square of the distance. A moving unit has momentum: it turns back only if the pull
 * behind it is twice as strong. Neutral units pull only while they can be absorbed. The player's own base pulls when
 * enemies are near it.
 */
export class GravityGoers implements MobPlayer {
  private distances!: Distances;
  /** By cell: the last direction of the units on the cell; −1 if they did not move. */
  private heading!: Int8Array;

  start(game: MobGame): void {
    this.distances = new Distances(game.map);
    this.heading = new Int8Array(game.map.passable.length).fill(-1);
    // Computed in the first move, which has plenty of time.
    game.state.neutrals.forEach((units, cell) => {
      if (units > 0) this.distances.from(cell);
    });
  }

  move(game: MobGame): Submove[] {
    const attractions = this.attractions(game);
    const before = this.heading;
    this.heading = new Int8Array(before.length).fill(-1);
    return game.groups().flatMap((group) => this.fall(game, group, attractions, before));
  }

  private attractions(game: MobGame): Attraction[] {
    const { map, state, seat } = game;
    const attractions: Attraction[] = [];
    const add = (cell: number, mass: number) => attractions.push({ mass, distances: this.distances.from(cell) });
    const home = this.distances.from(map.bases[seat]);
    add(map.bases[1 - seat], BASE_MASS + game.myTotal + game.turn / IMPATIENCE);
    if (game.myTotal <= 8) {
      for (let cell = 0; cell < map.passable.length; cell++)
        if (state.neutrals[cell] > 0) add(cell, state.neutrals[cell]);
    }
    let threat = 0;
    for (const { i, j, units } of game.theirGroups()) {
      const cell = i * game.columns + j;
      add(cell, units);
      threat += (THREAT * units) / (home[cell] * home[cell] + 1);
    }
    add(map.bases[seat], threat);
    return attractions;
  }

  /** The submoves of one group's parts. Most parts move in the direction of the strongest pull. */
  private fall(
    game: MobGame,
    { i, j, units }: Group,
    attractions: readonly Attraction[],
    before: Int8Array,
  ): Submove[] {
    const cell = i * game.columns + j;
    const exits = game.exits(i, j);
    if (exits.length === 0) return [];
    const ends = exits.map((d) => {
      const { i: row, j: column } = game.step(i, j, d);
      return row * game.columns + column;
    });
    const pulls = exits.map(() => 0);
    let hold = 0;
    for (const { mass, distances } of attractions) {
      const steps = distances[cell];
      if (steps === 0) hold += mass * 2;
      else
        ends.forEach((end, n) => {
          if (distances[end] < steps) pulls[n] += mass / (steps * steps);
        });
    }
    const back = exits.indexOf(before[cell] ^ 2);
    if (before[cell] >= 0 && back >= 0) pulls[back] /= 2;
    const best = pulls.indexOf(Math.max(...pulls));
    const sent = new Map<number, number>();
    const parts = Math.min(units, PARTS);
    for (let part = 0; part < parts; part++) {
      const k = Math.floor(((part + 1) * units) / parts) - Math.floor((part * units) / parts);
      const wanders = game.random(1, ONE_IN) === 1;
      if (hold > pulls[best] && !wanders) continue;
      const n = wanders ? game.random(0, exits.length - 1) : best;
      sent.set(exits[n], (sent.get(exits[n]) ?? 0) + k);
      this.heading[ends[n]] = exits[n];
    }
    return Array.from(sent, ([d, k]) => ({ i, j, k, d }));
  }
}
