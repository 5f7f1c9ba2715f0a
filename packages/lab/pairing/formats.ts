import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { designTables, matchesToMeetAll } from './design.ts';
import { meetingsSoFar, pairBySimilarity, seatEvenly, seatsSoFar } from './similar.ts';
import {
  compareNumbers,
  type Entrant,
  type PlayedStage,
  ranked,
  type Stage,
  type Table,
  type TournamentFormat,
  type TournamentSetup,
  totals,
} from './tables.ts';

/**
 * The note for an eliminated player that was as good as a player that stayed. Only their order in the list of entrants
 * decided.
 */
export const LEVEL = ', level with a bot that stayed and is earlier in the list';

const all = (n: number): Entrant[] => Array.from({ length: n }, (_, i) => i);

/**
 * Round robin. With two seats, every pair meets once. With more seats, the tables have balanced seats and opponents.
 * `matches` per player is rounded up to a multiple of the seats. By default, there are enough matches for all to meet.
 */
export function roundRobin({ entrants, seats, seed }: TournamentSetup, matches?: number): TournamentFormat {
  const stage = (): Stage => ({ name: 'Round robin', tables: tables(), byes: [] });
  function tables(): Table[] {
    if (seats === 2 && matches === undefined) return everyPair(entrants);
    return designTables(all(entrants), [], seats, matches ?? matchesToMeetAll(entrants, seats), seed, 0);
  }
  return {
    id: 'roundrobin',
    tables: () => tables().length,
    next: (played) => (played.length === 0 ? stage() : undefined),
    standings: (played) => byPoints(entrants, played),
  };
}

/**
 * Every pair meets once. Entrants have the first seat equally often, up to a difference of one. All pairs play the same
 * deal.
 */
function everyPair(entrants: number): Table[] {
  const tables: Table[] = [];
  for (let distance = 1; distance <= entrants / 2; distance++) {
    const opposite = 2 * distance === entrants;
    for (let first = 0; first < (opposite ? distance : entrants); first++)
      tables.push({ players: [first, (first + distance) % entrants], standIns: [], deal: 0 });
  }
  return tables;
}

/**
 * Gauntlet: entrant 0 against the field. With two seats, there is one table per opponent. With more seats, the other
 * entrants fill the table in turn, about equally often, and each plays at least `matches` matches.
 */
export function gauntlet({ entrants, seats, seed }: TournamentSetup, matches?: number): TournamentFormat {
  const field = all(entrants).slice(1);
  const wanted = Math.ceil((matches ?? seats * Math.ceil(field.length / (seats - 1))) / seats) * seats;
  const tables = (): Table[] => {
    if (seats === 2) return field.map((other) => ({ players: [0, other], standIns: [], deal: 0 }));
    const random = new Lehmer(seed);
    const order = random.permutation(field.length).map((i) => field[i]);
    return Array.from({ length: wanted }, (_, t) => {
      const others = Array.from({ length: seats - 1 }, (_, i) => order[(t * (seats - 1) + i) % order.length]);
      const players = [...others];
      players.splice(t % seats, 0, 0);
      const standIns = players.flatMap((player, place) => (players.indexOf(player) < place ? [place] : []));
      return { players, standIns, deal: Math.floor(t / seats) };
    });
  };
  return {
    id: 'gauntlet',
    tables: () => tables().length,
    next: (played) => (played.length === 0 ? { name: 'Gauntlet', tables: tables(), byes: [] } : undefined),
    standings(played) {
      const records = totals(entrants, played, 0);
      const mean = (e: Entrant) => records[e].points / Math.max(1, records[e].tables);
      return ranked(
        all(entrants),
        (a, b) => compareNumbers(mean(b), mean(a)),
        (e) => ({ ...records[e], points: mean(e), note: 'points: mean of its tables' }),
      );
    },
  };
}

/**
 * Swiss: in each of `rounds` rounds, entrants with similar points meet, if possible those that have met least often.
 * With an odd number, one entrant has a bye and is credited with a win. No entrant has a second bye before all others
 * have had a bye. With more than two seats, the weakest entrants play a second time as stand-ins.
 */
