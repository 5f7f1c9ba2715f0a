import { DOWN, LEFT, type MobGame, type MobPlayer, RIGHT, type Submove, UP } from '../player/api.ts';
import { neighbour } from '../rules/map.ts';
import { Distances } from './distances.ts';
import { Harvest } from './warlord-harvest.ts';

/** Maximum number of units with which a player absorbs neutral units (from the rules). */
const LIMIT = 8;
const FAR = 32767;
const PATIENCE = 1;
/** The cost, in units, of each step towards a pile on which units are to stand. */
const STEP_COST = 0.1;
/** The harvest ends this number of turns before a unit must return home. */
const RESERVE = 2;
/**
 * If a small opponent has come near, the player expects it to gather the units on its way. The two constants are the
 * maximum size of a small opponent, and its maximum distance, as a share of the distance between the bases.
 */
const GROWS_FROM = 16;
const NEAR = 0.45;

/** Units of one player on one cell. */
interface Troop {
  readonly cell: number;
  readonly count: number;
  /** Number of steps to the base that the units defend. */
  readonly home: number;
  /** Number of steps to the base that the units attack. */
  readonly away: number;
}

/** Some units of a troop, and their maximum distance from home after this turn. */
interface Chunk extends Troop {
  readonly cap: number;
  readonly attacks: boolean;
}

/**
 * By cell: the next cell of each unit on the cell that has an errand. A unit that must wait has its current cell as the
 * next cell.
 */
type Errands = Map<number, number[]>;

/**
 * A fight costs both sides the same number of units, wherever it happens, so only numbers and steps count:
 *
 * - For every k, my k-th nearest unit must be able to reach my base no later than the opponent's k-th nearest unit.
 *   While that is true after each of my moves, my base cannot fall. So each unit has a cap: its maximum distance from
 *   home.
 * - Conversely, the opponent's base falls if, within some number of turns, more of my units than of the opponent's can
 *   reach that base. (Units that could stop mine on the way could also reach it.) My base must survive until then.
 *
 * Before that, the player gathers units (see `Harvest`).
 */
export class Warlord implements MobPlayer {
  private distances!: Distances;
  private harvest!: Harvest;
  /** Number of steps between the two bases. */
  private apart = 0;

  /** Number of turns after which harvest plans lose all value, as a multiple of the distance between the bases. */
  protected readonly patience: number = PATIENCE;

  start(game: MobGame): void {
    this.distances = new Distances(game.map);
    this.apart = this.distances.from(game.map.bases[0])[game.map.bases[1]];
    this.harvest = new Harvest(game.map, this.distances, this.patience * this.apart);
  }

  move(game: MobGame): Submove[] {
    const mine = this.troops(game, game.seat);
    const theirs = this.troops(game, 1 - game.seat);
    if (mine.length === 0) return [];
    const orders = new Orders(game);
    const enemyTime = this.distances.nearest(theirs.map(({ cell }) => cell));
    const chunks = this.chunks(game, mine, theirs, enemyTime);
    const errands = chunks.some((chunk) => chunk.attacks)
      ? undefined
      : game.myTotal > LIMIT
        ? this.parking(game, mine, enemyTime)
        : this.errands(game, mine, theirs, enemyTime);
    for (const chunk of chunks) this.order(game, chunk, errands, enemyTime, orders);
    return orders.submoves;
  }

  private troops(game: MobGame, seat: number): Troop[] {
    const { cells, count, units } = game.state.armies[seat];
    const home = this.distances.from(game.map.bases[seat]);
    const away = this.distances.from(game.map.bases[1 - seat]);
    return Array.from(cells.slice(0, count).sort(), (cell) => ({
      cell,
      count: units[cell],
      home: home[cell],
      away: away[cell],
    })).sort((x, y) => x.home - y.home);
  }

