import type { z } from 'zod';
import type { forecast } from '../api/rounds.ts';
import { fuelRuleOf, type GameCatalog, kitIn } from '../game-catalog.ts';
import { matchCount } from '../rounds/forecast.ts';
import type { FormatTerms } from '../rounds/terms.ts';
import { sidesOfBoard } from '../sides.ts';
import type { Database, Row } from '../store/schema.ts';
import { fieldNow } from './freeze.ts';

type Board = Pick<Row<'boards'>, 'text' | 'seats'>;

/** While fewer than two have an accepted submission, an example with so many is shown. */
const EXAMPLE = 20;
/** Number of newest matches that the duration of one is estimated from; with fewer than the least, from none. */
const MEASURED = { least: 10, most: 200 };
/** A worker that was not heard of for longer has ended. */
const HEARD_SECONDS = 60;

/** How many matches a round of this format on such a board has, and how long the workers that are there need for one. */
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

/** A match that was played: when it was given out and finished, in milliseconds, and by whom. */
export interface PlayedAt {
  readonly from: number;
  readonly to: number;
  readonly worker: string;
}

async function newestPlayed(db: Database, contest: number): Promise<PlayedAt[]> {
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
 * The seconds that one worker needed for a match in the mean. Time in which nothing was given out doesn't count. A worker that
 * plays several at a time, or takes the next one early, needs the less for each.
 */
export function secondsOf(played: readonly PlayedAt[]): number {
  let busyMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...played].sort((a, b) => a.from - b.from)) {
    busyMs += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  const workers = new Set(played.map(({ worker }) => worker)).size;
  return (busyMs * workers) / 1000 / played.length;
}
