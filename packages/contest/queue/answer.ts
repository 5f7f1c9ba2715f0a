import { takeLabAnswer } from '../laboratory/answer.ts';
import { announce, holdContest } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';
import type { Finished, Lease, Outcome } from '../words.ts';
import { setAside, type Verdict, weigh } from './compare.ts';
import { type Desk, Stale } from './desk.ts';
import { followResult, followVoid } from './follow.ts';
import { type Asker, inputOf } from './lease.ts';
import { hashOfResult, isSidecar, resultOf, unpackReplay } from './result.ts';
import { storable } from './text.ts';
import { matchFailed } from './voids.ts';

/**
 * Takes a worker's answer: the result, what follows from it, and the matches that it leads to are one transaction. An answer that is not to
 * the match's present lease, input and epoch changes nothing and is `Stale`; the same answer a second time is true and changes nothing
 * (the value is false).
 */
export async function takeAnswer(
  desk: Desk,
  asker: Asker,
  answer: { readonly epoch: string; readonly engine: string; readonly lease: Lease; readonly outcome: Outcome },
): Promise<boolean> {
  const { lease, outcome } = answer;
  if (answer.epoch !== desk.epoch) throw new Stale('the database was restored since this match was given out');
  const result = outcome.kind === 'finished' ? resultOf(outcome) : undefined;
  const hash = result && readHash(result, outcome as Finished);
  if (outcome.kind === 'finished') {
    if (!asker.token.own && !isSidecar(outcome.sidecar)) throw new Stale('the sidecar in this answer cannot be read');
    await mustFollow(desk, asker, lease, outcome);
  }
  let run: number | undefined;
  const stored = await desk.store.transaction(async (tx) => {
    const found = await tx.selectFrom('matches').select('contest').where('id', '=', lease.match).executeTakeFirst();
    if (!found) {
      const taken = await takeLabAnswer(tx, asker, answer, result && hash !== undefined ? { result, hash } : undefined);
      run = taken.run;
      return taken.stored;
    }
    // First the contest, then the match: everybody takes them in this order.
    const contest = await holdContest(tx, found.contest);
    const match = await tx
      .selectFrom('matches')
      .selectAll()
      .where('id', '=', lease.match)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (await isRepeated(tx, asker, lease, hash)) return false;
    mustBeLeased(match, asker, lease);
    if (answer.engine !== match.engine) throw new Stale('the match belongs to another engine');
    await tx
      .updateTable('workers')
      .set(({ eb }) => ({ seen: now, played: eb('played', '+', 1) }))
      .where('worker', '=', asker.worker)
      .execute();
    if (outcome.kind !== 'finished' || result === undefined || hash === undefined) {
      const { why, seat } = outcome as Exclude<Outcome, Finished>;
      const refused = outcome.kind === 'refused';
      const given = await matchFailed(tx, desk, contest, match, { why: storable(why), seat, refused, lost: false });
      if (given) await followVoid(tx, desk, contest, given);
      return true;
    }
    mustFit(match, result);
    await tx
      .insertInto('answers')
      .values({ match: match.id, lease: lease.number, token: asker.token.id, worker: asker.worker, result_hash: hash })
      .execute();
    const verdict = await weigh(tx, desk, contest, match, asker, hash);
    await act(tx, desk, contest, match, outcome, result, hash, verdict);
    return true;
  });
  if (run !== undefined) desk.bell.ring(run);
  return stored;
}

/**
 * The word of a worker elsewhere has to follow from the replay that it sends. One whose does not is set aside, and all that rests on its word
 * alone is played again.
 */
async function mustFollow(desk: Desk, asker: Asker, lease: Lease, outcome: Finished): Promise<void> {
  if (desk.checkAnswer === undefined || asker.token.own || asker.token.set_aside !== null) return;
  const { db } = desk.store;
  const match = await db.selectFrom('matches').selectAll().where('id', '=', lease.match).executeTakeFirst();
  // What is not asked for is refused below.
  if (match?.state !== 'leased' || match.lease !== lease.number || match.token !== asker.token.id) return;
  const input = await inputOf(db, desk, match);
  const why = desk.checkAnswer(input, outcome, unpackReplay(outcome.replay).toString('utf8'));
  if (why === undefined) return;
  await desk.store.transaction(async (tx) => {
    await holdContest(tx, match.contest);
    await setAside(tx, desk, asker.token.id, match.id, `its answer to match ${match.number} was refused: ${why}`);
  });
  throw new Stale(why);
}

async function act(
  tx: Tx,
  desk: Desk,
  contest: Row<'contests'>,
  match: Row<'matches'>,
  outcome: Finished,
  result: StoredResult,
  hash: string,
  verdict: Verdict,
): Promise<void> {
  // What was played is kept in any case: whoever is waited for only says whether it was right.
  await keepReplay(tx, match.id, outcome);
  if (verdict !== 'final') {
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
    return;
  }
  await tx
    .updateTable('matches')
    .set({
      state: 'done',
      deadline: null,
      compare: false,
      finished: now,
      result: JSON.stringify(result),
      result_hash: hash,
    })
    .where('id', '=', match.id)
    .execute();
  await announce(tx, contest.id, 'match', { number: match.number, kind: match.kind });
  await followResult(tx, desk, contest, { ...match, state: 'done', result });
}

/** An answer whose sender did not hear that it had come. */
async function isRepeated(tx: Tx, asker: Asker, lease: Lease, hash: string | undefined): Promise<boolean> {
  const before = await tx
    .selectFrom('answers')
    .select('result_hash')
    .where('match', '=', lease.match)
    .where('lease', '=', lease.number)
    .where('token', '=', asker.token.id)
    .executeTakeFirst();
  if (!before) return false;
  if (before.result_hash === hash) return true;
  throw new Stale('another answer to this lease has come before');
}

function mustBeLeased(match: Row<'matches'>, asker: Asker, lease: Lease): void {
  if (match.state !== 'leased') throw new Stale('the match is no longer given out');
  if (match.lease !== lease.number || match.worker !== asker.worker || match.token !== asker.token.id)
    throw new Stale('the match was given to another worker meanwhile');
  if (match.input !== lease.input) throw new Stale('the answer is to another match');
}

function mustFit(match: Row<'matches'>, { scores, used, verdicts }: StoredResult): void {
  const seats = match.seats.length;
  if (scores.length !== seats || used.length !== seats || verdicts.some(({ seat }) => seat >= seats))
    throw new Stale(`the answer is of another number of players than ${seats}`);
}

function readHash(result: StoredResult, { replay }: Finished): string {
  try {
    return hashOfResult(result, replay);
  } catch {
    throw new Stale('the replay in this answer cannot be read');
  }
}

async function keepReplay(tx: Tx, match: number, outcome: Finished): Promise<void> {
  const replay = Buffer.from(outcome.replay, 'base64');
  const sidecar = Buffer.from(outcome.sidecar, 'base64');
  const size = replay.length + sidecar.length;
  await tx
    .insertInto('replays')
    .values({ match, replay, sidecar, size })
    .onConflict((conflict) => conflict.column('match').doUpdateSet({ replay, sidecar, size }))
    .execute();
}
