import { seedOf, sha256OfText } from '../rounds/chance.ts';
import { resultFrom } from '../rounds/result.ts';
import { after, due, start } from '../rounds/round.ts';
import type { RoundMatch, RoundResult, RoundSetup, RoundState } from '../rounds/state.ts';
import { expandSides } from '../sides.ts';
import type { Database, Row, StoredResult, Tx } from '../store/schema.ts';
import type { SeatInput } from '../words.ts';

/** Converts the row of a frozen round to the input of the functions in rounds/. */
function setupOf({ terms, entrants, secret, frozen, withdrawn }: Row<'rounds'>): RoundSetup {
  if (entrants === null || frozen === null) throw new Error('the round is not frozen');
  return { terms, entrants, chance: { secret, frozen }, withdrawn };
}

/** Returns the player at each seat. */
export function seatsOf(setup: RoundSetup, { seats }: RoundMatch): SeatInput[] {
  const modules = new Map(setup.entrants.map(({ submission, module }) => [submission, module]));
  const sides = seats.map(
    (version): SeatInput =>
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

/** Returns the rows of a round's matches in the database, by the matches' numbers in the round. */
export async function rowsOf(tx: Database | Tx, round: number): Promise<Map<number, RoundRow>> {
  const rows = await tx
    .selectFrom('matches')
    .select(['id', 'number', 'in_round', 'state', 'board', 'seed', 'key', 'seats', 'result', 'why'])
    .where('round', '=', round)
    .execute();
  return new Map(rows.map((row) => [row.in_round!, row]));
}

/**
 * Checks whether a row is the planned match. If an earlier match was played again, the row may be for a match that is
 * no longer planned, and the row's result doesn't count.
 */
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

function isSame(a: SeatInput, b: SeatInput): boolean {
  if (a.team !== b.team) return false;
  if (a.kind === 'builtin') return b.kind === 'builtin' && a.name === b.name;
  return b.kind === 'module' && a.module === b.module && a.version === b.version;
}

/** The state that a round has reached with the results so far, and these results. */
export interface RoundProgress {
  readonly state: RoundState;
  readonly results: ReadonlyMap<number, RoundResult>;
}

/** Computes a round's state from the database. */
export function reached(round: Row<'rounds'>, rows: ReadonlyMap<number, RoundRow>): RoundProgress {
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

/**
 * The last computed state of each round, cached for viewers, since computing the state of a large round takes a second.
 */
const seen = new Map<number, { readonly stamp: string; readonly reached: RoundProgress }>();
const MAX_SEEN = 20;

/**
 * Works like `reached`, but returns the result of the last call again if nothing has changed since that call. The
 * result must not be modified.
 */
export function reachedLately(round: Row<'rounds'>, rows: ReadonlyMap<number, RoundRow>): RoundProgress {
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

/** Returns the game's scores, and the disqualified players. */
export function scoresOf({ scores, verdicts }: StoredResult): { scores: readonly number[]; out: number[] } {
  return { scores, out: [...new Set(verdicts.map(({ seat }) => seat))].sort((a, b) => a - b) };
}
