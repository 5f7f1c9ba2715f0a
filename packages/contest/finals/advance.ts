import { seedOf } from '../rounds/chance.ts';
import { due } from '../rounds/round.ts';
import { standing } from '../rounds/standing.ts';
import type { Withdrawal } from '../rounds/state.ts';
import { goneVersions } from '../store/deleted-modules.ts';
import { announce, audit, queueMatches } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { now } from '../store/times.ts';
import { isPlanned, type RoundRow, reached, rowsOf, seatsOf } from './plan.ts';

/** Locks the round's row until the transaction ends. The contest's row must be locked first. */
export const holdRound = (tx: Tx, id: number): Promise<Row<'rounds'>> =>
  tx.selectFrom('rounds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/**
 * Advances a round. Queues the matches that can be played now, and removes matches that are no longer planned because
 * earlier matches were played again. A repeated call changes nothing.
 */
export async function advanceRound(tx: Tx, contest: Row<'contests'>, id: number): Promise<void> {
  const held = await holdRound(tx, id);
  if (held.state !== 'playing' && held.state !== 'played') return;
  const round = await annulGone(tx, held);
  const rows = await rowsOf(tx, id);
  const { state, results } = reached(round, rows);
  const gone = [...rows.values()].filter((row) => {
    const match = state.matches[row.in_round! - 1];
    return match === undefined || !isPlanned(state.setup, match, row);
  });
  await remove(tx, gone);
  const wanting = due(state, results).filter(
    ({ number }) => !rows.has(number) || gone.some(({ in_round }) => in_round === number),
  );
  await queueMatches(
    tx,
    contest,
    round.terms,
    wanting.map((match) => ({
      kind: 'round',
      board: match.board,
      seed: String(seedOf(match.seed)),
      key: match.seed,
      seats: seatsOf(state.setup, match),
      round: id,
      inRound: match.number,
    })),
  );
  const isOver = state.open === undefined;
  if (isOver === (round.state === 'played')) return;
  const withdrawn = isOver ? effective(round, rows) : round.withdrawn;
  await tx
    .updateTable('rounds')
    .set({ withdrawn: JSON.stringify(withdrawn), state: isOver ? 'played' : 'playing', ended: isOver ? now : null })
    .where('id', '=', id)
    .execute();
  if (isOver) await audit(tx, null, 'played a round', `round ${round.number} of ${contest.slug}`, contest.id);
  await announce(tx, contest.id, 'round', { number: round.number });
}

/**
 * Annuls matches in which a bot's module was deleted, since such matches can't be played. Includes matches of the next
 * waves.
 */
async function annulGone(tx: Tx, held: Row<'rounds'>): Promise<Row<'rounds'>> {
  const versions = (held.entrants ?? []).map(({ submission }) => submission);
  const gone = await goneVersions(tx, held.contest, versions);
  if (gone.size === 0) return held;
  const rows = await rowsOf(tx, held.id);
  let round = held;
  for (;;) {
    const { state, results } = reached(round, rows);
    const lost = due(state, results).filter(({ seats }) => seats.some((version) => gone.has(version)));
    if (lost.length === 0) break;
    round = { ...round, annulled: [...round.annulled, ...lost.map(({ number }) => number)].sort((a, b) => a - b) };
  }
  if (round === held) return held;
  await tx
    .updateTable('rounds')
    .set({ annulled: JSON.stringify(round.annulled) })
    .where('id', '=', held.id)
    .execute();
  await tx
    .updateTable('matches')
    .set({ state: 'void', worker: null, token: null, deadline: null, why: 'the person was deleted' })
    .where('round', '=', held.id)
    .where('in_round', 'in', round.annulled)
    .where('state', 'in', ['queued', 'leased'])
    .execute();
  return round;
}

/**
 * Returns the withdrawals that had an effect. A withdrawal has no effect if the entrant had already been eliminated, or
 * if the round has no stage left.
 */
function effective(round: Row<'rounds'>, rows: ReadonlyMap<number, RoundRow>): Withdrawal[] {
  const { state } = reached(round, rows);
  const table = standing(state);
  const changed = round.withdrawn.filter(({ entrant, stage }) =>
    table.some((line) => line.entrant === entrant && line.withdrew === stage + 1),
  );
  const before = changed.filter(({ stage }) => stage < state.closed.length);
  return reached({ ...round, withdrawn: before }, rows).state.open === undefined ? before : changed;
}

async function remove(tx: Tx, rows: readonly RoundRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await tx.deleteFrom('matches').where('id', 'in', ids).execute();
}

/** Advances a round after a match, unless other matches of its wave are still running. */
export async function afterRoundMatch(tx: Tx, contest: Row<'contests'>, round: number | null): Promise<void> {
  if (round === null) return;
  const waiting = await tx
    .selectFrom('matches')
    .select('id')
    .where('round', '=', round)
    .where('state', 'in', ['queued', 'leased'])
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) await advanceRound(tx, contest, round);
}
