import { sql } from 'kysely';
import { type QueueContext, StaleRequestError } from '../context.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { storable } from '../store/text.ts';
import { now } from '../store/times.ts';
import type { Finished, Lease, Outcome } from '../words.ts';
import { isRepeated, mustBeLeased, mustFit, readReplay } from './answer-checks.ts';
import { sha256 } from './chance.ts';
import { setAside, type Verdict, weigh } from './compare.ts';
import { followResult, followVoid } from './follow.ts';
import { type Asker, inputsOf } from './lease.ts';
import { hashOfResult, isSidecar, resultOf } from './result.ts';
import { matchFailed } from './voids.ts';

/** A worker's answer about a match that it had. */
export interface Answer {
  readonly epoch: string;
  readonly engine: string;
  readonly lease: Lease;
  readonly outcome: Outcome;
}

/** An answer that has been examined by itself, with who gave it. */
export interface ReadAnswer extends Answer {
  readonly asker: Asker;
  /** Of a match that was played to its end; `replay`: the SHA-256 of its replay. */
  readonly played: { readonly outcome: Finished; readonly replay: string } | undefined;
}

/** An answer that is to be kept, to a match whose row is held. */
interface Taken {
  readonly read: ReadAnswer;
  /** The result of the match in its stored form; undefined if it came to nothing. */
  readonly stored: Stored | undefined;
  readonly contest: Row<'contests'>;
  readonly match: Row<'matches'>;
}

interface Stored {
  readonly result: StoredResult;
  readonly hash: string;
}

/** One of several answers leads to more than others may lead to at the same time: each is to be taken alone. */
class Apart extends Error {}

/**
 * Looks at an answer before a transaction is begun for it.
 * @throws StaleRequestError if it is not to the match's present lease, input and epoch
 */
export async function readAnswer(
  context: QueueContext,
  asker: Asker,
  answer: Answer,
  find: (read: Pick<ReadAnswer, 'asker' | 'lease'>) => Promise<Answered>,
): Promise<ReadAnswer> {
  const { lease, outcome } = answer;
  if (answer.epoch !== context.epoch)
    throw new StaleRequestError('the database was restored since this match was given out');
  if (asker.token.set_aside !== null) throw notBelieved();
  if (outcome.kind !== 'finished') return { ...answer, asker, played: undefined };
  if (asker.token.own) return { ...answer, asker, played: { outcome, replay: sha256(readReplay(outcome)) } };
  const { match, isRepeated } = await find({ asker, lease });
  // An answer without a lease is rejected before it is unpacked, which would be expensive.
  if (!isRepeated) mustBeLeased(match, asker, lease);
  const replay = readReplay(outcome);
  if (!isSidecar(outcome.sidecar)) throw new StaleRequestError('the sidecar in this answer cannot be read');
  await mustFollow(context, asker, match, outcome, replay);
  return { ...answer, asker, played: { outcome, replay: sha256(replay) } };
}

/** The match that a worker elsewhere answers; `isRepeated`: the token has answered to this lease before. */
interface Answered {
  readonly match: Row<'matches'>;
  readonly isRepeated: boolean;
}

