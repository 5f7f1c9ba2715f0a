import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import { fuelRuleOf, type GameCatalog, kitIn } from '../game-catalog.ts';
import type { BehaviourOrder, BehaviourReport } from '../plagiarism/isolated/behaviour-order.ts';
import { agreeIsolated } from '../plagiarism/isolated/compare-isolated.ts';
import { ComparisonCrashError, type ProgressOptions } from '../plagiarism/isolated/in-process.ts';
import { liveVersions } from '../queue/live.ts';
import type { Database, Row } from '../store/schema.ts';
import { type FuelRule, secondsIn } from '../words.ts';
import { starterModules } from './starters.ts';

const unpacked = promisify(gunzip);

/** Minimum number of players. With fewer players, no pair can be compared with other players. */
const MIN_PLAYERS = 3;
const MIN_MATCHES = 2;
/**
 * Number of matches that each player is shown, from different seats. For each of these matches, a player gets the time
 * budget of a match.
 */
const MATCHES = 6;

/** Returns the agreement of live versions; null if there is too little data, or if the comparison failed. */
export async function agreed(
  db: Database,
  catalog: GameCatalog,
  contest: Pick<Row<'contests'>, 'id' | 'form'>,
  watched: ProgressOptions,
): Promise<BehaviourReport | null> {
  const all = await liveVersions(db, contest.id);
  const given = await starterModules(
    db,
    contest.id,
    all.map(({ module }) => module),
    catalog.startersOf(contest.form.game),
  );
  // Players that are given to all entrants agree with each other, but that isn't evidence.
  const live = all.filter(({ module }) => !given.has(module));
  // The newest match of each board first.
  const { rows: matches } = await sql<{ replay: Uint8Array; seats: number }>`
    select r.replay, jsonb_array_length(m.seats) as seats from (
      select id, seats, row_number() over (partition by board order by number desc) as turn, number from matches
      where contest = ${contest.id} and state = 'done' and kind in ('ladder', 'challenge', 'round', 'qualify')) m
    join replays r on r.match = m.id order by m.turn, m.number desc limit ${MATCHES}`.execute(db);
  if (live.length < MIN_PLAYERS || matches.length < MIN_MATCHES) return null;
  const fuel = fuelRuleOf(kitIn(catalog, contest.form.game), contest.form);
  try {
    const report = await agreeIsolated(behaviourOrder(db, { ...contest, fuel }, live, matches), watched);
    return report.pairs === 0 ? null : report;
  } catch (error) {
    if (watched.signal?.aborted || !(error instanceof ComparisonCrashError)) throw error;
    return null;
  }
}

async function* behaviourOrder(
  db: Database,
  { id, form, fuel }: Pick<Row<'contests'>, 'id' | 'form'> & { readonly fuel: FuelRule },
  live: Awaited<ReturnType<typeof liveVersions>>,
  matches: readonly { readonly replay: Uint8Array; readonly seats: number }[],
): AsyncGenerator<BehaviourOrder> {
  yield { kind: 'begin', game: form.game };
  for (const [index, { replay, seats }] of matches.entries())
    yield { kind: 'showing', replay: (await unpacked(replay)).toString('utf8'), seat: index % seats };
  const entrants = await db.selectFrom('entrants').select(['number', 'name']).where('contest', '=', id).execute();
  for (const { entrant, version, module } of live) {
    const found = await db
      .selectFrom('modules')
      .innerJoin('submissions', 'submissions.module', 'modules.hash')
      .select(['modules.bytes', 'submissions.language'])
      .where('submissions.contest', '=', id)
      .where('submissions.number', '=', version)
      .where('modules.hash', '=', module)
      .executeTakeFirst();
    if (!found) continue;
    const name = entrants.find(({ number }) => number === entrant)?.name ?? `entrant ${entrant}`;
    const bytes = Buffer.from(found.bytes).toString('base64');
    const seconds = secondsIn(fuel, found.language);
    yield { kind: 'player', name, version: String(version), module: bytes, seconds };
  }
  yield { kind: 'end' };
}