export function swiss({ entrants, seats, seed, gone }: TournamentSetup, rounds?: number): TournamentFormat {
  const wanted = rounds ?? Math.max(1, Math.ceil(Math.log2(entrants)));
  return {
    id: 'swiss',
    tables: () => wanted * (seats === 2 ? Math.floor(entrants / 2) : Math.ceil(entrants / seats)),
    next(played) {
      if (played.length >= wanted) return undefined;
      const records = totals(entrants, played, 1);
      const left = gone?.(played.length) ?? [];
      const order = all(entrants)
        .filter((e) => !left.includes(e))
        .sort((a, b) => compareNumbers(records[b].points, records[a].points) || a - b);
      const byes: Entrant[] = [];
      const standIns: Entrant[] = [];
      if (seats === 2 && order.length % 2 === 1) {
        const rested = (e: Entrant) => played.filter(({ stage }) => stage.byes.includes(e)).length;
        const fewest = Math.min(...order.map(rested));
        const resting = order.findLast((e) => rested(e) === fewest)!;
        order.splice(order.indexOf(resting), 1);
        byes.push(resting);
      }
      for (let i = 0; (order.length + standIns.length) % seats !== 0; i++)
        standIns.push(order[order.length - 1 - (i % order.length)]);
      const field = [...order, ...standIns];
      const points = field.map((e) => records[e].points);
      const met = meetingsSoFar(entrants, played);
      // No entrant meets itself. Stand-ins are placed at different tables, because one stand-in affects a table less
      // than two stand-ins do.
      const keptApart = (a: number, b: number): number => {
        if (field[a] === field[b]) return 1000;
        return a >= order.length && b >= order.length ? 100 : met(field[a], field[b]);
      };
      const groups = pairBySimilarity(points, seats, keptApart, new Lehmer(seed + played.length));
      const sat = seatsSoFar(entrants, seats, played);
      const tables = groups.map((group) => {
        const seated = seatEvenly(group, (place, seat) => (place >= order.length ? 0 : sat(field[place], seat)));
        return {
          players: seated.map((place) => field[place]),
          standIns: seated.flatMap((place, at) => (place >= order.length ? [at] : [])),
          deal: played.length,
        };
      });
      return { name: `Round ${played.length + 1} of ${wanted}`, tables, byes };
    },
    standings: (played) => byPoints(entrants, played),
  };
}

/** Ranks by points, then by the points of the opponents (Buchholz), then by the game's scores. */
function byPoints(entrants: number, played: readonly PlayedStage[]) {
  const records = totals(entrants, played, 1);
  const met = meetingsSoFar(entrants, played);
  const opposition = all(entrants).map((e) => all(entrants).reduce((sum, o) => sum + met(e, o) * records[o].points, 0));
  return ranked(
    all(entrants),
    (a, b) =>
      compareNumbers(records[b].points, records[a].points) ||
      compareNumbers(opposition[b], opposition[a]) ||
      compareNumbers(records[b].scores, records[a].scores),
    (e) => records[e],
  );
}

/**
 * In each round, every remaining player plays `matches` matches, and the last-placed player is eliminated, until one
 * player is left. If fewer players remain than a table has seats, the players eliminated last fill the free seats.
 */
export function lastOut({ entrants, seats, seed }: TournamentSetup, matches = 5 * seats): TournamentFormat {
  const history = (played: readonly PlayedStage[]) => {
    const inside = all(entrants);
    const out: Entrant[] = [];
    const level = new Set<Entrant>();
    for (const stage of played) {
      const records = totals(entrants, [stage], 0);
      const mean = (e: Entrant) => records[e].points / Math.max(1, records[e].tables);
      const compare = (a: Entrant, b: Entrant) =>
        compareNumbers(mean(a), mean(b)) || compareNumbers(records[a].scores, records[b].scores);
      const [last, next] = [...inside].sort((a, b) => compare(a, b) || b - a);
      if (compare(last, next) === 0) level.add(last);
      inside.splice(inside.indexOf(last), 1);
      out.push(last);
    }
    return { inside, out, level };
  };
  return {
    id: 'course',
    tables: () =>
      all(entrants)
        .slice(1)
        .reduce((sum, others) => sum + Math.max(others + 1, seats) * Math.max(1, Math.ceil(matches / seats)), 0),
    next(played) {
      const { inside, out } = history(played);
      if (inside.length < 2) return undefined;
      const deals = played.reduce((sum, { stage }) => sum + new Set(stage.tables.map((t) => t.deal)).size, 0);
      const tables = designTables(inside, [...out].reverse(), seats, matches, seed + played.length, deals);
      return { name: `Round ${played.length + 1}: ${inside.length} left`, tables, byes: [] };
    },
    standings(played) {
      const { inside, out, level } = history(played);
      const records = totals(entrants, played, 0);
      const fell = (e: Entrant) => (inside.includes(e) ? out.length : out.indexOf(e));
      return ranked(
        all(entrants),
        (a, b) =>
          fell(b) - fell(a) ||
          compareNumbers(records[b].points / (records[b].tables || 1), records[a].points / (records[a].tables || 1)),
        (e) => ({
          ...records[e],
          note: inside.includes(e) ? '' : `out in round ${out.indexOf(e) + 1}${level.has(e) ? LEVEL : ''}`,
        }),
      );
    },
  };
}
