import { designTables, type Table } from '@ludus/lab/statistics.ts';
import { matchKey } from './chance.ts';
import type { Index, RoundMatch, RoundSetup } from './state.ts';

/**
 * A cache of drawn tables. A round is recomputed many times while it is played, and drawing tables takes most of the
 * time.
 */
const drawn = new Map<string, readonly Table[]>();
const MAX_DRAWN = 1000;

/**
 * Returns balanced tables (`designTables`), which depend only on the arguments. Repeated calls return cached tables.
 */
export function drawnTables(
  players: readonly Index[],
  spare: readonly Index[],
  seats: number,
  matches: number,
  seed: number,
  firstDeal: number,
): readonly Table[] {
  const key = JSON.stringify([players, players.length < seats ? spare : [], seats, matches, seed, firstDeal]);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const tables = designTables(players, spare, seats, matches, seed, firstDeal);
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  drawn.set(key, tables);
  return tables;
}

/** Replaces stand-ins with the round's fillers; without fillers, the table is unchanged. */
function filled(table: Table, { terms, entrants }: RoundSetup): Table {
  const { fillers } = terms;
  if (fillers.length === 0) return table;
  const players = [...table.players];
  table.standIns.forEach((place, i) => {
    players[place] = entrants.length + (i % fillers.length);
  });
  return { ...table, players };
}

/** Returns a player's number: the submission's number, or a negative number for a filler. */
function versionOf({ entrants }: RoundSetup, index: Index): number {
  return index < entrants.length ? entrants[index].submission : entrants.length - 1 - index;
}

/** The position of some matches in a round, and the number of the first match. */
export interface Position {
  readonly stage: number;
  readonly playOn: number;
  readonly first: number;
}

/**
 * Returns the matches at some tables: `games` matches per table. All players move by one seat from match to match, and
 * the board changes after each full rotation. Tables of one deal use the same boards.
 */
export function matchesAt(
  setup: RoundSetup,
  tables: readonly Table[],
  games: number,
  { stage, playOn, first }: Position,
): RoundMatch[] {
  const { boards } = setup.terms;
  let number = first;
  return tables.flatMap((made, at) => {
    const table = filled(made, setup);
    const seats = table.players.length;
    return Array.from({ length: games }, (_, game): RoundMatch => {
      const sits = table.players.map((_, seat) => {
        const place = (seat + game) % seats;
        return { index: table.players[place], counts: !table.standIns.includes(place) };
      });
      const match = {
        number,
        board: boards[(table.deal + Math.floor(game / seats)) % boards.length].name,
        seed: matchKey(setup.chance, number),
        seats: sits.map(({ index }) => versionOf(setup, index)),
        stage,
        table: at,
        playOn,
        sits,
      };
      number++;
      return match;
    });
  });
}
