import { inRevision } from '@ludus/game/replay.ts';
import { sql } from 'kysely';
import { fillersOf, fuelRuleOf, type GameCatalog, kitIn } from '../game-catalog.ts';
import { drawBatch, type OwedMatch } from '../ladder/draw.ts';
import { collapseSeats, expandSides, type Sides, sidesOfBoard } from '../sides.ts';
import { queueMatches, takeNumbers } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import type { LiveVersion, SeatInput } from '../words.ts';
import { drawKey } from './chance.ts';
import { liveVersions, retiredVersions } from './live.ts';
import { builtinVersion, type ResultsCache, versionOf } from './results.ts';

/** A batch may be drawn once the batch before last is finished, so that no worker is idle at the end of a batch. */
const KNOWN = 2;

/**
 * Draws the next batches of a contest, as far as possible. Each batch depends on the secret, its number, the live
 * versions, and the complete results up to the batch before last. The contest's row must be locked.
 */
export async function drawBatches(
  tx: Tx,
  contest: Row<'contests'>,
  catalog: GameCatalog,
  kept: ResultsCache,
): Promise<void> {
  for (;;) {
    const { last, oldest } = await finishBatches(tx, contest.id);
    if (contest.state !== 'open') return;
    const number = last + 1;
    if ((oldest !== null && oldest <= number - KNOWN) || (contest.until !== null && number > contest.until)) return;
    if (!(await drawOne(tx, contest, number, catalog, kept))) return;
  }
}

/**
 * Finishes the batches whose matches are all played. Returns the number of the last batch (0 if there is none), and the
 * number of the oldest unfinished batch.
 */
async function finishBatches(
  tx: Tx,
  contest: number,
): Promise<{ readonly last: number; readonly oldest: number | null }> {
  const { rows } = await sql<{ last: number; oldest: number | null }>`
    with done as (
      update batches b set finished = clock_timestamp()
      where contest = ${contest} and finished is null and not exists (
        select 1 from matches m where m.contest = b.contest and m.batch = b.number
          and (m.state in ('queued', 'leased') or (m.state = 'void' and exists (
            select 1 from matches a where a.of = m.id and a.state in ('queued', 'leased')))))
      returning number)
    select coalesce(max(number), 0) as last,
      min(number) filter (where finished is null and number not in (select number from done)) as oldest
    from batches where contest = ${contest}`.execute(tx);
  return rows[0];
}

/** Draws one batch. Returns false if no version needs to play. */
async function drawOne(
  tx: Tx,
  contest: Row<'contests'>,
  number: number,
  catalog: GameCatalog,
  kept: ResultsCache,
): Promise<boolean> {
  const kit = kitIn(catalog, contest.form.game);
  const builtins = kit.players.map(({ name }) => name);
  const versions = await liveVersions(tx, contest.id);
  if (versions.length === 0) return false;
  const live: LiveVersion[] = [
    ...versions.map(({ version, entrant, since, before }) => ({ version, entrant, since: since ?? number, before })),
    ...fillersOf(kit).map((builtin) => {
      const number = builtinVersion(builtin, builtins);
      return { version: number, entrant: number, since: 0, builtin };
    }),
  ];
  const retired = await retiredVersions(tx, contest.id, versions);
  const boards = await tx
    .selectFrom('boards')
    .select(['name', 'text', 'seats'])
    .where('contest', '=', contest.id)
    .where('state', '=', 'in')
    .orderBy('id')
    .execute();
  const game = inRevision(kit.game, contest.form.revision);
  const sides = new Map(boards.map((board) => [board.name, sidesOfBoard(game, board)]));
  const seats = sidesOfBatch([...sides.values()], number);
  const question = {
    secret: contest.secret,
    number,
    live,
    results: await kept.upTo(tx, contest.id, number - KNOWN, builtins),
    underWay: await sidesIn(tx, contest.id, number - 1, builtins),
    retired,
    boards: boards.flatMap(({ name }) => (sides.get(name)!.sides === seats ? [name] : [])),
    seats,
    owed: await owedBy(tx, contest.id, number - KNOWN, builtins),
  };
  const planned = drawBatch(question, kept.memoryOf(contest.id));
  if (planned.length === 0) return false;
  const modules = new Map([...versions, ...retired].map(({ version, module }) => [version, module]));
  const seated = (version: number): SeatInput =>
    version < 0
      ? { kind: 'builtin', name: builtins[-1 - version] }
      : { kind: 'module', module: modules.get(version)!, version };
  const first = await takeNumbers(tx, contest.id, 'rated', planned.length);
  await tx
    .insertInto('batches')
    .values({ contest: contest.id, number, live: JSON.stringify(live) })
    .execute();
  await queueMatches(
    tx,
    contest,
    fuelRuleOf(kit, contest.form),
    planned.map((match, index) => ({
      kind: 'ladder',
      board: match.board,
      seed: match.seed,
      key: drawKey(contest.secret, 'ladder', first + index),
      seats: expandSides(match.seats.map(seated), sides.get(match.board)!.teams),
      batch: number,
      rated: first + index,
    })),
  );
  const fresh = versions.filter(({ since }) => since === null).map(({ submission }) => submission);
  if (fresh.length > 0)
    await tx.updateTable('submissions').set({ live_since: number }).where('id', 'in', fresh).execute();
  return true;
}

/** Returns the void matches of a finished batch. */
async function owedBy(tx: Tx, contest: number, batch: number, builtins: readonly string[]): Promise<OwedMatch[]> {
  const { rows } = await sql<{ seats: readonly SeatInput[]; times: number }>`
    select m.seats, (select count(*)::int from matches o where o.contest = m.contest and o.kind = 'ladder'
      and o.state = 'void' and o.batch <= m.batch and o.seats = m.seats) as times
    from matches m where m.contest = ${contest} and m.batch = ${batch} and m.kind = 'ladder' and m.state = 'void'
    order by m.rated`.execute(tx);
  return rows.map(({ seats, times }) => ({ seats: versionsOf(seats, builtins), times }));
}

/** Returns the versions of each side in a batch's matches, including replaced versions. */
async function sidesIn(tx: Tx, contest: number, batch: number, builtins: readonly string[]): Promise<number[][]> {
  const rows = await tx
    .selectFrom('matches')
    .select('seats')
    .where('contest', '=', contest)
    .where('kind', '=', 'ladder')
    .where('batch', '=', batch)
    .orderBy('rated')
    .execute();
  return rows.map(({ seats }) => versionsOf(seats, builtins));
}

const versionsOf = (seats: readonly SeatInput[], builtins: readonly string[]): number[] =>
  collapseSeats(seats).map((seated) => versionOf(seated, builtins));

/**
 * Returns the number of sides in each match of a batch. If the boards have different numbers of sides, batches
 * alternate between these numbers.
 */
function sidesOfBatch(boards: readonly Sides[], number: number): number {
  const kinds = [...new Set(boards.map(({ sides }) => sides))].sort((one, other) => one - other);
  return kinds[number % kinds.length];
}
