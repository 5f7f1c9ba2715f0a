import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { exportRound } from '../finals/export.ts';
import { kitIn } from '../game-catalog.ts';
import { table } from '../ladder/table.ts';
import { ratedResults } from '../queue/results.ts';
import { writeExport } from '../rounds/export/read.ts';

/** The progress of a contest, for a program that runs it. */
export interface Progress {
  readonly submissions: readonly { readonly number: number; readonly state: string }[];
  readonly until: number | null;
  /** The number of the last batch before the first unfinished batch. */
  readonly finished: number;
  /** Number of matches with a result, and number of matches without a result. */
  readonly done: number;
  readonly waiting: number;
  /** The state of the final round; null: the round isn't announced. */
  readonly round: string | null;
}

export async function progressOf({ store: { db } }: QueueContext, slug: string): Promise<Progress> {
  const contest = await db.selectFrom('contests').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  const submissions = await db
    .selectFrom('submissions')
    .select(['number', 'state'])
    .where('contest', '=', contest.id)
    .orderBy('number')
    .execute();
  const { rows } = await sql<{ finished: number; done: number; waiting: number }>`
    select
      (select coalesce(max(number), 0) from batches b where contest = ${contest.id} and not exists (
        select 1 from batches o where o.contest = b.contest and o.number <= b.number and o.finished is null))::int as finished,
      (select count(*) from matches where contest = ${contest.id} and state = 'done')::int as done,
      (select count(*) from matches where contest = ${contest.id} and state in ('queued', 'leased'))::int as waiting`.execute(
    db,
  );
  const round = await db.selectFrom('rounds').select('state').where('contest', '=', contest.id).executeTakeFirst();
  return { submissions, until: contest.until, ...rows[0], round: round?.state ?? null };
}

/** The result of a contest. */
export interface Transcript {
  /**
   * Lines that are identical if two contests with the same script had the same result: batches, rated matches,
   * submissions, and the table.
   */
  readonly text: string;
  /** The export of the final round, which is also a part of the text. */
  readonly round: string;
  readonly matches: number;
  /** Violated invariants, one message each. */
  readonly wrong: readonly string[];
}

export async function transcriptOf({ store: { db }, catalog }: QueueContext, slug: string): Promise<Transcript> {
  const contest = await db.selectFrom('contests').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  const lines: unknown[] = [];
  const batches = await db
    .selectFrom('batches')
    .select(['number', 'live'])
    .where('contest', '=', contest.id)
    .orderBy('number')
    .execute();
  for (const { number, live } of batches) lines.push({ batch: number, live });
  const matches = await db
    .selectFrom('matches')
    .leftJoin('replays', 'replays.match', 'matches.id')
    .select(['rated', 'batch', 'board', 'seed', 'key', 'seats', 'state', 'result', 'replay'])
    .where('contest', '=', contest.id)
    .where('kind', '=', 'ladder')
    .orderBy('rated')
    .execute();
  for (const { replay, result, ...match } of matches)
    lines.push({ ...match, result, replay: replay && hashOf(gunzipSync(replay)) });
  const submissions = await db
    .selectFrom('submissions')
    .innerJoin('entrants', 'entrants.id', 'submissions.entrant')
    .select(['submissions.number', 'entrants.number as entrant', 'sha256', 'module', 'state', 'why', 'live_since'])
    .where('submissions.contest', '=', contest.id)
    .orderBy('submissions.number')
    .execute();
  lines.push(...submissions);
  const last = batches.at(-1);
  const builtins = kitIn(catalog, contest.form.game).players.map(({ name }) => name);
  if (last !== undefined)
    for (const row of table(await ratedResults(db, contest.id, last.number, builtins), last.live)) lines.push(row);
  const rated = matches.map((match) => match.rated);
  const wrong = [
    ...rated.flatMap((number, at) => (number === at + 1 ? [] : [`rated match ${at + 1} is number ${number}`])),
    ...matches.flatMap(({ rated: number, state, result, replay }) =>
      state === 'done' && result !== null && replay !== null ? [] : [`rated match ${number} is ${state}`],
    ),
    ...(await leftOver(db)),
  ];
  const final = await db.selectFrom('rounds').selectAll().where('contest', '=', contest.id).executeTakeFirstOrThrow();
  const round = writeExport(await exportRound(db, catalog, final, true));
  return {
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join('') + round,
    round,
    matches: matches.length,
    wrong,
  };
}

/**
 * Returns the unfinished matches and submissions, and the workers and players that were wrongly blamed for a machine's
 * failure.
 */
async function leftOver(db: QueueContext['store']['db']): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'match ' || number || ' (' || kind || ') is ' || state as wrong from matches where state in ('queued', 'leased')
    union all select 'match ' || number || ' (' || kind || ') is done without a result' from matches
      where state = 'done' and result is null
    union all select 'submission ' || number || ' is ' || state from submissions where state not in ('in', 'rejected')
    union all select 'worker ' || name || ' was set aside: ' || set_aside from tokens where set_aside is not null
    union all select 'a module was quarantined: ' || why from quarantine
    union all select 'submission ' || number || ' was rejected by the machines: ' || why from submissions
      where state = 'rejected' and why like '%could not be%here%'`.execute(db);
  return rows.map(({ wrong }) => wrong);
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