  /** My units with their caps, including those that must take the base now. */
  private chunks(game: MobGame, mine: readonly Troop[], theirs: readonly Troop[], enemyTime: Int16Array): Chunk[] {
    const threats = [...theirs, ...this.likely(game, theirs, enemyTime)].sort((x, y) => x.away - y.away);
    const win = this.forcedWin(game, mine, threats, enemyTime);
    const chunks: Chunk[] = [];
    let [threat, used] = [0, 0];
    for (const troop of mine) {
      let left = troop.count;
      while (left > 0) {
        const next = threats[threat];
        const guards = next !== undefined && (win === undefined || next.away <= win);
        const count = guards ? Math.min(left, next.count - used) : left;
        const attacks = win !== undefined && !guards && troop.away <= win;
        chunks.push({ ...troop, count, cap: guards ? next.away - 1 : FAR, attacks });
        left -= count;
        if (!guards) continue;
        used += count;
        if (used === next.count) [threat, used] = [threat + 1, 0];
      }
    }
    return chunks;
  }

  /** Units that the opponent may gather on its way to my base, once it has come near. */
  private likely(game: MobGame, theirs: readonly Troop[], enemyTime: Int16Array): Troop[] {
    const nearest = theirs.reduce((least, { away }) => Math.min(least, away), FAR);
    const likely: Troop[] = [];
    if (game.myTotal <= LIMIT || nearest > NEAR * this.apart || game.theirTotal > GROWS_FROM) return likely;
    const home = this.distances.from(game.map.bases[game.seat]);
    game.state.neutrals.forEach((count, cell) => {
      const away = enemyTime[cell] + home[cell];
      if (count > 0 && enemyTime[cell] >= 0 && away <= nearest) likely.push({ cell, count, away, home: FAR });
    });
    return likely;
  }

  /** The minimum number of turns after which the opponent's base certainly falls; undefined if there is none. */
  private forcedWin(
    game: MobGame,
    mine: readonly Troop[],
    threats: readonly Troop[],
    enemyTime: Int16Array,
  ): number | undefined {
    const turns = [...new Set(mine.map((troop) => troop.away))].sort((x, y) => x - y);
    const growth = game.theirTotal > LIMIT ? [] : this.growth(game, enemyTime);
    for (const turn of turns) {
      let guards = 0;
      for (const { away, count } of threats) if (away <= turn) guards += count;
      let defenders = 0;
      for (const { home, count } of threats) if (home <= turn) defenders += count;
      for (const { time, size } of growth) if (time <= turn) defenders += size;
      // The units nearest to my base guard the base, and must arrive in time.
      let [attackers, safe] = [0, true];
      let [threat, used] = [0, 0];
      for (const { home, away, count } of mine) {
        let left = count;
        while (left > 0 && guards > 0) {
          const next = threats[threat];
          const part = Math.min(left, next.count - used);
          if (home > next.away) safe = false;
          [left, guards, used] = [left - part, guards - part, used + part];
          if (used === next.count) [threat, used] = [threat + 1, 0];
        }
        if (away <= turn) attackers += left;
      }
      if (guards > 0 || !safe) return undefined;
      if (attackers > defenders) return turn;
    }
    return undefined;
  }

  /** Neutral units that the opponent could still bring to its base, and the number of turns that this takes. */
  private growth(game: MobGame, enemyTime: Int16Array): { time: number; size: number }[] {
    const base = this.distances.from(game.map.bases[1 - game.seat]);
    const growth: { time: number; size: number }[] = [];
    game.state.neutrals.forEach((size, cell) => {
      if (size > 0 && enemyTime[cell] >= 0) growth.push({ time: enemyTime[cell] + base[cell], size });
    });
    return growth;
  }

  private errands(
    game: MobGame,
    mine: readonly Troop[],
    theirs: readonly Troop[],
    enemyTime: Int16Array,
  ): Errands | undefined {
    const slack = slackOf(mine, theirs) - RESERVE;
    const plan = this.harvest.plan(mine, game.state.neutrals, enemyTime, Math.max(1, slack));
    if (plan === undefined) return undefined;
    const steps = new Map<number, number[]>();
    for (const { source, pile, due } of plan.errands) {
      if (source >= mine.length) continue;
      const { cell } = mine[source];
      const field = this.harvest.field(pile);
      const wait = due > 1 && field[cell] === 1;
      const next = wait
        ? cell
        : this.stepAlong(game, cell, (to) => (to === pile || game.state.neutrals[to] === 0 ? field[to] : -1));
      steps.set(cell, [...(steps.get(cell) ?? []), next]);
    }
    return steps;
  }

