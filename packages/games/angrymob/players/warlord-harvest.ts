import { type MobMap, neighbour } from '../rules/map.ts';
import type { Distances } from './distances.ts';

/** Maximum number of units with which a player absorbs neutral units (from the rules). */
const LIMIT = 8;
/** Number of piles that are examined, starting with the nearest. */
const PILES = 70;
/** Breadth and depth of the search for piles to take before the last step, and number of branches of each plan. */
const BEAM = 8;
const DEPTH = 6;
const BRANCHES = 5;
/** Times at which the last step may be taken, in turns from now. */
const HORIZONS = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128] as const;
/** The value of a pile that the opponent can reach before me. */
const CONTESTED = 0;
/** A new plan must be better than the current plan by this factor. */
const LOYALTY = 1.03;

/** Units on one cell, now or in the future. */
interface Source {
  readonly cell: number;
  readonly count: number;
  /** Turns from now. */
  readonly time: number;
}

/** One unit of a source walks to a pile. */
export interface Errand {
  /** An index into the plan's sources; existing sources come first. */
  readonly source: number;
  readonly pile: number;
  /**
   * The turn (from now, at least 1) in which the unit must step onto the pile, no sooner and no later. 0 means as soon
   * as possible.
   */
  readonly due: number;
}

export interface HarvestPlan {
  readonly errands: readonly Errand[];
  /** Number of my units at the end of the plan. */
  readonly total: number;
  readonly score: number;
  /** The piles to take before the last step, in order. */
  readonly joins: readonly number[];
}

interface Pile {
  readonly cell: number;
  readonly size: number;
  readonly enemyTime: number;
}

/** The part of a plan that is decided: the small piles to take first. */
interface Draft {
  readonly sources: readonly Source[];
  readonly errands: readonly Errand[];
  readonly joins: readonly number[];
  readonly total: number;
}

/**
 * Plans which piles to take while there are at most eight units. First it takes small piles that keep the number within
 * the limit. Then, in one last turn, it steps onto as many large piles as there are units, because absorption checks
 * the total only once.
 */
export class Harvest {
  private readonly map: MobMap;
  private readonly distances: Distances;
  private neutrals: Int32Array = new Int32Array(0);
  private neutralSum = -1;
  private fields = new Map<number, Int16Array>();
  private joins: readonly number[] = [];
  private latest = 0;
  /** Patience in turns: the score of a plan is total · (1 − time / patience). */
  private readonly patience: number;

  constructor(map: MobMap, distances: Distances, patience: number) {
    this.map = map;
    this.distances = distances;
    this.patience = patience;
  }

  /**
   * Number of steps to every cell on paths through cells without neutral units. Cells with neutral units can only be
   * destinations. −1: unreachable.
   */
  field(cell: number): Int16Array {
    let field = this.fields.get(cell);
    if (field !== undefined) return field;
    const { map, neutrals } = this;
    field = new Int16Array(map.passable.length).fill(-1);
    const queue = [cell];
    field[cell] = 0;
    for (let at = 0; at < queue.length; at++) {
      const here = queue[at];
      if (at > 0 && neutrals[here] > 0) continue;
      for (let d = 0; d < 4; d++) {
        const next = neighbour(map, here, d);
        if (next < 0 || map.passable[next] === 0 || field[next] >= 0) continue;
        field[next] = field[here] + 1;
        queue.push(next);
      }
    }
    this.fields.set(cell, field);
    return field;
  }

  /**
   * The best plan; undefined if there is nothing to gain. `enemyTime`: number of steps from the nearest enemy to every
   * cell; −1 if unreachable.
   */
  plan(
    groups: readonly { readonly cell: number; readonly count: number }[],
    neutrals: Int32Array,
    enemyTime: Int16Array,
    latest: number,
  ): HarvestPlan | undefined {
    this.look(neutrals);
    this.latest = latest;
    const sources = groups.map(({ cell, count }) => ({ cell, count, time: 0 }));
    const total = sources.reduce((sum, source) => sum + source.count, 0);
    if (total === 0 || total > LIMIT) return undefined;
    const piles = this.nearPiles(sources, enemyTime);
    const start: Draft = { sources, errands: [], joins: [], total };
    let best = this.finish(start, piles);
    const consider = (plan: HarvestPlan | undefined, factor = 1) => {
      if (plan !== undefined && (best === undefined || plan.score * factor > best.score))
        best = { ...plan, score: plan.score * factor };
    };
    const kept = this.follow(start, piles);
    if (kept !== undefined) consider(this.finish(kept, piles), LOYALTY);
    let beam: Draft[] = [start];
    for (let depth = 0; depth < DEPTH && beam.length > 0; depth++) {
      const next: { draft: Draft; score: number }[] = [];
      const seen = new Set<string>();
      for (const draft of beam) {
        for (const joined of this.branches(draft, piles)) {
          const key = joined.joins.toSorted((x, y) => x - y).join();
          if (seen.has(key)) continue;
          seen.add(key);
          const plan = this.finish(joined, piles);
          consider(plan);
          next.push({ draft: joined, score: plan?.score ?? 0 });
        }
      }
      beam = next
        .sort((x, y) => y.score - x.score)
        .slice(0, BEAM)
        .map(({ draft }) => draft);
    }
    this.joins = best?.joins ?? [];
    return best;
  }

  /** Computed paths remain valid until neutral units are taken. */
  private look(neutrals: Int32Array): void {
    let sum = 0;
    for (const count of neutrals) sum += count;
    this.neutrals = neutrals;
    if (sum === this.neutralSum) return;
    this.neutralSum = sum;
    this.fields = new Map();
  }

