import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Sidecar } from '@ludus/game/replay.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { MatchLine } from '../../api/submissions.ts';
import { isSecret, type PremiereTimes } from '../../premieres/rules.ts';
import { unpackSidecar } from '../../queue/result.ts';
import type { Database, Row, Tables } from '../../store/schema.ts';
import { readsSubmission } from '../guard.ts';
import { type AuthorizedRequest, contestOf, type Handler, type Server } from '../handler.ts';
import { missing, notFound } from '../refusal.ts';
import { takesGzip } from '../shared.ts';
import { shownNames } from '../shown-names.ts';

const unpacked = promisify(gunzip);

/**
 * Matches that only their entrant and the contest's staff see: matches of submissions that are still being processed.
 */
const OWN_KINDS = ['check', 'qualify', 'alone', 'trial'] as const;

type Viewer = Pick<AuthorizedRequest<'match'>, 'role' | 'given' | 'person' | 'entrant' | 'contest'>;
type MatchRow = Row<'matches'>;

export const matches: Handler<'matches'> = async (server, asked) => {
  const { entrant, version, board, kind, state, before, limit } = asked.query;
  const contest = contestOf(asked);
  const { db } = server.context.store;
  const cast = await namedCast(server, asked);
  let query = db.selectFrom('matches').selectAll().select(isKept).where('contest', '=', contest.id);
  if (asked.role === undefined) {
    const own = cast.submissionsOf(asked.entrant);
    query = query.where(({ or, eb }) =>
      or([eb('kind', 'not in', [...OWN_KINDS]), ...(own.length > 0 ? [eb('submission', 'in', own)] : [])]),
    );
    query = query.where(({ or, eb }) =>
      or([eb('kind', '<>', 'round'), ...(cast.told.length > 0 ? [eb('round', 'in', cast.told)] : [])]),
    );
  }
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (state !== undefined) query = query.where('state', '=', state);
  if (board !== undefined) query = query.where('board', '=', board);
  if (before !== undefined) query = query.where('number', '<', before);
  const versions = version !== undefined ? [version] : entrant !== undefined ? cast.versionsOf(entrant) : undefined;
  if (versions) {
    if (versions.length === 0) return [];
    query = query.where(({ or }) =>
      or(versions.map((each) => sql<boolean>`seats @> ${JSON.stringify([{ kind: 'module', version: each }])}::jsonb`)),
    );
  }
  const rows = await query.orderBy('number', 'desc').limit(limit).execute();
  return rows.map((row) => lineOf(row, cast));
};

export const match: Handler<'match'> = async (server, asked) => {
  const { row, cast } = await seenMatch(server, asked);
  const result = row.state === 'done' && !cast.isSecret(row) ? row.result : null;
  return {
    ...lineOf(row, cast),
    rounds: result?.rounds ?? null,
    reason: result?.reason ?? null,
    verdicts: (result?.verdicts ?? []).map((verdict) => ({ ...verdict, sentence: ownOnly(verdict, row, cast, asked) })),
    used: [...(result?.used ?? [])],
    engine: row.engine ?? '',
  };
};

export const replay: Handler<'replay'> = async (server, asked) => {
  const { row, cast } = await seenMatch(server, asked);
  mustHaveBegun(row, cast);
  const found = await server.context.store.db
    .selectFrom('replays')
    .select('replay')
    .where('match', '=', row.id)
    .executeTakeFirst();
  if (!found || row.state !== 'done') throw missing('match/no-replay', { match: row.number });
  const file = `match-${row.number}.txt`;
  if (takesGzip(asked.request.headers['accept-encoding'])) return { content: found.replay, file, packed: true };
  return { content: await unpacked(found.replay), file };
};

