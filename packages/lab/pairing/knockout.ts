import { LEVEL } from './formats.ts';
import {
  compareNumbers,
  type Entrant,
  type PlayedStage,
  ranked,
  type Stage,
  type Table,
  type TableResult,
  type TournamentFormat,
  type TournamentSetup,
  totals,
} from './tables.ts';

/**
 * Single elimination. With two seats, the winner advances. With more seats, the better half of a table advances. In
 * every round, the first of the remaining players in the list meets the last, so the first two can meet only in the
 * final. Free places in the first round are byes for the first in the list.
 */
export function singleElimination(setup: TournamentSetup): TournamentFormat {
  return elimination('single', setup, 1);
}

/**
 * Double elimination: an entrant is eliminated when it has been in the worse half of a table twice. Entrants with and
 * without a loss meet only in the final.
 */
export function doubleElimination(setup: TournamentSetup): TournamentFormat {
  return elimination('double', setup, 2);
}

interface Field {
  /**
   * Remaining entrants, best first, in one list for each number of losses until elimination, from 1 to the number of
   * lives.
   */
  readonly pools: Entrant[][];
  /** Eliminated entrants, in the order of elimination. Entrants eliminated in the same stage share a list. */
  readonly out: Entrant[][];
  /** Eliminated entrants that were as good as an opponent that stayed. */
  readonly level: ReadonlySet<Entrant>;
}

/** The number of byes that an entrant has had. */
type CountByes = (entrant: Entrant) => number;

/** The number of places of the smallest full bracket, 2^k. */
function bracketFor(players: number): number {
  let bracket = 2;
  while (bracket < players) bracket *= 2;
  return bracket;
}

function elimination(id: string, { entrants, seats, gone }: TournamentSetup, lives: number): TournamentFormat {
  const begin = Array.from({ length: entrants }, (_, i) => i);

  /** Reconstructs the tournament's state from its results. */
  function fieldAfter(played: readonly PlayedStage[]): Field {
    const left = new Map(begin.map((e) => [e, lives]));
    const out: Entrant[][] = [];
    const level = new Set<Entrant>();
    const leave = (stage: number) => {
      for (const entrant of gone?.(stage) ?? []) left.delete(entrant);
    };
    for (const [at, { stage, results }] of played.entries()) {
      leave(at);
      const fallen: Entrant[] = [];
      stage.tables.forEach((table, t) => {
        const { losers, isLevel } = losersOf(table, results[t]);
        for (const loser of losers) {
          const now = left.get(loser)! - 1;
          if (now > 0) left.set(loser, now);
          else {
            left.delete(loser);
            if (isLevel) level.add(loser);
            fallen.push(loser);
          }
        }
      });
      out.push(fallen);
    }
    leave(played.length);
    const pools = Array.from({ length: lives }, (_, i) => begin.filter((e) => left.get(e) === i + 1));
    return { pools, out, level };
  }

  /**
   * The worse half of a table's players, not counting stand-ins. Of three players, this is only the last. `isLevel`:
   * whether the best loser is as good as the last player that stays.
   */
  function losersOf(table: Table, result: TableResult): { losers: Entrant[]; isLevel: boolean } {
    const places = table.players.map((_, place) => place).filter((place) => !table.standIns.includes(place));
    const compare = (a: number, b: number) =>
      compareNumbers(result.shares[b], result.shares[a]) || compareNumbers(result.scores[b], result.scores[a]);
    places.sort((a, b) => compare(a, b) || table.players[a] - table.players[b]);
    const cut = Math.ceil(places.length / 2);
    const isLevel = cut < places.length && compare(places[cut - 1], places[cut]) === 0;
    return { losers: places.slice(cut).map((place) => table.players[place]), isLevel };
  }

  /**
   * Pairs the first entrants of a pool with the last, so that half of the playing entrants lose. `resting` entrants
   * advance without playing: the entrants with the fewest byes or, among equals, the first in the list.
   */
  function pairOff(
    pool: readonly Entrant[],
    resting: number,
    deal: number,
    spare: readonly Entrant[],
    rests: CountByes,
  ) {
    const byes = [...pool].sort((a, b) => rests(a) - rests(b) || a - b).slice(0, resting);
    const players = pool.filter((e) => !byes.includes(e));
    const full = Math.floor(players.length / seats);
    // Deals the entrants to the tables back and forth, so that the full tables are about equally strong. The remaining
    // entrants meet at a table with stand-ins.
    const seated: Entrant[][] = Array.from({ length: full }, () => []);
    for (let i = 0; i < full * seats; i++) {
      const row = Math.floor(i / full);
      seated[row % 2 === 0 ? i % full : full - 1 - (i % full)].push(players[i]);
    }
    if (players.length > full * seats) seated.push(players.slice(full * seats));
    return { tables: seated.map((real) => filledUp(real, deal, spare)), byes };
  }

  function filledUp(real: readonly Entrant[], deal: number, spare: readonly Entrant[]): Table {
    const players = [...real];
    for (const e of spare) if (players.length < seats && !players.includes(e)) players.push(e);
    for (let i = 0; players.length < seats; i++) players.push(real[i % real.length]);
    return { players, standIns: players.flatMap((_, place) => (place < real.length ? [] : [place])), deal };
  }

  return {
    id,
    tables() {
      const played: PlayedStage[] = [];
      for (let stage = this.next(played); stage !== undefined; stage = this.next(played))
        played.push({ stage, results: stage.tables.map(firstWins) });
      return played.reduce((sum, { stage }) => sum + stage.tables.length, 0);
    },
    next(played): Stage | undefined {
      const { pools, out } = fieldAfter(played);
      const inside = pools.flat().length;
      if (inside < 2) return undefined;
      const rests: CountByes = (e) => played.filter(({ stage }) => stage.byes.includes(e)).length;
      const spare = [...out].reverse().flat();
      const deal = played.length * lives;
      if (inside <= seats) {
        const everybody = pools.flat().sort((a, b) => a - b);
        const name = inside === 2 ? 'Final' : `Final table of ${inside}`;
        return { name, tables: [filledUp(everybody, deal, spare)], byes: [] };
      }
      const made = pools.map((pool, i) => {
        if (pool.length < 2) return { tables: [], byes: [...pool] };
        // Entrants without a loss are kept in a full bracket, so that only the bracket's first round has byes. The
        // lower pools can have any number of entrants.
        const resting = i === lives - 1 ? bracketFor(pool.length) - pool.length : pool.length % 2;
        return pairOff(pool, resting, deal + i, spare, rests);
      });
      return {
        name: `Round ${played.length + 1}: ${inside} left`,
        tables: made.flatMap((each) => each.tables),
        byes: made.flatMap((each) => each.byes),
      };
    },
    standings(played) {
      const { out, level } = fieldAfter(played);
      const fell = (e: Entrant) => {
        const stage = out.findIndex((gone) => gone.includes(e));
        return stage < 0 ? out.length : stage;
      };
      const records = totals(entrants, played, 0);
      return ranked(
        begin,
        (a, b) => fell(b) - fell(a) || compareNumbers(records[b].points, records[a].points),
        (e) => ({
          ...records[e],
          note: fell(e) === out.length ? '' : `out in round ${fell(e) + 1}${level.has(e) ? LEVEL : ''}`,
        }),
      );
    },
  };
}

/** A mock result in which the first player in the list always wins. */
function firstWins({ players }: Table): TableResult {
  const shares = players.map((player) => players.filter((other) => other > player).length);
  return { shares, scores: shares };
}