/** The matches to which these are answers. */
export async function findAnswered(
  { store: { db } }: Pick<QueueContext, 'store'>,
  all: readonly Pick<ReadAnswer, 'asker' | 'lease'>[],
): Promise<(Answered | StaleRequestError)[]> {
  const ids = all.map(({ lease }) => lease.match);
  const matches = await db.selectFrom('matches').selectAll().where('id', 'in', ids).execute();
  const before = await db.selectFrom('answers').select(['match', 'lease', 'token']).where('match', 'in', ids).execute();
  // The caller's token may be the one of a moment ago.
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
 * Stores answers to different matches, of any workers: the results, what follows from them, and the matches that they lead to are one
 * transaction. An answer that isn't to the match's present lease changes nothing and is `StaleRequestError`. The same answer a
 * second time changes nothing either: the value is false. If several can't be stored together, each half is stored alone.
 */
export async function storeAnswers(context: QueueContext, all: readonly ReadAnswer[]): Promise<(boolean | Error)[]> {
  try {
    return await context.store.transaction(async (tx) => store(tx, context, all, await holdContestsOf(tx, all)));
  } catch (error) {
    // Whatever it was: in the end it concerns only the one that it comes from.
    if (all.length <= 1) return all.map(() => error as Error);
  }
  const half = all.length >> 1;
  return [...(await storeAnswers(context, all.slice(0, half))), ...(await storeAnswers(context, all.slice(half)))];
}

/** Holds the contests, by id, of the matches that are answered. */
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
  const taken: Taken[] = [];
  const told = all.map((read) => {
    if (distrusted.has(read.asker.token.id)) return notBelieved();
    const match = rows.find(({ id }) => id === read.lease.match);
    if (!match) return new StaleRequestError('there is no such match');
    const mine = before.find(
      (each) => each.match === match.id && each.lease === read.lease.number && each.token === read.asker.token.id,
    );
    let stored: Stored | undefined;
    try {
      if (read.played) stored = storedFrom(match, read.played);
      if (mine) return isRepeated(mine.result_hash, stored?.hash);
      mustBeLeased(match, read.asker, read.lease);
      if (read.engine !== match.engine) throw new StaleRequestError('the match belongs to another engine');
    } catch (error) {
      if (error instanceof StaleRequestError) return error;
      throw error;
    }
    taken.push({ read, stored, match, contest: contests.get(match.contest)! });
    return true;
  });
  if (all.length > 1 && taken.some(({ match, read }) => match.kind !== 'ladder' || !read.played)) throw new Apart();
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

/** @throws StaleRequestError if it is the result of another number of players */
function storedFrom(match: Row<'matches'>, { outcome, replay }: NonNullable<ReadAnswer['played']>): Stored {
  mustFit(match, outcome);
  const result = resultOf(outcome, match);
  return { result, hash: hashOfResult(result, replay) };
}

const notBelieved = (): StaleRequestError => new StaleRequestError('this worker is no longer trusted');

/**
 * Gives those of these tokens that are set aside by now. The others stay trusted until the transaction ends, and their answers
 * are visible then.
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

/** An answer that came before, with whether its token is still believed. */
type Before = Pick<Row<'answers'>, 'match' | 'token' | 'result_hash' | 'lease'> & Pick<Row<'tokens'>, 'set_aside'>;

/**
 * Holds matches, and gives what was answered to them before. First the contests, then the tokens, then the matches, all in ascending
 * order: every transaction takes them in this order.
 */
async function holdMatches(tx: Tx, ids: readonly number[]) {
  const rows = await tx.selectFrom('matches').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const before: Before[] = await tx
    .selectFrom('answers')
    .innerJoin('tokens', 'tokens.id', 'answers.token')
    .select(['answers.match', 'answers.token', 'answers.result_hash', 'answers.lease', 'tokens.set_aside'])
    .where('answers.match', 'in', ids)
    .execute();
  return { rows, before };
}

async function keepFailure(tx: Tx, context: QueueContext, { read, contest, match }: Taken): Promise<void> {
  const { why, seat, kind } = read.outcome as Exclude<Outcome, Finished>;
  const { token } = read.asker;
  const refused = kind === 'refused' ? { by: token.id, own: token.own } : undefined;
  const failure = { why: storable(why), seat, refused, lost: false };
  const given = await matchFailed(tx, context, contest, match, failure);
  if (given) await followVoid(tx, context, contest, given);
}

async function keepPlayed(
  tx: Tx,
  context: QueueContext,
  taken: readonly Taken[],
  before: readonly Before[],
): Promise<void> {
  const answered = taken.map(
    ({ read: { asker, lease, played }, stored, ...rest }): Played => ({
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
  // The played result is kept in any case: a second worker only confirms it.
  await keepReplays(tx, answered);
  const final: Played[] = [];
  for (const each of answered) {
    const { asker, contest, match, hash } = each;
    const others = before.filter(
      (answer) => answer.match === match.id && answer.set_aside === null && answer.token !== asker.token.id,
    );
    // Then a token is set aside, on which others of these answers may rest.
    if (taken.length > 1 && asker.token.own && others.some(({ result_hash }) => result_hash !== hash))
      throw new Apart();
    const verdict = await weigh(tx, contest, match, asker, { hash, others });
    if (verdict === 'final') final.push(each);
    else await playAgain(tx, each, verdict);
  }
  await end(tx, context, final);
}

/**
 * A remote worker's result must follow from the replay it sends. If it doesn't, the worker is suspended, and every match that
 * rests on its results alone is played again.
 */
async function mustFollow(
  context: QueueContext,
  asker: Asker,
  match: Row<'matches'>,
  outcome: Finished,
  replay: Buffer,
): Promise<void> {
  // An earlier answer is compared with this one.
  if (context.checkAnswer === undefined || match.state !== 'leased' || match.token !== asker.token.id) return;
  const [input] = await inputsOf(context.store.db, context, [match]);
  const why = context.checkAnswer(input, outcome, replay.toString('utf8'));
  if (why === undefined) return;
  await context.store.transaction(async (tx) => {
    await holdContest(tx, match.contest);
    await setAside(tx, asker.token.id, match.id, `its answer to match ${match.number} was refused: ${why}`);
  });
  throw new StaleRequestError(why);
}

/** A match with what a worker came to. */
interface Played extends Omit<Taken, 'read' | 'stored'>, Stored {
  readonly asker: Asker;
  readonly lease: Lease;
  readonly outcome: Finished;
}

/** Another worker must play it as well. */
async function playAgain(tx: Tx, { match, result, hash }: Played, verdict: Exclude<Verdict, 'final'>): Promise<void> {
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

/** Results that stand, and what follows from them. */
async function end(tx: Tx, context: QueueContext, all: readonly Played[]): Promise<void> {
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
    // The people of a submission receive the events of its matches, which no one else may see.
    const news = mine.filter(({ match }) => match.submission === null).map(({ match }) => newsOf(match));
    if (news.length > 0) await announce(tx, contest.id, 'match', news);
    // The consequences of several ladder results are computed once, after the last one.
    const { match, result } = mine[mine.length - 1];
    await followResult(tx, context, contest, { ...match, state: 'done', result });
  }
}

/** All viewers learn who played in public matches. */
function newsOf({ number, kind, seats }: Row<'matches'>): object {
  const versions = seats.flatMap((seat) => (seat.kind === 'module' ? [seat.version] : []));
  return { number, kind, ...((kind === 'ladder' || kind === 'challenge') && { versions }) };
}

async function keepReplays(tx: Tx, all: readonly Played[]): Promise<void> {
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