export const sidecar: Handler<'sidecar'> = async (server, asked) => {
  const { row, cast } = await seenMatch(server, asked);
  mustHaveBegun(row, cast);
  const found = await server.context.store.db
    .selectFrom('replays')
    .select('sidecar')
    .where('match', '=', row.id)
    .executeTakeFirst();
  if (!found || row.state !== 'done') throw missing('match/no-sidecar', { match: row.number });
  const whole = JSON.parse(await unpackSidecar(found.sidecar)) as Sidecar;
  const mine = (entry: { readonly seat: number }) => isOwnSeat(entry.seat, row, cast, asked);
  const { log, overlays, verdicts, ...rest } = whole;
  return {
    ...rest,
    ...(verdicts && {
      verdicts: verdicts.map((verdict) => ({ ...verdict, sentence: ownOnly(verdict, row, cast, asked) })),
    }),
    ...(log && { log: log.filter(mine) }),
    ...(overlays && { overlays: overlays.filter(mine) }),
  };
};

/**
 * Refuses a match whose premiere hasn't started. After the premiere's start, pages need the replay, and calls are no
 * longer possible.
 */
function mustHaveBegun(row: MatchRow, cast: Cast): void {
  if (cast.isSecret(row) && !cast.hasBegun()) throw missing('match/premiere', { match: row.number });
}

/**
 * Returns the visible part of a fault. People without access see only the fault's kind, since the message may quote the
 * player's text.
 */
function ownOnly(
  { seat, fault, sentence }: { readonly seat: number; readonly fault: string; readonly sentence: string },
  row: MatchRow,
  cast: Cast,
  viewer: Viewer,
): string {
  return isOwnSeat(seat, row, cast, viewer) ? sentence : `P${seat + 1} was disqualified: ${fault}`;
}

/**
 * Checks whether the viewer may see a seat's logs, drawings, and fault messages. Logs, drawings, and messages may quote
 * a source, so assistants and observers see them only for their own seats.
 */
function isOwnSeat(seat: number, row: MatchRow, cast: Cast, viewer: Viewer): boolean {
  const seated = row.seats[seat];
  if (viewer.role === 'owner' || seated?.kind !== 'module') return true;
  const sent = cast.sentAs(seated.version);
  return sent !== undefined && readsSubmission(viewer, sent);
}

/** Returns a match if the caller may see it. */
async function seenMatch(
  server: Server,
  asked: AuthorizedRequest<'match' | 'replay' | 'sidecar'>,
): Promise<{ row: ListedMatch; cast: Cast }> {
  const { match: number } = asked.params;
  const contest = contestOf(asked);
  const { db } = server.context.store;
  // The match page requests the match, its replay, and its sidecar, so the row is cached.
  const row = await server.cache.of(`match ${contest.id} ${number}`, () =>
    db
      .selectFrom('matches')
      .selectAll()
      .select(isKept)
      .where('contest', '=', contest.id)
      .where('number', '=', number)
      .executeTakeFirst(),
  );
  const cast = await namedCast(server, asked);
  if (row && isSeen(row, cast, asked)) return { row, cast };
  throw notFound(`match ${number}`);
}

function isSeen({ kind, round, submission }: MatchRow, cast: Cast, { role, entrant }: Viewer): boolean {
  if (role !== undefined) return true;
  if (submission !== null && cast.submissionsOf(entrant).includes(submission)) return true;
  // The matches of a round are visible after its publication.
  if (kind === 'round') return round !== null && cast.told.includes(round);
  return !OWN_KINDS.some((own) => own === kind);
}

/**
 * The contest's participants with their submissions, and public facts about rounds and premieres, cached for a moment.
 */
export interface Cast {
  readonly entrantOf: (version: number) => { readonly number: number; readonly name: string } | undefined;
  /** Returns the row ids of the entrant and of the person who submitted this version. */
  readonly sentAs: (version: number) => { readonly entrant: number; readonly person: number | null } | undefined;
  readonly versionsOf: (entrant: number) => number[];
  /** Returns the row ids of an entrant's submissions. */
  readonly submissionsOf: (entrant: Viewer['entrant']) => number[];
  /** The row ids of the published rounds. */
  readonly told: readonly number[];
  /** Checks whether a match's result is secret until its premiere ends. */
  isSecret(row: Pick<MatchRow, 'id'>): boolean;
  /** Checks whether the premiere has started. */
  hasBegun(): boolean;
}