  /**
   * The piles worth considering, including piles behind other piles, which become reachable when those are taken. The
   * largest come first.
   */
  private nearPiles(sources: readonly Source[], enemyTime: Int16Array): Pile[] {
    const near = this.distances.nearest(sources.map(({ cell }) => cell));
    const piles: (Pile & { time: number })[] = [];
    this.neutrals.forEach((size, cell) => {
      if (size === 0 || near[cell] < 0) return;
      piles.push({ cell, size, time: near[cell], enemyTime: enemyTime[cell] < 0 ? 32767 : enemyTime[cell] });
    });
    return piles
      .sort((x, y) => x.time - 2 * x.size - (y.time - 2 * y.size) || x.cell - y.cell)
      .slice(0, PILES)
      .sort((x, y) => y.size - x.size || x.time - y.time || x.cell - y.cell);
  }

  /** The part of the current plan that can still be followed. */
  private follow(start: Draft, piles: readonly Pile[]): Draft | undefined {
    let draft = start;
    for (const cell of this.joins) {
      const pile = piles.find((each) => each.cell === cell);
      if (pile === undefined) continue;
      const joined = this.join(draft, pile);
      if (joined === undefined) return undefined;
      draft = joined;
    }
    return draft;
  }

  /** Promising variants of the draft, each with one more small pile. */
  private branches(draft: Draft, piles: readonly Pile[]): Draft[] {
    const drafts: { draft: Draft; cost: number }[] = [];
    for (const pile of piles) {
      if (pile.size > LIMIT - draft.total || draft.joins.includes(pile.cell)) continue;
      const joined = this.join(draft, pile);
      if (joined === undefined) continue;
      drafts.push({ draft: joined, cost: joined.sources[joined.sources.length - 1].time - pile.size });
    }
    return drafts
      .sort((x, y) => x.cost - y.cost)
      .slice(0, BRANCHES)
      .map(({ draft: joined }) => joined);
  }

  /** The draft with one more pile. The unit that can reach the pile first takes it. */
  private join(draft: Draft, pile: Pile): Draft | undefined {
    if (pile.size > LIMIT - draft.total) return undefined;
    let [source, time] = [-1, 32767];
    draft.sources.forEach(({ cell, count, time: since }, n) => {
      const steps = count > 0 ? this.field(cell)[pile.cell] : -1;
      if (steps >= 0 && since + steps < time) [source, time] = [n, since + steps];
    });
    if (source < 0 || time > this.patience || pile.enemyTime < time) return undefined;
    const sources = draft.sources.map((each, n) => (n === source ? { ...each, count: each.count - 1 } : each));
    sources.push({ cell: pile.cell, count: pile.size + 1, time });
    const errands = [...draft.errands, { source, pile: pile.cell, due: 0 }];
    return { sources, errands, joins: [...draft.joins, pile.cell], total: draft.total + pile.size };
  }

  /** Completes a draft with the best last step. */
  private finish(draft: Draft, piles: readonly Pile[]): HarvestPlan | undefined {
    const free = piles.filter((pile) => !draft.joins.includes(pile.cell));
    const times = free.map((pile) =>
      draft.sources.map(({ cell, count, time }) => {
        const steps = count > 0 ? this.field(cell)[pile.cell] : -1;
        return steps < 0 ? 32767 : Math.max(1, time + steps);
      }),
    );
    const ready = draft.sources.reduce((latest, source) => Math.max(latest, source.time), 0);
    let best: HarvestPlan | undefined;
    for (const horizon of HORIZONS) {
      if (horizon < ready || horizon > this.patience || horizon > this.latest) continue;
      const chosen = lastStep(draft.sources, free, times, horizon);
      if (chosen.size === 0) continue;
      let [gain, worth, due] = [0, 0, ready];
      for (const [n, source] of chosen) {
        gain += free[n].size;
        due = Math.max(due, times[n][source]);
        worth += free[n].size * (free[n].enemyTime <= horizon ? CONTESTED : 1);
      }
      const score = (draft.total + worth) * (1 - due / this.patience);
      if (best !== undefined && score <= best.score) continue;
      const last = Array.from(chosen, ([n, source]) => ({ source, pile: free[n].cell, due }));
      best = { errands: [...draft.errands, ...last], total: draft.total + gain, score, joins: draft.joins };
    }
    // Taking only small piles can also be worthwhile.
    const score = draft.total * (1 - ready / this.patience);
    if (draft.joins.length > 0 && (best === undefined || score > best.score))
      best = { errands: draft.errands, total: draft.total, score, joins: draft.joins };
    return best;
  }
}

/**
 * Assigns each unit at most one pile that it can reach in time, so that the sum is maximal. The piles are tried from
 * the largest down. A pile is omitted only if no reassignment of the units makes room for it.
 */
function lastStep(
  sources: readonly Source[],
  piles: readonly Pile[],
  times: readonly (readonly number[])[],
  horizon: number,
): Map<number, number> {
  const chosen = new Map<number, number>();
  const load = sources.map(() => 0);
  const units = sources.reduce((sum, source) => sum + source.count, 0);
  const place = (n: number, visited: boolean[]): boolean => {
    for (let source = 0; source < sources.length; source++) {
      if (visited[source] || times[n][source] > horizon) continue;
      visited[source] = true;
      if (load[source] < sources[source].count) {
        load[source]++;
        chosen.set(n, source);
        return true;
      }
      for (const [other, at] of chosen) {
        if (at !== source || !place(other, visited)) continue;
        chosen.set(n, source);
        return true;
      }
    }
    return false;
  };
  for (const contested of [false, true]) {
    for (let n = 0; n < piles.length && chosen.size < units; n++) {
      if (piles[n].enemyTime <= horizon === contested)
        place(
          n,
          sources.map(() => false),
        );
    }
  }
  return chosen;
}
