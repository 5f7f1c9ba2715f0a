import { sql } from 'kysely';
import { type QueueContext, StaleRequestError } from '../context.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { storable } from '../store/text.ts';
import { now } from '../store/times.ts';
import type { FinishedOutcome, Lease, Outcome } from '../words.ts';
import { isRepeated, mustBeLeased, mustFit, readReplay } from './answer-checks.ts';
import { sha256 } from './chance.ts';
import { setAside, type Verdict, weigh } from './compare.ts';
import { followResult, followVoid } from './follow.ts';
import { inputsOf, type WorkerIdentity } from './lease.ts';
import { hashOfResult, isSidecar, resultOf } from './result.ts';
import { matchFailed } from './voids.ts';

/** A worker's answer about a leased match. */
export interface Answer {
  readonly epoch: string;
  readonly engine: string;
  readonly lease: Lease;
  readonly outcome: Outcome;
}

/** A checked answer, and its worker. */
export interface ReadAnswer extends Answer {
  readonly asker: WorkerIdentity;
  /** The result of a finished match; `replay`: the SHA-256 of its replay. */
  readonly played: { readonly outcome: FinishedOutcome; readonly replay: string } | undefined;
}

/** An answer to store, whose match's row is locked. */
interface LockedAnswer {
  readonly read: ReadAnswer;
  /** The result of the match in its stored form; undefined if there is none. */
  readonly stored: HashedResult | undefined;
  readonly contest: Row<'contests'>;
  readonly match: Row<'matches'>;
}

interface HashedResult {
  readonly result: StoredResult;
  readonly hash: string;
}

/**
 * Thrown if one of several answers has consequences that can't be combined with the other answers' consequences. Each
 * answer must then be stored separately.
 */
class UncombinableAnswerError extends Error {}

/**
 * Checks an answer before its transaction starts.
 * @throws StaleRequestError if the answer doesn't match the current lease, input, and epoch of the match
 */
export async function readAnswer(
  context: QueueContext,
  asker: WorkerIdentity,
  answer: Answer,
  find: (read: Pick<ReadAnswer, 'asker' | 'lease'>) => Promise<AnsweredMatch>,
): Promise<ReadAnswer> {
  const { lease, outcome } = answer;
  if (answer.epoch !== context.epoch)
    throw new StaleRequestError('the database has been restored since this match was leased');
  if (asker.token.set_aside !== null) throw notBelieved();
  if (outcome.kind !== 'finished') return { ...answer, asker, played: undefined };
  if (asker.token.own) return { ...answer, asker, played: { outcome, replay: sha256(readReplay(outcome)) } };
  const { match, isRepeated } = await find({ asker, lease });
  // An answer without a lease is rejected before the expensive unpacking.
  if (!isRepeated) mustBeLeased(match, asker, lease);
  const replay = readReplay(outcome);
  if (!isSidecar(outcome.sidecar)) throw new StaleRequestError('the sidecar in this result cannot be read');
  await mustFollow(context, asker, match, outcome, replay);
  return { ...answer, asker, played: { outcome, replay: sha256(replay) } };
}

/** The match that a remote worker's answer is about. `isRepeated`: whether the token has answered this lease before. */
interface AnsweredMatch {
  readonly match: Row<'matches'>;
  readonly isRepeated: boolean;
}

