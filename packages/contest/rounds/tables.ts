import { designTables, type Table } from '@ludus/lab/statistics.ts';
import { matchKey } from './chance.ts';
import type { Index, RoundMatch, RoundSetup } from './state.ts';

/** Tables that were drawn before: a round is computed again and again while it is played, and drawing them takes most of the time. */
const drawn = new Map<string, readonly Table[]>();
const MAX_DRAWN = 1000;

/** Balanced tables (`designTables`); the same arguments give the same ones, at once where they were asked for before. */
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

/** Puts the round's fillers in the places of stand-ins; without fillers tables stay as they are. */
function filled(table: Table, { terms, entrants }: RoundSetup): Table {
  const { fillers } = terms;
  if (fillers.length === 0) return table;
  const players = [...table.players];
  table.standIns.forEach((place, i) => {
    players[place] = entrants.length + (i % fillers.length);
  });
  return { ...table, players };
}

/** The number of anyone who plays: a submission's, or below 0 a filler's. */
function versionOf({ entrants }: RoundSetup, index: Index): number {
  return index < entrants.length ? entrants[index].submission : entrants.length - 1 - index;
}

/** Where in a round matches stand, and the number of the first. */
export interface Position {
  readonly stage: number;
  readonly playOn: number;
  readonly first: number;
}

/**
 * The matches at some tables, `games` each. All move on by one seat from match to match; after a whole turn the board changes. Tables of one deal are
 * played on the same boards.
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