export function castOf({ context, cache }: Server, contest: number): Promise<Cast> {
  return cache.of(`cast ${contest}`, () => readCast(context.store.db, contest));
}

/** Returns the participants with the names that the caller sees. */
async function namedCast(server: Server, asked: Viewer): Promise<Cast> {
  const [cast, shown] = await Promise.all([castOf(server, contestOf(asked).id), shownNames(server, asked)]);
  const entrantOf: Cast['entrantOf'] = (version) => {
    const entrant = cast.entrantOf(version);
    return entrant && { number: entrant.number, name: shown(entrant) };
  };
  return { ...cast, entrantOf };
}

async function readCast(db: Database, contest: number): Promise<Cast> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('entrants', 'entrants.id', 'submissions.entrant')
    .select([
      'submissions.number as version',
      'submissions.id',
      'submissions.entrant',
      'submissions.person',
      'entrants.number',
      'entrants.name',
    ])
    .where('submissions.contest', '=', contest)
    .execute();
  const published = await db
    .selectFrom('rounds')
    .select('id')
    .where('contest', '=', contest)
    .where('state', '=', 'published')
    .execute();
  const { rows: premieres } = await sql<PremiereTimes & { match: number; now: Date }>`
    select match, known, opened, starts, ends, settled, clock_timestamp() as now from premieres
    where contest = ${contest} and not settled and not known`.execute(db);
  const [premiere] = premieres;
  // The cast is cached while time passes, so each call computes the current time.
  const aheadMs = premiere ? premiere.now.getTime() - Date.now() : 0;
  const now = () => new Date(Date.now() + aheadMs);
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  return {
    entrantOf: (version) => byVersion.get(version),
    sentAs: (version) => byVersion.get(version),
    versionsOf: (entrant) => rows.filter(({ number }) => number === entrant).map(({ version }) => version),
    submissionsOf: (entrant) => rows.filter((row) => row.entrant === entrant?.id).map(({ id }) => id),
    told: published.map(({ id }) => id),
    isSecret: ({ id }) => premiere?.match === id && isSecret(premiere, now()),
    hasBegun: () => premiere?.starts != null && premiere.starts <= now(),
  };
}

/** Selects whether a match's replay is stored. */
export const isKept = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'matches'>) =>
  exists(selectFrom('replays').whereRef('replays.match', '=', 'matches.id').select('replays.match')).as('kept');
type ListedMatch = MatchRow & { readonly kept: unknown };

/** Returns a match's line in a list. */
export function lineOf(row: ListedMatch, cast: Cast): MatchLine {
  const premiere = cast.isSecret(row);
  const result = row.state === 'done' && !premiere ? row.result : null;
  return {
    number: row.number,
    kind: row.kind,
    state: row.state,
    board: row.board,
    batch: row.batch,
    at: row.finished?.toISOString() ?? null,
    seats: row.seats.map((seated, seat) => {
      const entrant = seated.kind === 'module' ? cast.entrantOf(seated.version) : undefined;
      return {
        seat,
        name: seated.kind === 'builtin' ? seated.name : (entrant?.name ?? 'unknown'),
        entrant: entrant?.number ?? null,
        version: seated.kind === 'module' ? seated.version : null,
        score: result?.scores[seat] ?? null,
        place: result?.places[seat] ?? null,
        team: seated.team ?? null,
        fault: result?.verdicts.find((verdict) => verdict.seat === seat)?.fault ?? null,
      };
    }),
    premiere,
    watchable: row.kept === true && row.state === 'done' && !premiere,
  };
}
