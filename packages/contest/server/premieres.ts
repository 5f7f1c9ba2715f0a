import { sql } from 'kysely';
import { historyOf, type PastMatch } from '../premieres/history.ts';
import { interestOf, nextStep, pointsOf, promiseOf, type RatedSide, showTimes } from '../premieres/rules.ts';
import { firstSeatsOf } from '../sides.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import type { SeatInput } from '../words.ts';
import { isWorkerMissing } from './contest-view.ts';
import type { Server } from './handler.ts';
import { newestTable } from './tables.ts';

/** Number of matches to choose from: the next matches in the queue, or the newest played matches. */
const CHOSEN_FROM = 60;
/** Number of ladder matches, the newest first, on which a premiere's history is based. */
const HISTORY_OF = 1000;
/** Number of stored premieres. The matches of older premieres may be shown again. */
const KEPT = 200;

export type LatestPremiere = Row<'premieres'> & { readonly now: Date };

/** Returns the newest premiere, with the database's time. */
export async function latestPremiere(db: Database | Tx, contest: number): Promise<LatestPremiere | undefined> {
  return await db
    .selectFrom('premieres')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('contest', '=', contest)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Runs the steps that are due. They choose a match, set the premiere's start once the match has been played, and count
 * the calls at the end. Nothing happens without viewers, since only their requests call this function.
 */
export async function advancePremiere(server: Server, contest: Row<'contests'>): Promise<void> {
  const { store } = server.context;
  if ((await dueStep(store.db, contest.id)).step === 'none') return;
  // The match is chosen before locking, so that a contest without played matches isn't locked.
  const chosen = await chooseMatch(store.db, contest.id);
  const isChanged = await store.transaction(async (tx) => {
    await holdContest(tx, contest.id);
    let isChanged = false;
    for (;;) {
      const { premiere, step, match } = await dueStep(tx, contest.id);
      if (step === 'none' || (step === 'draw' && !chosen)) return isChanged;
      isChanged = true;
      switch (step) {
        case 'abandon':
          await tx.deleteFrom('premieres').where('id', '=', premiere!.id).execute();
          break;
        case 'start': {
          const times = showTimes(premiere!, match!.result!.rounds, premiere!.now);
          await tx.updateTable('premieres').set(times).where('id', '=', premiere!.id).execute();
          break;
        }
        case 'settle':
          await settle(tx, premiere!, match);
          break;
        case 'draw':
          await open(tx, contest.id, chosen!, (premiere?.number ?? 0) + 1);
          break;
      }
      await announce(tx, contest.id, 'premiere', {});
      if (step === 'draw' || step === 'abandon') return true;
    }
  });
  if (!isChanged) return;
  await server.tell({ kind: 'changed' });
  server.changed();
}

async function dueStep(db: Database | Tx, contest: number) {
  const premiere = await latestPremiere(db, contest);
  const match =
    premiere &&
    (await db
      .selectFrom('matches')
      .select(['state', 'result', 'seats'])
      .where('id', '=', premiere.match)
      .executeTakeFirst());
  return { premiere, match, step: nextStep(premiere, match?.state, premiere?.now ?? new Date()) };
}

interface ChosenMatch {
  readonly match: number;
  readonly known: boolean;
  readonly history: ReturnType<typeof historyOf>;
}

/**
 * Returns the most promising of the next matches. If there is none, returns the most interesting of the newest matches;
 * matches that weren't shown yet come first.
 */
async function chooseMatch(db: Database, contest: number): Promise<ChosenMatch | undefined> {
  const entrantOf = await entrantsByVersion(db, contest);
  const table = new Map((await newestTable(db, contest))?.rows.map((row) => [row.entrant, row]));
  const entrantsIn = (seats: readonly SeatInput[]) => firstSeatsOf(seats).map((seat) => entrantOf(seats[seat]));
  const rated = (seats: readonly SeatInput[]) =>
    entrantsIn(seats).map((entrant): RatedSide | undefined => (entrant === null ? undefined : table.get(entrant)));
  const waiting = (await isWorkerMissing(db)) ? [] : await waitingMatches(db, contest);
  const played = waiting.length > 0 ? [] : await playedMatches(db, contest);
  const [best] = [
    ...waiting.map(({ id, seats }) => ({ id, seats, shown: 0, interest: promiseOf(rated(seats)) })),
    ...played.map(({ id, seats, result, shown }) => {
      const bySide = firstSeatsOf(seats).map((seat) => ({ score: result!.scores[seat], place: result!.places[seat] }));
      return { id, seats, shown, interest: interestOf(rated(seats), bySide) };
    }),
  ].sort((one, other) => one.shown - other.shown || other.interest - one.interest);
  if (!best) return undefined;
  const entrants = entrantsIn(best.seats);
  const places = entrants.map((entrant) => (entrant === null ? null : (table.get(entrant)?.place ?? null)));
  const past = await pastMatches(db, contest, best.id, entrantsIn);
  return { match: best.id, known: waiting.length === 0, history: historyOf(entrants, past, places) };
}

async function entrantsByVersion(db: Database, contest: number): Promise<(seated: SeatInput) => number | null> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('entrants', 'entrants.id', 'submissions.entrant')
    .select(['submissions.number as version', 'entrants.number'])
    .where('submissions.contest', '=', contest)
    .execute();
  const entrants = new Map(rows.map(({ version, number }) => [version, number]));
  return (seated) => (seated.kind === 'module' ? (entrants.get(seated.version) ?? null) : null);
}

