import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { kitIn } from '../game-catalog.ts';
import { table } from '../ladder/table.ts';
import { frozenHash } from '../rounds/chance.ts';
import { type Candidate, type FreezeResult, freeze, inOrder } from '../rounds/freeze.ts';
import { announce } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';
import { advanceRound, holdRound } from './advance.ts';

interface ReceivedCandidate extends Omit<Candidate, 'received'> {
  readonly received: Date;
}

/** Returns all submissions of a contest's approved entrants, with their states at a deadline. */
async function sentTo(
  db: Database | Tx,
  contest: number,
  deadline: Date | 'infinity',
): Promise<readonly ReceivedCandidate[]> {
  const { rows } = await sql<ReceivedCandidate>`
    select e.number as entrant, s.number as submission, s.received, s.sha256 as source, s.module, s.language,
      case
        when s.state not in ('in', 'rejected') then 'under way'
        when s.state = 'rejected' or exists (select 1 from quarantine q where q.module = s.module) then 'rejected'
        when s.taken_back <= greatest(${deadline}::timestamptz, e.closes) then 'taken back'
        else 'in'
      end as state
    from submissions s join entrants e on e.id = s.entrant
    where s.contest = ${contest} and e.approved`.execute(db);
  return rows;
}

/**
 * The entrants who would take part in a round if its deadline were now, and the entrants without an accepted
 * submission.
 */
export interface CurrentField {
  readonly entrants: readonly number[];
  readonly without: readonly Pick<Row<'entrants'>, 'number' | 'name'>[];
}

export async function fieldNow(db: Database | Tx, contest: number): Promise<CurrentField> {
  const accepted = (await sentTo(db, contest, 'infinity')).filter(({ state }) => state === 'in');
  const entrants = new Set(accepted.map(({ entrant }) => entrant));
  const approved = await db
    .selectFrom('entrants')
    .select(['number', 'name'])
    .where('contest', '=', contest)
    .where('approved', '=', true)
    .orderBy('number')
    .execute();
  return { entrants: [...entrants], without: approved.filter(({ number }) => !entrants.has(number)) };
}

/** Returns the result of freezing a round now. */
export async function frozenNow(db: Database | Tx, round: Row<'rounds'>): Promise<FreezeResult> {
  const rows = await sentTo(db, round.contest, round.deadline);
  const longer = await db
    .selectFrom('entrants')
    .select(['number', 'closes'])
    .where('contest', '=', round.contest)
    .where('closes', 'is not', null)
    .execute();
  return freeze(
    rows.map(({ received, module, language, ...row }) => ({
      ...row,
      received: received.getTime(),
      module: module ?? undefined,
      language: round.terms.factors && language,
    })),
    {
      deadline: round.deadline.getTime(),
      extensions: new Map(longer.map(({ number, closes }) => [number, closes!.getTime()])),
      lateUntil: round.late_until?.getTime(),
      late: round.form.late,
    },
  );
}

/**
 * Freezes and starts a round if all deadlines have passed and all submissions that could take part in the round are
 * processed. Returns false if that isn't possible yet. The contest's row must be locked.
 */
export async function beginRound(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  id: number,
): Promise<boolean> {
  const round = await holdRound(tx, id);
  if (round.state !== 'announced' || !(await isTimeOver(tx, round))) return false;
  const frozen = await frozenNow(tx, round);
  if (frozen.kind === 'waiting') return false;
  // If the order is drawn by lot, the table's order isn't used. So the frozen data doesn't depend on the time when it
  // is computed.
  const entrants =
    round.terms.order === 'drawn'
      ? frozen.entrants
      : inOrder(frozen.entrants, await orderAt(tx, context, contest, round.deadline));
  const terms = { ...round.terms, engine: context.engine };
  await tx
    .updateTable('rounds')
    .set({
      state: 'playing',
      terms: JSON.stringify(terms),
      entrants: JSON.stringify(entrants),
      frozen: frozenHash(terms, entrants),
      frozen_at: now,
    })
    .where('id', '=', id)
    .execute();
  await announce(tx, contest.id, 'round', { number: round.number });
  await advanceRound(tx, contest, id);
  return true;
}

/**
 * Orders entrants by the ladder's table after the last batch that was finished at the deadline, without entrants who
 * weren't live in that batch. The order doesn't depend on the round's start or on the tables computed so far.
 */
async function orderAt(
  tx: Tx,
  { catalog, kept }: QueueContext,
  contest: Row<'contests'>,
  deadline: Date,
): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'batches'>, 'number' | 'live'>>`
    select number, live from batches b where contest = ${contest.id} and finished <= ${deadline} and not exists (
      select 1 from batches o where o.contest = b.contest and o.number < b.number
        and (o.finished is null or o.finished > ${deadline}))
    order by number desc limit 1`.execute(tx);
  const [last] = rows;
  if (!last) return [];
  const builtins = kitIn(catalog, contest.form.game).players.map(({ name }) => name);
  const results = await kept.upTo(tx, contest.id, last.number, builtins);
  return table(results, last.live).map(({ entrant }) => entrant);
}

async function isTimeOver(tx: Tx, { contest, deadline, late_until }: Row<'rounds'>): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select clock_timestamp() > greatest(${deadline}::timestamptz, ${late_until}::timestamptz,
      (select max(closes) from entrants where contest = ${contest})) as over`.execute(tx);
  return rows[0].over;
}
