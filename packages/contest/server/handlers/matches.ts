import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Sidecar } from '@ludus/game/sidecar.ts';
import { sql } from 'kysely';
import { unpackSidecar } from '../../queue/result.ts';
import type { Database, Row } from '../../store/schema.ts';
import type { MatchLine } from '../api/submissions.ts';
import { type Asked, contestOf, type Handler, type Server } from '../handler.ts';
import { notFound } from '../refusal.ts';
import { takesGzip } from '../shared.ts';

const unpacked = promisify(gunzip);

/** Whose matches are seen by their entrant and organisers only: those of submissions on their way. */
const OWN_KINDS = ['check', 'qualify', 'alone', 'trial'] as const;

type Viewer = Pick<Asked<'match'>, 'isOrganiser' | 'entrant' | 'contest'>;
type MatchRow = Row<'matches'>;

export const matches: Handler<'matches'> = async (server, asked) => {
  const { entrant, version, board, kind, state, before, limit } = asked.query;
  const contest = contestOf(asked);
  const { db } = server.desk.store;
  const cast = await castOf(server, contest.id);
  let query = db.selectFrom('matches').selectAll().where('contest', '=', contest.id);
  if (!asked.isOrganiser) {
    const own = asked.entrant?.id ?? -1;
    query = query.where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('kind', 'not in', [...OWN_KINDS]),
        exists(
          selectFrom('submissions')
            .whereRef('submissions.id', '=', 'matches.submission')
            .where('submissions.entrant', '=', own)
            .select('submissions.id'),
        ),
      ]),
    );
    query = query.where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('kind', '<>', 'round'),
        exists(
          selectFrom('rounds')
            .whereRef('rounds.id', '=', 'matches.round')
            .where('rounds.state', '=', 'published')
            .select('rounds.id'),
        ),
      ]),
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
  const kept = await watchable(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => lineOf(row, cast, kept.has(row.id)));
};

export const match: Handler<'match'> = async (server, asked) => {
  const { db } = server.desk.store;
  const row = await seenMatch(db, asked, asked.params.match);
  const cast = await castOf(server, row.contest);
  const kept = await watchable(db, [row.id]);
  const result = row.state === 'done' ? row.result : null;
  return {
    ...lineOf(row, cast, kept.has(row.id)),
    rounds: result?.rounds ?? null,
    reason: result?.reason ?? null,
    verdicts: (result?.verdicts ?? []).map((verdict) => ({ ...verdict, sentence: ownOnly(verdict, row, cast, asked) })),
    used: [...(result?.used ?? [])],
    engine: row.engine ?? '',
  };
};

export const replay: Handler<'replay'> = async ({ desk }, asked) => {
  const row = await seenMatch(desk.store.db, asked, asked.params.match);
  const found = await desk.store.db
    .selectFrom('replays')
    .select('replay')
    .where('match', '=', row.id)
    .executeTakeFirst();
  if (!found || row.state !== 'done') throw notFound('the replay of this match is not kept any more, or not there yet');
  const file = `match-${row.number}.txt`;
  if (takesGzip(asked.request.headers['accept-encoding'])) return { content: found.replay, file, packed: true };
  return { content: await unpacked(found.replay), file };
};

export const sidecar: Handler<'sidecar'> = async (server, asked) => {
  const { db } = server.desk.store;
  const row = await seenMatch(db, asked, asked.params.match);
  const found = await db.selectFrom('replays').select('sidecar').where('match', '=', row.id).executeTakeFirst();
  if (!found || row.state !== 'done')
    throw notFound('the sidecar of this match is not kept any more, or not there yet');
  const whole = JSON.parse(await unpackSidecar(found.sidecar)) as Sidecar;
  const cast = await castOf(server, row.contest);
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

/** What is told of a fault: to others only that it was one, for a sentence may quote what the player wrote. */
function ownOnly(
  { seat, fault, sentence }: { readonly seat: number; readonly fault: string; readonly sentence: string },
  row: MatchRow,
  cast: Cast,
  viewer: Viewer,
): string {
  return isOwnSeat(seat, row, cast, viewer) ? sentence : `P${seat + 1} was taken out: ${fault}`;
}

function isOwnSeat(seat: number, row: MatchRow, cast: Cast, { isOrganiser, entrant }: Viewer): boolean {
  const seated = row.seats[seat];
  if (isOrganiser || seated?.kind !== 'module') return true;
  return entrant !== undefined && cast.entrantOf(seated.version)?.number === entrant.number;
}

/** A match that who asks may see. */
async function seenMatch(db: Database, viewer: Viewer, number: number): Promise<MatchRow> {
  const row = await db
    .selectFrom('matches')
    .selectAll()
    .where('contest', '=', viewer.contest!.id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row && (viewer.isOrganiser || !OWN_KINDS.some((kind) => kind === row.kind)) && (await isTold(db, row, viewer)))
    return row;
  if (row?.submission && viewer.entrant) {
    const own = await db
      .selectFrom('submissions')
      .select('id')
      .where('id', '=', row.submission)
      .where('entrant', '=', viewer.entrant.id)
      .executeTakeFirst();
    if (own) return row;
  }
  throw notFound(`match ${number}`);
}

/** The matches of a round are seen when it is published. */
async function isTold(db: Database, row: MatchRow, { isOrganiser }: Viewer): Promise<boolean> {
  if (row.kind !== 'round' || isOrganiser) return true;
  const round = await db.selectFrom('rounds').select('state').where('id', '=', row.round).executeTakeFirst();
  return round?.state === 'published';
}

interface Cast {
  readonly entrantOf: (version: number) => { readonly number: number; readonly name: string } | undefined;
  readonly versionsOf: (entrant: number) => number[];
}

function castOf({ desk, moment }: Server, contest: number): Promise<Cast> {
  return moment.of(`cast ${contest}`, () => readCast(desk.store.db, contest));
}

async function readCast(db: Database, contest: number): Promise<Cast> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('entrants', 'entrants.id', 'submissions.entrant')
    .select(['submissions.number as version', 'entrants.number', 'entrants.name'])
    .where('submissions.contest', '=', contest)
    .execute();
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  return {
    entrantOf: (version) => byVersion.get(version),
    versionsOf: (entrant) => rows.filter(({ number }) => number === entrant).map(({ version }) => version),
  };
}

async function watchable(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('replays').select('match').where('match', 'in', ids).execute();
  return new Set(rows.map((row) => row.match));
}

function lineOf(row: MatchRow, cast: Cast, isKept: boolean): MatchLine {
  const result = row.state === 'done' ? row.result : null;
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
        name: seated.kind === 'builtin' ? seated.name : (entrant?.name ?? 'somebody'),
        entrant: entrant?.number ?? null,
        version: seated.kind === 'module' ? seated.version : null,
        score: result?.scores[seat] ?? null,
        place: result?.places[seat] ?? null,
        fault: result?.verdicts.find((verdict) => verdict.seat === seat)?.fault ?? null,
      };
    }),
    watchable: isKept && row.state === 'done',
  };
}
