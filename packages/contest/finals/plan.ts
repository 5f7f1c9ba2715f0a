import { seedOf, sha256OfText } from '../rounds/chance.ts';
import { resultFrom } from '../rounds/result.ts';
import { after, due, start } from '../rounds/round.ts';
import type { RoundMatch, RoundResult, RoundSetup, RoundState } from '../rounds/state.ts';
import { expandSides } from '../sides.ts';
import type { Database, Row, StoredResult, Tx } from '../store/schema.ts';
import type { Seated } from '../words.ts';

/** A row of a round that is frozen, as the functions of rounds/ want it. */
function setupOf({ terms, entrants, secret, frozen, withdrawn }: Row<'rounds'>): RoundSetup {
  if (entrants === null || frozen === null) throw new Error('the round is not frozen');
  return { terms, entrants, chance: { secret, frozen }, withdrawn };
}

/** The player of each seat. */
export function seatsOf(setup: RoundSetup, { seats }: RoundMatch): Seated[] {
  const modules = new Map(setup.entrants.map(({ submission, module }) => [submission, module]));
  const sides = seats.map(
    (version): Seated =>
      version < 0
        ? { kind: 'builtin', name: setup.terms.fillers[-1 - version] }
        : { kind: 'module', module: modules.get(version)!, version },
  );
  return expandSides(sides, setup.terms.teams);
}

export type RoundRow = Pick<
  Row<'matches'>,
  'id' | 'number' | 'in_round' | 'state' | 'board' | 'seed' | 'key' | 'seats' | 'result' | 'why'
>;

/** The matches of a round that are in the database, by their numbers in it. */
export async function rowsOf(tx: Database | Tx, round: number): Promise<Map<number, RoundRow>> {
  const rows = await tx
    .selectFrom('matches')
    .select(['id', 'number', 'in_round', 'state', 'board', 'seed', 'key', 'seats', 'result', 'why'])
    .where('round', '=', round)
    .execute();
  return new Map(rows.map((row) => [row.in_round!, row]));
}

/** Whether a row is the match that is planned. A result of another one counts for nothing: what came before it was played again. */
export function isPlanned(setup: RoundSetup, match: RoundMatch, row: RoundRow): boolean {
  const seats = seatsOf(setup, match);
  return (
    row.board === match.board &&
    row.key === match.seed &&
    row.seed === String(seedOf(match.seed)) &&
    row.seats.length === seats.length &&
    row.seats.every((seat, at) => isSame(seat, seats[at]))
  );
}

function isSame(a: Seated, b: Seated): boolean {
  if (a.team !== b.team) return false;
  if (a.kind === 'builtin') return b.kind === 'builtin' && a.name === b.name;
  return b.kind === 'module' && a.module === b.module && a.version === b.version;
}

/** A round as far as its results go, with these results. */
export interface Reached {
  readonly state: RoundState;
  readonly results: ReadonlyMap<number, RoundResult>;
}

/** Works a round out from what the database has of it. */
export function reached(round: Row<'rounds'>, rows: ReadonlyMap<number, RoundRow>): Reached {
  const setup = setupOf(round);
  const annulled = new Set(round.annulled);
  const results = new Map<number, RoundResult>();
  let state = start(setup);
  for (;;) {
    const open = due(state, results);
    for (const match of open) {
      const row = rows.get(match.number);
      if (annulled.has(match.number)) results.set(match.number, 'annulled');
      else if (row?.state === 'done' && row.result !== null && isPlanned(state.setup, match, row))
        results.set(match.number, resultFrom(match, scoresOf(row.result), state.setup.terms.teams));
    }
    const next = after(state, results);
    if (next === state) return { state, results };
    state = next;
  }
}

/** The latest computed state of each round, for its viewers: a large one takes a second. */
const seen = new Map<number, { readonly stamp: string; readonly reached: Reached }>();
const MAX_SEEN = 20;

/** Like `reached`, at once where nothing has changed since it was last asked for. For looking only. */
export function reachedLately(round: Row<'rounds'>, rows: ReadonlyMap<number, RoundRow>): Reached {
  const { id, state, frozen, withdrawn, annulled } = round;
  const results = [...rows.values()].map((row) => [row.in_round, row.key, row.state === 'done' && row.result?.scores]);
  const stamp = sha256OfText(JSON.stringify([state, frozen, withdrawn, annulled, results]));
  const known = seen.get(id);
  if (known?.stamp === stamp) return known.reached;
  const now = reached(round, rows);
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(id, { stamp, reached: now });
  return now;
}

/** The game's scores, and who was taken out. */
export function scoresOf({ scores, verdicts }: StoredResult): { scores: readonly number[]; out: number[] } {
  return { scores, out: [...new Set(verdicts.map(({ seat }) => seat))].sort((a, b) => a - b) };
}