/** Excludes matches that failed on a machine, since they may fail again. */
const waitingMatches = (db: Database, contest: number) =>
  db
    .selectFrom('matches')
    .select(['id', 'seats'])
    .where('contest', '=', contest)
    .where('kind', '=', 'ladder')
    .where('state', 'in', ['queued', 'leased'])
    .where('losses', '=', 0)
    .orderBy('id')
    .limit(CHOSEN_FROM)
    .execute();

const playedMatches = (db: Database, contest: number) =>
  db
    .selectFrom('matches')
    .innerJoin('replays', 'replays.match', 'matches.id')
    .select(['matches.id', 'seats', 'result'])
    .select(sql<number>`(select count(*)::int from premieres p where p.match = matches.id)`.as('shown'))
    .where('contest', '=', contest)
    .where('kind', '=', 'ladder')
    .where('state', '=', 'done')
    .orderBy('number', 'desc')
    .limit(CHOSEN_FROM)
    .execute();

async function pastMatches(
  db: Database,
  contest: number,
  before: number,
  entrantsIn: (seats: readonly SeatInput[]) => (number | null)[],
): Promise<PastMatch[]> {
  const rows = await db
    .selectFrom('matches')
    .select(['seats', 'result'])
    .where('contest', '=', contest)
    .where('kind', '=', 'ladder')
    .where('state', '=', 'done')
    .where('id', '<', before)
    .orderBy('number', 'desc')
    .limit(HISTORY_OF)
    .execute();
  return rows.map(({ seats, result }) => {
    const firsts = firstSeatsOf(seats);
    const entrants = entrantsIn(seats);
    return { sides: firsts.map((seat, side) => ({ entrant: entrants[side], place: result!.places[seat] })) };
  });
}

async function open(tx: Tx, contest: number, { match, known, history }: ChosenMatch, number: number): Promise<void> {
  await sql`insert into premieres (contest, number, match, known, history)
    values (${contest}, ${number}, ${match}, ${known}, ${JSON.stringify(history)}::jsonb)`.execute(tx);
  await tx
    .deleteFrom('premieres')
    .where('contest', '=', contest)
    .where('number', '<=', number - KEPT)
    .execute();
}

/**
 * Counts the calls of a premiere, and marks the premiere as settled. If the match no longer has a result, no calls are
 * counted.
 */
async function settle(
  tx: Tx,
  premiere: Row<'premieres'>,
  match: Pick<Row<'matches'>, 'seats' | 'result'> | undefined,
): Promise<void> {
  await tx.updateTable('premieres').set({ settled: true }).where('id', '=', premiere.id).execute();
  if (!match?.result) return;
  const { places } = match.result;
  const points = pointsOf(firstSeatsOf(match.seats).map((seat) => places[seat]));
  await sql`
    update callers c set calls = c.calls + 1, points = c.points + p.points,
      hits = c.hits + case when p.points > 0 then 1 else 0 end
    from calls, jsonb_array_elements_text(${JSON.stringify(points)}::jsonb) with ordinality e (text, at),
      lateral (select e.text::double precision as points) p
    where calls.premiere = ${premiere.id} and calls.caller = c.id and e.at = calls.side + 1`.execute(tx);
}