/** Returns the match of each answer, or the reason why the answer is rejected. */
export async function findAnswered(
  { store: { db } }: Pick<QueueContext, 'store'>,
  all: readonly Pick<ReadAnswer, 'asker' | 'lease'>[],
): Promise<(AnsweredMatch | StaleRequestError)[]> {
  const ids = all.map(({ lease }) => lease.match);
  const matches = await db.selectFrom('matches').selectAll().where('id', 'in', ids).execute();
  const before = await db.selectFrom('answers').select(['match', 'lease', 'token']).where('match', 'in', ids).execute();
  // The caller's copy of the token may be outdated.
  const tokens = await db
    .selectFrom('tokens')
    .select('id')
    .where('set_aside', 'is not', null)
    .where(
      'id',
      'in',
      all.map(({ asker }) => asker.token.id),
    )
    .execute();
  return all.map(({ asker, lease }) => {
    if (tokens.some(({ id }) => id === asker.token.id)) return notBelieved();
    const match = matches.find(({ id }) => id === lease.match);
    if (!match) return new StaleRequestError('there is no such match');
    const isRepeated = before.some(
      (each) => each.match === match.id && each.lease === lease.number && each.token === asker.token.id,
    );
    return { match, isRepeated };
  });
}

/**
 * Stores answers to different matches from any workers. The results, their consequences, and new matches are stored in
 * one transaction. For an answer that doesn't match the current lease, changes nothing and returns a
 * `StaleRequestError`. For a repeated answer, changes nothing and returns false. If the answers can't be stored
 * together, each half is stored separately.
 */
export async function storeAnswers(context: QueueContext, all: readonly ReadAnswer[]): Promise<(boolean | Error)[]> {
  try {
    return await context.store.transaction(async (tx) => store(tx, context, all, await holdContestsOf(tx, all)));
  } catch (error) {
    // After enough halving, the error affects only the answer that caused it.
    if (all.length <= 1) return all.map(() => error as Error);
  }
  const half = all.length >> 1;
  return [...(await storeAnswers(context, all.slice(0, half))), ...(await storeAnswers(context, all.slice(half)))];
}

