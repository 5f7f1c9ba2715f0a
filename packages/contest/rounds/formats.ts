import {
  doubleElimination,
  matchesToMeetAll,
  roundRobin,
  singleElimination,
  swiss,
  type Table,
  type TournamentSetup,
} from '@ludus/lab/statistics.ts';
import { tableSeed } from './chance.ts';
import type { Cut, Index, RoundState, StagePlan } from './state.ts';
import { drawnTables } from './tables.ts';
import type { FormatTerms } from './terms.ts';

/** The active players, in the order of the list. */
export interface Field {
  readonly state: RoundState;
  readonly inside: readonly Index[];
  /** Returns the players who left before a stage is drawn. */
  gone(stage: number): readonly Index[];
}

/** Returns the number of matches, rounded up so that each player has every seat the same number of times. */
export const upTo = (matches: number, seats: number): number => Math.ceil(matches / seats) * seats;
const spread = (n: number): Index[] => Array.from({ length: n }, (_, i) => i);

/** Returns the next stage, or undefined when the round is over. */
export function nextStage(format: FormatTerms, field: Field): StagePlan | undefined {
  if (field.inside.length < 2) return undefined;
  switch (format.kind) {
    case 'last-out':
      return lastOut(format, field);
    case 'knock-out':
      return knockOut(format, field);
    case 'round-robin':
      return everybody(format, field);
    case 'swiss':
      return alike(format, field);
  }
}

type FormatOf<Kind> = Extract<FormatTerms, { readonly kind: Kind }>;

/** Returns the number of players who leave after a stage of `last-out`, the course's original format. */
export const leaving = ({ out, outPercent }: FormatOf<'last-out'>, inside: number): number =>
  Math.min(inside - 1, Math.max(out, Math.floor((inside * outPercent) / 100)));

function lastOut(format: FormatOf<'last-out'>, { state, inside }: Field): StagePlan {
  const { seats } = state.setup.terms;
  const { matches } = format;
  const go = leaving(format, inside.length);
  const spare = state.closed.toReversed().flatMap((stage) => stage.out.flat());
  return {
    tables: drawnTables(inside, spare, seats, upTo(matches, seats), seedOfStage(state), firstDeal(state)),
    games: 1,
    byes: [],
    cuts: [{ members: inside, boundaries: [inside.length - go], over: 'stage' }],
  };
}

function knockOut({ matches, lives }: FormatOf<'knock-out'>, field: Field): StagePlan | undefined {
  const { seats } = field.state.setup.terms;
  const stage = (lives === 1 ? singleElimination : doubleElimination)(labSetup(field)).next(
    field.state.closed.map((closed) => closed.stage),
  );
  if (stage === undefined) return undefined;
  const alone = (table: Table) => membersOf(table).length < 2;
  const tables = stage.tables.filter((table) => !alone(table));
  return {
    tables,
    games: upTo(matches, seats),
    byes: [...stage.byes, ...stage.tables.filter(alone).flatMap(membersOf)],
    cuts: tables.map((table): Cut => {
      const members = membersOf(table);
      return { members, boundaries: [Math.ceil(members.length / 2)], over: 'stage' };
    }),
  };
}

function everybody({ matches, decides }: FormatOf<'round-robin'>, { state, inside }: Field): StagePlan | undefined {
  if (state.closed.length > 0) return undefined;
  const { seats } = state.setup.terms;
  const cuts = [finalCut(inside, decides)];
  if (seats > 2) {
    const each = Math.max(upTo(matches, seats), matchesToMeetAll(inside.length, seats));
    return { tables: drawnTables(inside, [], seats, each, seedOfStage(state), 0), games: 1, byes: [], cuts };
  }
  const stage = roundRobin({ entrants: inside.length, seats, seed: 1 }).next([]);
  const tables = (stage?.tables ?? []).map((table) => ({ ...table, players: table.players.map((at) => inside[at]) }));
  return { tables, games: upTo(matches, seats), byes: [], cuts };
}

function alike({ stages, matches, decides }: FormatOf<'swiss'>, field: Field): StagePlan | undefined {
  const { state, inside } = field;
  const { seats } = state.setup.terms;
  const stage = swiss(labSetup(field), stages).next(state.closed.map((closed) => closed.stage));
  if (stage === undefined) return undefined;
  const last = state.closed.length === stages - 1;
  return {
    tables: stage.tables,
    games: upTo(matches, seats),
    byes: stage.byes,
    cuts: last ? [finalCut(inside, decides)] : [],
  };
}

const finalCut = (members: readonly Index[], decides: number): Cut => ({
  members,
  boundaries: spread(Math.min(decides, members.length - 1)).map((i) => i + 1),
  over: 'all',
});

/** Returns the players at a table without the stand-ins. */
function membersOf({ players, standIns }: Table): Index[] {
  return players.filter((_, place) => !standIns.includes(place));
}

function labSetup({ state, gone }: Field): TournamentSetup {
  const { terms, entrants, chance } = state.setup;
  return { entrants: entrants.length, seats: terms.seats, seed: tableSeed(chance, 'all'), gone };
}

const seedOfStage = (state: RoundState): number => tableSeed(state.setup.chance, `stage ${state.closed.length + 1}`);

/** Returns the first deal that no earlier stage has used. */
function firstDeal({ closed }: RoundState): number {
  let first = 0;
  for (const { plan } of closed) for (const { deal } of plan.tables) first = Math.max(first, deal + 1);
  return first;
}
