import { sql } from 'kysely';
import { Stale } from '../queue/desk.ts';
import type { Asker } from '../queue/lease.ts';
import { storable } from '../queue/text.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';
import type { Finished, Lease, Outcome } from '../words.ts';

/** A match is given up after so many attempts that came to nothing. */
const MOST_LOSSES = 3;
/** The owner of `blamed` is nobody: it was not always the same. */
const NOBODY = -1;

/** What a match came to, as its owner gets it. */
export interface LabResult extends Pick<StoredResult, 'scores' | 'rounds' | 'reason' | 'used'> {
  readonly decided: number;
  readonly faults: StoredResult['verdicts'];
}

export interface LabFailure {
  readonly why: string;
  readonly seat?: number | undefined;
  /** The server's own worker says that it cannot be played, however often it is tried. */
  readonly refused: boolean;
  /** The worker was not heard of again: that says nothing of the match. */
  readonly lost: boolean;
}

/** A match and its run, both held: first the run, as everybody takes them. Undefined where there is no such match. */
export async function holdLab(
  tx: Tx,
  id: number,
): Promise<{ readonly run: Row<'lab_runs'>; readonly match: Row<'lab_matches'> } | undefined> {
  const found = await tx.selectFrom('lab_matches').select('run').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const run = await tx.selectFrom('lab_runs').selectAll().where('id', '=', found.run).forUpdate().executeTakeFirst();
  const match = await tx.selectFrom('lab_matches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return run && match && { run, match };
}

/** Takes a worker's answer, as for a contest's match: once, for its lease and input. The value is whether it was new, and of which run. */
export async function takeLabAnswer(
  tx: Tx,
  asker: Asker,
  answer: { readonly engine: string; readonly lease: Lease; readonly outcome: Outcome },
  read: { readonly result: StoredResult; readonly hash: string } | undefined,
): Promise<{ readonly stored: boolean; readonly run: number }> {
  const { lease, outcome } = answer;
  const held = await holdLab(tx, lease.match);
  if (!held) throw new Stale('there is no such match');
  const { run, match } = held;
  if (match.state === 'done' && match.lease === lease.number && match.token === asker.token.id) {
    if (match.result_hash === read?.hash) return { stored: false, run: run.id };
    throw new Stale('another answer to this lease has come before');
  }
  if (match.state !== 'leased') throw new Stale('the match is no longer given out');
  if (match.lease !== lease.number || match.worker !== asker.worker || match.token !== asker.token.id)
    throw new Stale('the match was given to another worker meanwhile');
  if (match.input !== lease.input) throw new Stale('the answer is to another match');
  if (answer.engine !== run.engine) throw new Stale('the match belongs to another engine');
  await tx
    .updateTable('workers')
    .set(({ eb }) => ({ seen: now, played: eb('played', '+', 1) }))
    .where('worker', '=', asker.worker)
    .execute();
  if (outcome.kind !== 'finished' || read === undefined) {
    const { why, seat } = outcome as Exclude<Outcome, Finished>;
    await labFailed(tx, run, match, {
      why: storable(why),
      seat,
      refused: outcome.kind === 'refused' && asker.token.own,
      lost: false,
    });
    return { stored: true, run: run.id };
  }
  const { scores, used, rounds, reason, verdicts } = read.result;
  if (scores.length !== match.players.length || used.length !== match.players.length)
    throw new Stale(`the answer is of another number of players than ${match.players.length}`);
  if (outcome.decided === undefined)
    throw new Stale('the answer does not say since when the match was decided: its worker is of an older release');
  const result: LabResult = { scores, rounds, reason, faults: verdicts, used, decided: outcome.decided };
  await tx
    .updateTable('lab_matches')
    .set({
      state: 'done',
      deadline: null,
      finished: await nextNumber(tx, run.id),
      result: JSON.stringify(result),
      result_hash: read.hash,
      replay: run.replays ? Buffer.from(outcome.replay, 'base64') : null,
    })
    .where('id', '=', match.id)
    .execute();
  return { stored: true, run: run.id };
}

/** The match came to nothing. It is played again; after three times, or where it never can be played, it has no result. */
export async function labFailed(
  tx: Tx,
  run: Row<'lab_runs'>,
  match: Row<'lab_matches'>,
  { why, seat, refused, lost }: LabFailure,
): Promise<void> {
  const losses = match.losses + 1;
  const player = seat === undefined ? NOBODY : (match.players[seat] ?? NOBODY);
  const blamed = lost ? match.blamed : match.blamed === null || match.blamed === player ? player : NOBODY;
  const isVoid = refused || losses >= MOST_LOSSES;
  await tx
    .updateTable('lab_matches')
    .set({
      state: isVoid ? 'void' : 'queued',
      losses,
      blamed,
      why,
      worker: null,
      token: null,
      deadline: null,
      ...(isVoid && { finished: await nextNumber(tx, run.id) }),
    })
    .where('id', '=', match.id)
    .execute();
  if (isVoid && blamed !== null && blamed !== NOBODY) await keepOut(tx, run.id, blamed);
}

/** Whose module makes matches void plays no further one of the run. */
async function keepOut(tx: Tx, run: number, player: number): Promise<void> {
  const out = await sql<{ id: number }>`
    select id from lab_matches where run = ${run} and state = 'queued' and players @> ${JSON.stringify([player])}::jsonb
    order by id for update`.execute(tx);
  for (const { id } of out.rows)
    await tx
      .updateTable('lab_matches')
      .set({ state: 'void', blamed: player, why: 'kept out', finished: await nextNumber(tx, run) })
      .where('id', '=', id)
      .execute();
}

async function nextNumber(tx: Tx, run: number): Promise<number> {
  const { finished } = await tx
    .updateTable('lab_runs')
    .set(({ eb }) => ({ finished: eb('finished', '+', 1) }))
    .where('id', '=', run)
    .returning('finished')
    .executeTakeFirstOrThrow();
  return finished;
}
