import type { z } from 'zod';
import type { forecast } from '../api/rounds.ts';
import { fuelRuleOf, type GameCatalog, kitIn } from '../game-catalog.ts';
import { matchCount } from '../rounds/forecast.ts';
import type { FormatTerms } from '../rounds/terms.ts';
import { sidesOfBoard } from '../sides.ts';
import type { Database, Row } from '../store/schema.ts';
import { fieldNow } from './freeze.ts';

type Board = Pick<Row<'boards'>, 'text' | 'seats'>;

/** With fewer than two accepted submissions, the forecast shows an example with this number of entrants. */
const EXAMPLE = 20;
/**
 * Minimum and maximum number of the newest matches from which a match's duration is estimated. With fewer than `least`
 * matches, the duration isn't estimated.
 */
const MEASURED = { least: 10, most: 200 };
/** Seconds of silence after which a worker is assumed to have stopped. */
const HEARD_SECONDS = 60;

/**
 * Estimates the number of matches in a round of this format on this board, and the time that one worker needs for a
 * match.
 */
export async function forecastOf(
  db: Database,
  catalog: GameCatalog,
  contest: Row<'contests'>,
  { format, playOn }: { readonly format: FormatTerms; readonly playOn: number },
  board: Board,
): Promise<z.output<typeof forecast>> {
  const kit = kitIn(catalog, contest.form.game, contest.form.revision);
  const { sides } = sidesOfBoard(kit.game, board);
  const [field, workers, played] = await Promise.all([
    fieldNow(db, contest.id),
    workersThere(db),
    newestPlayed(db, contest.id),
  ]);
  const isExample = field.entrants.length < 2;
  const entrants = isExample ? EXAMPLE : field.entrants.length;
  const { fewest, most } = matchCount(format, sides, entrants, playOn);
  const { budget } = kit.game;
  const limit = budget.per === 'match' ? fuelRuleOf(kit, contest.form).seconds * board.seats : null;
  const isMeasured = played.length >= MEASURED.least;
  return {
    entrants,
    isExample,
    without: field.without.map(({ number, name }) => ({ entrant: number, name })),
    matches: fewest,
    playedOn: most - fewest,
    workers,
    seconds: isMeasured ? secondsOf(played) : limit,
    measured: isMeasured ? played.length : 0,
  };
}

async function workersThere(db: Database): Promise<number> {
  const since = new Date(Date.now() - HEARD_SECONDS * 1000);
  const { many } = await db
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll<string>().as('many'))
    .where('why', 'is', null)
    .where('seen', '>', since)
    .executeTakeFirstOrThrow();
  return Number(many);
}

/** The worker that played a match, and the times of the match's lease and result, in milliseconds. */
export interface MatchTimes {
  readonly from: number;
  readonly to: number;
  readonly worker: string;
}

async function newestPlayed(db: Database, contest: number): Promise<MatchTimes[]> {
  const rows = await db
    .selectFrom('matches')
    .select(['leased', 'finished', 'worker'])
    .where('contest', '=', contest)
    .where('state', '=', 'done')
    .where('kind', 'in', ['ladder', 'round'])
    .orderBy('number', 'desc')
    .limit(MEASURED.most)
    .execute();
  return rows.flatMap(({ leased, finished, worker }) =>
    leased && finished && worker ? [{ from: leased.getTime(), to: finished.getTime(), worker }] : [],
  );
}

/**
 * Returns the mean time that a worker needed for a match, in seconds. Time without a lease isn't included. If a worker
 * plays several matches at the same time, or leases the next match early, this time is shorter than a match.
 */
export function secondsOf(played: readonly MatchTimes[]): number {
  let busyMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...played].sort((a, b) => a.from - b.from)) {
    busyMs += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  const workers = new Set(played.map(({ worker }) => worker)).size;
  return (busyMs * workers) / 1000 / played.length;
}