  /**
   * Above the limit, nothing can be absorbed. But when the number drops to the limit, units that stand on piles absorb
   * all these piles together. So eight units move to the largest piles on my side, and the others may fight.
   */
  private parking(game: MobGame, mine: readonly Troop[], enemyTime: Int16Array): Errands {
    const near = this.distances.nearest(mine.map(({ cell }) => cell));
    const piles: { cell: number; worth: number }[] = [];
    game.state.neutrals.forEach((size, cell) => {
      const steps = near[cell];
      if (size > 0 && (enemyTime[cell] < 0 || steps < enemyTime[cell]))
        piles.push({ cell, worth: size - steps * STEP_COST });
    });
    piles.sort((x, y) => y.worth - x.worth || x.cell - y.cell);
    const free = mine.map(({ count }) => count);
    const errands: Errands = new Map();
    for (const pile of piles.slice(0, LIMIT)) {
      if (pile.worth <= 0) break;
      const field = this.distances.from(pile.cell);
      let best = -1;
      mine.forEach(({ cell }, n) => {
        if (free[n] > 0 && (best < 0 || field[cell] < field[mine[best].cell])) best = n;
      });
      if (best < 0) break;
      free[best]--;
      const { cell } = mine[best];
      errands.set(cell, [...(errands.get(cell) ?? []), this.stepAlong(game, cell, (to) => field[to])]);
    }
    return errands;
  }

  private order(
    game: MobGame,
    chunk: Chunk,
    errands: Errands | undefined,
    enemyTime: Int16Array,
    orders: Orders,
  ): void {
    const { cell, cap, attacks } = chunk;
    const home = this.distances.from(game.map.bases[game.seat]);
    const away = this.distances.from(game.map.bases[1 - game.seat]);
    let left = chunk.count;
    if (chunk.home > cap) {
      orders.send(
        cell,
        this.stepAlong(game, cell, (to) => home[to]),
        left,
      );
      return;
    }
    if (attacks) {
      orders.send(
        cell,
        this.stepAlong(game, cell, (to) => away[to]),
        left,
      );
      return;
    }
    const steps = errands?.get(cell) ?? [];
    while (left > 0 && steps.length > 0) {
      const next = steps.shift()!;
      orders.send(cell, home[next] > cap ? cell : next, 1);
      left--;
    }
    if (errands !== undefined && game.myTotal <= LIMIT) return;
    const goal = cap === FAR ? away : enemyTime;
    orders.send(
      cell,
      this.stepAlong(game, cell, (to) => (home[to] <= cap ? goal[to] : -1)),
      left,
    );
  }

  /** The neighbour, or the cell itself, with the smallest non-negative value. */
  private stepAlong(game: MobGame, cell: number, value: (cell: number) => number): number {
    let [best, least] = [cell, value(cell)];
    if (least < 0) least = FAR;
    for (let d = 0; d < 4; d++) {
      const next = neighbour(game.map, cell, d);
      if (next < 0 || game.map.passable[next] === 0) continue;
      const steps = value(next);
      if (steps >= 0 && steps < least) [best, least] = [next, steps];
    }
    return best;
  }
}

/**
 * The number of turns for which my units may stay in place, whatever the opponent does, before a unit must return home.
 */
function slackOf(mine: readonly Troop[], theirs: readonly Troop[]): number {
  const homes = mine.flatMap(({ home, count }) => Array<number>(count).fill(home));
  const threats = theirs.flatMap(({ away, count }) => Array<number>(count).fill(away)).sort((x, y) => x - y);
  let slack = FAR;
  for (let k = 0; k < Math.min(homes.length, threats.length); k++) slack = Math.min(slack, threats[k] - homes[k]);
  return slack;
}

/** The submoves of a turn, collected cell by cell. */
class Orders {
  readonly submoves: Submove[] = [];
  private readonly game: MobGame;

  constructor(game: MobGame) {
    this.game = game;
  }

  send(cell: number, to: number, k: number): void {
    const { columns } = this.game;
    if (to === cell || k === 0) return;
    const [i, j] = [Math.floor(cell / columns), cell % columns];
    const down = Math.floor(to / columns) - i;
    this.submoves.push({ i, j, k, d: down === 0 ? (to > cell ? RIGHT : LEFT) : down > 0 ? DOWN : UP });
  }
}
