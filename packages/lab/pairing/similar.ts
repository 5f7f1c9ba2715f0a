import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { Entrant, PlayedStage } from './tables.ts';

/** The cost of a repeated meeting. It exceeds the cost of any difference in points. */
const MET_BEFORE = 1000;
const RESTARTS = 12;
/**
 * Number of entrants from which a field is considered large. In a large field, each start takes long, and a few starts
 * are enough.
 */
const LARGE = 100;
const RESTARTS_OF_LARGE = 3;

/**
 * Splits 0 to points.length − 1 (a multiple of `size`, in order of standing) into tables of players that have similar
 * points and haven't met. The cost of each pair at a table is (difference of points)² + 1000·(earlier meetings).
 * Starting from several divisions, players are swapped between tables until no swap lowers the sum.
 */
export function pairBySimilarity(
  points: readonly number[],
  size: number,
  met: (a: number, b: number) => number,
  random: Lehmer,
): number[][] {
  const cost = (a: number, b: number): number => (points[a] - points[b]) ** 2 + MET_BEFORE * met(a, b);
  const tableCost = (table: readonly number[]): number => {
    let sum = 0;
    for (let i = 0; i < table.length; i++) for (let j = i + 1; j < table.length; j++) sum += cost(table[i], table[j]);
    return sum;
  };
  let best: number[][] = [];
  let least = Infinity;
  const restarts = points.length > LARGE ? RESTARTS_OF_LARGE : RESTARTS;
  for (let restart = 0; restart < restarts; restart++) {
    // The first start is the order of the standings. The other starts are random.
    const order = restart === 0 ? points.map((_, i) => i) : random.permutation(points.length);
    const tables = Array.from({ length: points.length / size }, (_, t) => order.slice(t * size, (t + 1) * size));
    improve(tables, tableCost);
    const sum = tables.reduce((total, table) => total + tableCost(table), 0);
    if (sum < least - 1e-9) {
      least = sum;
      best = tables;
    }
  }
  return best.map((table) => table.sort((a, b) => a - b)).sort((a, b) => a[0] - b[0]);
}

function improve(tables: number[][], tableCost: (table: readonly number[]) => number): void {
  for (let better = true; better; ) {
    better = false;
    for (let s = 0; s < tables.length; s++) {
      for (let t = s + 1; t < tables.length; t++) {
        for (let i = 0; i < tables[s].length; i++) {
          for (let j = 0; j < tables[t].length; j++) {
            const before = tableCost(tables[s]) + tableCost(tables[t]);
            exchange(tables, s, i, t, j);
            if (tableCost(tables[s]) + tableCost(tables[t]) < before - 1e-9) better = true;
            else exchange(tables, s, i, t, j);
          }
        }
      }
    }
  }
}

function exchange(tables: number[][], s: number, i: number, t: number, j: number): void {
  const kept = tables[s][i];
  tables[s][i] = tables[t][j];
  tables[t][j] = kept;
}

/** The number of tables at which two entrants have met. Meetings with stand-ins count as well. */
export function meetingsSoFar(entrants: number, played: readonly PlayedStage[]): (a: Entrant, b: Entrant) => number {
  const met = new Int32Array(entrants * entrants);
  for (const { stage } of played)
    for (const { players } of stage.tables)
      for (const a of players) for (const b of players) if (a !== b) met[a * entrants + b]++;
  return (a, b) => met[a * entrants + b];
}

/** The number of times an entrant has started in a seat, except as a stand-in. */
export function seatsSoFar(
  entrants: number,
  seats: number,
  played: readonly PlayedStage[],
): (e: Entrant, seat: number) => number {
  const sat = new Int32Array(entrants * seats);
  for (const { stage } of played)
    for (const { players, standIns } of stage.tables)
      players.forEach((player, seat) => {
        if (!standIns.includes(seat)) sat[player * seats + seat]++;
      });
  return (e, seat) => sat[e * seats + seat];
}

/**
 * Assigns the seats of a table to its members so that each member sits in all seats about equally often. `sat`: how
 * often a member has sat in a seat.
 */
export function seatEvenly(members: readonly number[], sat: (member: number, seat: number) => number): number[] {
  let best: number[] = [];
  let least = Infinity;
  const extend = (chosen: number[], cost: number): void => {
    if (cost >= least) return;
    if (chosen.length === members.length) {
      best = chosen;
      least = cost;
      return;
    }
    for (const member of members)
      if (!chosen.includes(member)) extend([...chosen, member], cost + 2 * sat(member, chosen.length) + 1);
  };
  extend([], 0);
  return best;
}