/** Locks the contests of the answered matches, and returns the contests by id. */
async function holdContestsOf(tx: Tx, all: readonly ReadAnswer[]): Promise<Map<number, Row<'contests'>>> {
  const ids = all.map(({ lease }) => lease.match);
  const held = await tx
    .selectFrom('contests')
    .selectAll()
    .where('id', 'in', ({ selectFrom }) => selectFrom('matches').select('contest').where('matches.id', 'in', ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(held.map((contest) => [contest.id, contest]));
}

async function store(
  tx: Tx,
  context: QueueContext,
  all: readonly ReadAnswer[],
  contests: ReadonlyMap<number, Row<'contests'>>,
): Promise<(boolean | StaleRequestError)[]> {
  const distrusted = await holdTokens(
    tx,
    all.map(({ asker }) => asker.token.id),
  );
  const { rows, before } = await holdMatches(
    tx,
    all.map(({ lease }) => lease.match),
  );
  const taken: LockedAnswer[] = [];
  const told = all.map((read) => {
    if (distrusted.has(read.asker.token.id)) return notBelieved();
    const match = rows.find(({ id }) => id === read.lease.match);
    if (!match) return new StaleRequestError('there is no such match');
    const mine = before.find(
      (each) => each.match === match.id && each.lease === read.lease.number && each.token === read.asker.token.id,
    );
    let stored: HashedResult | undefined;
    try {
      if (read.played) stored = storedFrom(match, read.played);
      if (mine) return isRepeated(mine.result_hash, stored?.hash);
      mustBeLeased(match, read.asker, read.lease);
      if (read.engine !== match.engine)
        throw new StaleRequestError('the match was leased to a worker with another engine');
    } catch (error) {
      if (error instanceof StaleRequestError) return error;
      throw error;
    }
    taken.push({ read, stored, match, contest: contests.get(match.contest)! });
    return true;
  });
  if (all.length > 1 && taken.some(({ match, read }) => match.kind !== 'ladder' || !read.played))
    throw new UncombinableAnswerError();
  if (taken.length === 0) return told;
  const workers = taken.map(({ read }) => read.asker.worker).sort();
  await sql`
    update workers w set seen = ${now}, played = played + of.many
    from (select worker, count(*)::int as many from unnest(${workers}::text[]) as each (worker) group by worker) of
    where w.worker = of.worker`.execute(tx);
  const [first] = taken;
  if (first.read.played) await keepPlayed(tx, context, taken, before);
  else await keepFailure(tx, context, first);
  return told;
}

/**
 * Returns the result to store.
 * @throws StaleRequestError if the result has more or fewer players than the match
 */
function storedFrom(match: Row<'matches'>, { outcome, replay }: NonNullable<ReadAnswer['played']>): HashedResult {
  mustFit(match, outcome);
  const result = resultOf(outcome, match);
  return { result, hash: hashOfResult(result, replay) };
}

const notBelieved = (): StaleRequestError => new StaleRequestError('this worker is no longer trusted');

/**
 * Locks these tokens, and returns those that have been set aside. The other tokens stay trusted until the transaction
 * ends; a transaction that sets one of them aside waits, and then finds the answers stored here.
 */
async function holdTokens(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const tokens = await tx
    .selectFrom('tokens')
    .select(['id', 'set_aside'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(tokens.filter(({ set_aside }) => set_aside !== null).map(({ id }) => id));
}

/** An answer that was stored before, and whether its token is still trusted. */
type EarlierAnswer = Pick<Row<'answers'>, 'match' | 'token' | 'result_hash' | 'lease'> &
  Pick<Row<'tokens'>, 'set_aside'>;

/**
 * Locks matches, and returns their earlier answers. Every transaction locks contests, tokens, and matches in this
 * order, each in ascending order.
 */
async function holdMatches(tx: Tx, ids: readonly number[]) {
  const rows = await tx.selectFrom('matches').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const before: EarlierAnswer[] = await tx
    .selectFrom('answers')
    .innerJoin('tokens', 'tokens.id', 'answers.token')
    .select(['answers.match', 'answers.token', 'answers.result_hash', 'answers.lease', 'tokens.set_aside'])
    .where('answers.match', 'in', ids)
    .execute();
  return { rows, before };
}

async function keepFailure(tx: Tx, context: QueueContext, { read, contest, match }: LockedAnswer): Promise<void> {
  const { why, seat, kind } = read.outcome as Exclude<Outcome, FinishedOutcome>;
  const { token } = read.asker;
  const refused = kind === 'refused' ? { by: token.id, own: token.own } : undefined;
  const failure = { why: storable(why), seat, refused, lost: false };
  const given = await matchFailed(tx, context, contest, match, failure);
  if (given) await followVoid(tx, context, contest, given);
}

async function keepPlayed(
  tx: Tx,
  context: QueueContext,
  taken: readonly LockedAnswer[],
  before: readonly EarlierAnswer[],
): Promise<void> {
  const answered = taken.map(
    ({ read: { asker, lease, played }, stored, ...rest }): CompletedAnswer => ({
      ...rest,
      asker,
      lease,
      outcome: played!.outcome,
      ...stored!,
    }),
  );
  await tx
    .insertInto('answers')
    .values(
      answered.map(({ asker, match, lease, hash }) => ({
        match: match.id,
        lease: lease.number,
        token: asker.token.id,
        worker: asker.worker,
        result_hash: hash,
      })),
    )
    .execute();
  // The replay is stored in any case, because a second worker only confirms the result.
  await keepReplays(tx, answered);
  const final: CompletedAnswer[] = [];
  for (const each of answered) {
    const { asker, contest, match, hash } = each;
    const others = before.filter(
      (answer) => answer.match === match.id && answer.set_aside === null && answer.token !== asker.token.id,
    );
    // If the server's own worker disagrees with a token, the token is set aside. This may affect other answers in this
    // list.
    if (taken.length > 1 && asker.token.own && others.some(({ result_hash }) => result_hash !== hash))
      throw new UncombinableAnswerError();
    const verdict = await weigh(tx, contest, match, asker, { hash, others });
    if (verdict === 'final') final.push(each);
    else await playAgain(tx, each, verdict);
  }
  await end(tx, context, final);
}

/**
 * Checks that a remote worker's result is the result of its replay. If it isn't, the worker's token is set aside, and
 * every match that depends only on the token's results is played again.
 */
async function mustFollow(
  context: QueueContext,
  asker: WorkerIdentity,
  match: Row<'matches'>,
  outcome: FinishedOutcome,
  replay: Buffer,
): Promise<void> {
  // A repeated answer isn't checked here, since it is compared with the stored answer later.
  if (context.checkAnswer === undefined || match.state !== 'leased' || match.token !== asker.token.id) return;
  const [input] = await inputsOf(context.store.db, context, [match]);
  const why = context.checkAnswer(input, outcome, replay.toString('utf8'));
  if (why === undefined) return;
  await context.store.transaction(async (tx) => {
    await holdContest(tx, match.contest);
    await setAside(tx, asker.token.id, match.id, `its result for match ${match.number} was rejected: ${why}`);
  });
  throw new StaleRequestError(why);
}

/** A match with a worker's result. */
interface CompletedAnswer extends Omit<LockedAnswer, 'read' | 'stored'>, HashedResult {
  readonly asker: WorkerIdentity;
  readonly lease: Lease;
  readonly outcome: FinishedOutcome;
}

/** Queues the match again, so that another worker plays it as well. */
async function playAgain(
  tx: Tx,
  { match, result, hash }: CompletedAnswer,
  verdict: Exclude<Verdict, 'final'>,
): Promise<void> {
  await tx
    .updateTable('matches')
    .set({
      state: 'queued',
      worker: null,
      token: null,
      deadline: null,
      compare: true,
      own_only: verdict === 'decide',
      result: JSON.stringify(result),
      result_hash: hash,
    })
    .where('id', '=', match.id)
    .execute();
}

/** Stores final results and their consequences. */
async function end(tx: Tx, context: QueueContext, all: readonly CompletedAnswer[]): Promise<void> {
  if (all.length === 0) return;
  const results = all.map(
    ({ match, result, hash }) => sql`(${match.id}::integer, ${JSON.stringify(result)}::jsonb, ${hash}::text)`,
  );
  await sql`
    update matches m set state = 'done', deadline = null, compare = false, finished = clock_timestamp(),
      result = of.result, result_hash = of.hash
    from (values ${sql.join(results)}) of (id, result, hash) where m.id = of.id`.execute(tx);
  for (const contest of new Set(all.map((each) => each.contest))) {
    const mine = all.filter((each) => each.contest === contest);
    // A submission's matches aren't announced here, since only the members of its entrant may see them.
    const news = mine.filter(({ match }) => match.submission === null).map(({ match }) => newsOf(match));
    if (news.length > 0) await announce(tx, contest.id, 'match', news);
    // The consequences of several ladder results are computed once, after the last result.
    const { match, result } = mine[mine.length - 1];
    await followResult(tx, context, contest, { ...match, state: 'done', result });
  }
}

/** Returns the event of a public match. For ladder matches and challenges, the event includes the versions. */
function newsOf({ number, kind, seats }: Row<'matches'>): object {
  const versions = seats.flatMap((seat) => (seat.kind === 'module' ? [seat.version] : []));
  return { number, kind, ...((kind === 'ladder' || kind === 'challenge') && { versions }) };
}

async function keepReplays(tx: Tx, all: readonly CompletedAnswer[]): Promise<void> {
  const values = all.map(({ match, outcome }) => {
    const replay = Buffer.from(outcome.replay, 'base64');
    const sidecar = Buffer.from(outcome.sidecar, 'base64');
    return { match: match.id, replay, sidecar, size: replay.length + sidecar.length };
  });
  await tx
    .insertInto('replays')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('match').doUpdateSet(({ ref }) => ({
        replay: ref('excluded.replay'),
        sidecar: ref('excluded.sidecar'),
        size: ref('excluded.size'),
      })),
    )
    .execute();
}
