import { sql } from 'kysely';
import { type House, kitIn } from '../queue/house.ts';
import { boardText } from '../rounds/board-text.ts';
import type { Row, Tx } from '../store/schema.ts';
import { inSeconds, now } from '../store/times.ts';
import type { Lease, MatchInput } from '../words.ts';

/** A match of the laboratory with the run that it belongs to. */
export interface Waiting {
  readonly match: Row<'lab_matches'>;
  readonly run: Row<'lab_runs'>;
}

/**
 * Matches of the laboratory that wait, for a worker that contests leave time for. Whose matches are played least at the moment is first;
 * of one person the one that was asked for first. The rows are held.
 */
export async function nextWaiting(tx: Tx, engine: string, want: number): Promise<Waiting[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from lab_matches m join lab_runs r on r.id = m.run
      left join (select p.person, count(*) as many from lab_matches o join lab_runs p on p.id = o.run
        where o.state = 'leased' group by p.person) busy on busy.person = r.person
    where m.state = 'queued' and r.engine = ${engine}
    order by coalesce(busy.many, 0), m.id limit ${want} for update of m skip locked`.execute(tx);
  const found: Waiting[] = [];
  for (const { id } of rows) {
    const match = await tx.selectFrom('lab_matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const known = found.find(({ run }) => run.id === match.run)?.run;
    const run =
      known ?? (await tx.selectFrom('lab_runs').selectAll().where('id', '=', match.run).executeTakeFirstOrThrow());
    found.push({ match, run });
  }
  return found;
}

/** All that a match depends on: what it is in the laboratory on the machine of whoever asked for it. */
export function inputOfLab(house: House, { match, run }: Waiting): MatchInput {
  const { game } = kitIn(house, run.game);
  return {
    game: run.game,
    board: boardText(game, match.board < 0 ? '' : run.boards[match.board], Number(match.seed)),
    seed: match.seed,
    key: match.key,
    seats: match.players.map((player) => run.players[player]),
    ...(run.seconds !== null && { seconds: run.seconds }),
    engine: run.engine,
  };
}

/** Notes who has it now. */
export async function markLeased(
  tx: Tx,
  match: Row<'lab_matches'>,
  given: { readonly worker: string; readonly token: number; readonly input: string; readonly seconds: number },
): Promise<Lease> {
  const { worker, token, input, seconds } = given;
  const number = match.lease + 1;
  await tx
    .updateTable('lab_matches')
    .set({ state: 'leased', lease: number, worker, token, leased: now, deadline: inSeconds(seconds), input })
    .where('id', '=', match.id)
    .execute();
  return { match: match.id, number, input };
}

/** Begins a lease's time anew, up to `most` seconds in all; false where it is lost. */
export async function keepLab(
  tx: Tx,
  { match, number }: Lease,
  by: { readonly worker: string; readonly token: number; readonly seconds: number; readonly most: number },
): Promise<boolean> {
  const kept = await tx
    .updateTable('lab_matches')
    .set({ deadline: inSeconds(by.seconds) })
    .where('id', '=', match)
    .where('state', '=', 'leased')
    .where('lease', '=', number)
    .where('worker', '=', by.worker)
    .where('token', '=', by.token)
    .where('leased', '>', inSeconds(-by.most))
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

const FREE = { state: 'queued', worker: null, token: null, deadline: null } as const;

/** A worker gives a match back; how many it were. */
export async function backLab(tx: Tx, { match, number }: Lease, worker: string): Promise<number> {
  const back = await tx
    .updateTable('lab_matches')
    .set(FREE)
    .where('id', '=', match)
    .where('state', '=', 'leased')
    .where('lease', '=', number)
    .where('worker', '=', worker)
    .executeTakeFirst();
  return Number(back.numUpdatedRows);
}

/** What the workers of a token were playing waits again. */
export async function freeLab(db: Pick<Tx, 'updateTable'>, token: number): Promise<void> {
  await db.updateTable('lab_matches').set(FREE).where('state', '=', 'leased').where('token', '=', token).execute();
}
