import { sql } from 'kysely';
import type { contests, LadderReply } from '../../api/contest.ts';
import type { QueueContext } from '../../context.ts';
import { boardsOffered, gatekeeperOf, kitIn, languagesOf } from '../../game-catalog.ts';
import { liveVersions } from '../../queue/live.ts';
import { boardText } from '../../rounds/board-text.ts';
import { sidesOfBoard } from '../../sides.ts';
import type { Database, Row } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { DEFAULT_QUALIFY, type MatchResult, type Standing } from '../../words.ts';
import { isWorkerMissing, showContest } from '../contest-view.ts';
import { listedNow } from '../current-table.ts';
import { mayOrganise } from '../guard.ts';
import { contestOf, type Handlers, type Server } from '../handler.ts';
import { notFound } from '../refusal.ts';
import { rolesOf } from '../roles.ts';
import { shownNames } from '../shown-names.ts';
import { newestTable } from '../tables.ts';
import { membersOf } from '../team.ts';
import { events } from './events.ts';

export const contestHandlers: Handlers<keyof typeof contests> = {
  async health({ context, version }) {
    const { rows } = await sql<{ at: Date }>`select ${now} as at`.execute(context.store.db);
    return { ok: true, version, now: rows[0].at.toISOString() };
  },

  async games({ context }) {
    return context.catalog.kits.map((kit) => {
      const { game } = kit;
      const boards = [...boardsOffered(context.catalog, game.id)].map(([name, { seats }]) => ({ name, seats }));
      return {
        id: game.id,
        title: game.title,
        seats: [...game.seats],
        boards,
        generates: game.generateBoard !== undefined,
        builtins: kit.players.map(({ name }) => name),
        gatekeeper: gatekeeperOf(kit, DEFAULT_QUALIFY),
        languages: languagesOf(kit, context.catalog),
        seconds: game.budget.cpuMs / 1000,
        per: game.budget.per,
        revisions: (game.revisions ?? []).map(({ id }) => id),
      };
    });
  },

  async contests(server, { who, person, isOrganiser }) {
    const { db } = server.context.store;
    const all = await db.selectFrom('contests').selectAll().orderBy('id', 'desc').execute();
    const mine = person
      ? await db
          .selectFrom('members')
          .innerJoin('entrants', 'entrants.id', 'members.entrant')
          .select('entrants.contest')
          .where('members.person', '=', person.id)
          .execute()
      : [];
    const own = new Set(mine.map(({ contest }) => contest));
    const given = person && mayOrganise(who) ? await rolesOf(db, person.id) : undefined;
    const roleIn = (id: number) => (isOrganiser ? 'owner' : given?.get(id));
    const seen = all.filter(({ id, form }) => form.open || roleIn(id) || own.has(id));
    return await Promise.all(seen.map((contest) => showContest(server, db, contest, roleIn(contest.id))));
  },

  contest: (server, asked) => showContest(server, server.context.store.db, contestOf(asked), asked.role),

  async ladder(server, asked) {
    const { context, cache } = server;
    const contest = contestOf(asked);
    const { from, limit } = asked.query;
    // Clients get parts of large tables; each part is computed once for all clients.
    const part = await cache.of(`ladder ${contest.id} ${from} ${limit}`, async () => {
      const whole = await cache.of(`ladder ${contest.id}`, () => ladderOf(context.store.db, contest));
      if (from === 1 && limit === undefined) return whole;
      const part = <T>(list: readonly T[]) => list.slice(from - 1, limit === undefined ? undefined : from - 1 + limit);
      return { ...whole, rows: part(whole.rows), without: part(whole.without) };
    });
    const shown = await shownNames(server, asked);
    const named = <T extends { entrant: number; name: string }>(row: T): T => ({
      ...row,
      name: shown({ number: row.entrant, name: row.name }),
    });
    return { ...part, rows: part.rows.map(named), without: part.without.map(named) };
  },

  async entrants(server, asked) {
    const { entrants, live } = await fieldOf(server, contestOf(asked).id);
    // Spectators don't see entrants who wait for approval.
    const shown = [...entrants.values()].filter(({ approved }) => approved || asked.role !== undefined);
    const people = asked.role ? await peopleOf(server.context.store.db, shown) : undefined;
    const named = await shownNames(server, asked);
    return shown.map((entrant) => ({ ...lineOf(entrant, live, people), name: named(entrant) }));
  },

  async entrant(server, asked) {
    const { context, cache } = server;
    const contest = contestOf(asked);
    const { db } = context.store;
    const { entrants, live } = await fieldOf(server, contest.id);
    const entrant = entrants.get(asked.params.entrant);
    if (!entrant) throw notFound(`entrant ${asked.params.entrant}`);
    const [games, versions, tables, shown] = await Promise.all([
      cache.of(`games ${contest.id}`, () => gamesOf(context, contest)),
      versionsOf(db, entrant.id),
      cache.of(`tables ${contest.id}`, () => tablesOf(db, contest.id)),
      shownNames(server, asked),
    ]);
    const history = tables.toReversed().flatMap(({ batch, at, rows }) => {
      const row = rows.find((each) => each.entrant === entrant.number);
      return row ? [{ batch, at: at.toISOString(), place: row.place, rating: row.rating }] : [];
    });
    return {
      ...lineOf(entrant, live, asked.role ? await peopleOf(db, [entrant]) : undefined),
      name: shown(entrant),
      versions: versions.map(({ number, since, until }) => ({
        number,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
        games: games.get(number) ?? 0,
      })),
      history,
    };
  },

  async wins(server, asked) {
    const contest = contestOf(asked);
    const field = await fieldOf(server, contest.id);
    const [shown, { rows }] = await Promise.all([
      shownNames(server, asked),
      ladderOf(server.context.store.db, contest),
    ]);
    const places = new Map(rows.map(({ entrant }, at) => [entrant, at]));
    const placeOf = ([entrant]: readonly [number, number]) => places.get(entrant) ?? rows.length;
    const live = [...field.live].sort((one, other) => placeOf(one) - placeOf(other));
    const index = new Map(live.map(([, version], at) => [version, at]));
    const ahead = live.map(() => live.map(() => 0));
    const met = live.map(() => live.map(() => 0));
    for (const { seats } of (await resultsOf(server.context, contest)).slice(-WINS_OF)) {
      const here = seats.flatMap(({ version, place }) => {
        const at = index.get(version);
        return at === undefined ? [] : [{ at, place }];
      });
      for (const one of here)
        for (const other of here) {
          if (one.at === other.at) continue;
          met[one.at][other.at]++;
          if (one.place <= other.place) ahead[one.at][other.at] += one.place === other.place ? 0.5 : 1;
        }
    }
    return {
      entrants: live.map(([entrant]) => ({
        entrant,
        name: shown(field.entrants.get(entrant) ?? { number: entrant, name: `entrant ${entrant}` }),
      })),
      ahead,
      met,
    };
  },

  async announcements({ context }, asked) {
    const rows = await context.store.db
      .selectFrom('announcements')
      .select(['id', 'at', 'text'])
      .where('contest', '=', contestOf(asked).id)
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    return rows.map(({ id, at, text }) => ({ id, at: at.toISOString(), text }));
  },

  async boards(server, asked) {
    const { context } = server;
    const rows = await context.store.db
      .selectFrom('boards')
      .leftJoin('entrants', 'entrants.id', 'boards.entrant')
      .select([
        'boards.id',
        'boards.name',
        'boards.text',
        'boards.seats',
        'boards.state',
        'boards.entrant',
        'boards.report',
        'entrants.name as from',
        'entrants.number',
      ])
      .where('boards.contest', '=', contestOf(asked).id)
      .orderBy('boards.id')
      .execute();
    const seen = rows.filter(({ state, entrant }) => state === 'in' || asked.role || isOwn(asked, entrant));
    const { form } = contestOf(asked);
    const { game } = kitIn(context.catalog, form.game, form.revision);
    const shown = await shownNames(server, asked);
    return seen.map(({ entrant: _, text, number, from, ...board }) => ({
      ...board,
      from: number === null || from === null ? null : shown({ number, name: from }),
      teams: sidesOfBoard(game, { text, seats: board.seats }).teams?.slice() ?? null,
    }));
  },

  async board({ context }, asked) {
    const board = await context.store.db
      .selectFrom('boards')
      .select(['name', 'text', 'state', 'entrant'])
      .where('contest', '=', contestOf(asked).id)
      .where('id', '=', asked.params.board)
      .executeTakeFirst();
    const isSeen = board && (board.state === 'in' || asked.role || isOwn(asked, board.entrant));
    if (!isSeen) throw notFound(`board ${asked.params.board}`);
    // For generated boards, returns the board of seed 1.
    return { content: boardText(kitIn(context.catalog, contestOf(asked).form.game).game, board.text, 1) };
  },

  events,
};

async function ladderOf(db: Database, contest: Row<'contests'>): Promise<LadderReply> {
  // The queries are sent together. If they were sent one after the other, each would wait behind other requests.
  const [newest, names, yesterday, live, noWorker] = await Promise.all([
    newestTable(db, contest.id),
    entrantsOf(db, contest.id),
    placesYesterday(db, contest.id),
    liveVersions(db, contest.id),
    isWorkerMissing(db),
  ]);
  const listed = listedNow(newest?.rows ?? [], live);
  const rows = listed.map((row): Standing => {
    const { name = `entrant ${row.entrant}`, group_name } = names.get(row.entrant) ?? {};
    const before = yesterday.get(row.entrant);
    return {
      ...row,
      name,
      ...(group_name && { group: group_name }),
      ...(before !== undefined && { moved: before - row.place }),
    };
  });
  const there = new Set([...rows, ...live].map(({ entrant }) => entrant));
  const without = [...names.values()].filter(({ number, approved }) => approved && !there.has(number));
  return {
    batch: newest?.batch ?? 0,
    at: (newest?.at ?? contest.created).toISOString(),
    rows,
    without: without.map(({ number, name }) => ({ entrant: number, name })),
    total: { rows: rows.length, without: without.length },
    noWorker,
  };
}

/** Number of results that the table of wins includes, the latest first. */
const WINS_OF = 20_000;

/** Returns the rated results of the finished batches, from a cache if possible. */
async function resultsOf(
  { store, catalog, kept }: QueueContext,
  contest: Row<'contests'>,
): Promise<readonly MatchResult[]> {
  const builtins = kitIn(catalog, contest.form.game).players.map(({ name }) => name);
  return await store.snapshot(async (tx) => {
    const { rows } = await sql<{ batch: number }>`
      select coalesce(min(number) filter (where finished is null) - 1, max(number), 0) as batch
      from batches where contest = ${contest.id}`.execute(tx);
    return await kept.upTo(tx, contest.id, rows[0].batch, builtins);
  });
}

/** Returns the number of rated matches by version. */
async function gamesOf(context: QueueContext, contest: Row<'contests'>): Promise<Map<number, number>> {
  const games = new Map<number, number>();
  for (const { seats } of await resultsOf(context, contest))
    for (const version of new Set(seats.map((seat) => seat.version))) games.set(version, (games.get(version) ?? 0) + 1);
  return games;
}

const isOwn = ({ entrant }: { readonly entrant?: { readonly id: number } }, id: number | null): boolean =>
  entrant !== undefined && entrant.id === id;

/** Returns the participants, and their live versions by the entrant's number, cached for a moment. */
function fieldOf({ context, cache }: Server, contest: number) {
  const { db } = context.store;
  return cache.of(`field ${contest}`, async () => {
    const [entrants, versions] = await Promise.all([entrantsOf(db, contest), liveVersions(db, contest)]);
    return { entrants, live: new Map(versions.map(({ entrant, version }) => [entrant, version])) };
  });
}

/** Returns an entrant's accepted versions, the newest first, each with the time until which it was the newest. */
async function versionsOf(db: Database, entrant: number) {
  const { rows } = await sql<{ number: number; since: Date; until: Date | null }>`
    select s.number, s.entered as since, lead(s.entered) over (order by s.number) as until
    from submissions s where s.entrant = ${entrant} and s.state = 'in' and s.entered is not null order by s.number desc`.execute(
    db,
  );
  return rows;
}

/** Number of newest tables in an entrant's history. */
const HISTORY = 500;

/** Returns the tables of a contest, the newest first. */
async function tablesOf(db: Database, contest: number) {
  return await db
    .selectFrom('tables')
    .select(['batch', 'at', 'rows'])
    .where('contest', '=', contest)
    .orderBy('batch', 'desc')
    .limit(HISTORY)
    .execute();
}

type Entrants = Awaited<ReturnType<typeof entrantsOf>>;

async function entrantsOf(db: Parameters<typeof newestTable>[0], contest: number) {
  const rows = await db
    .selectFrom('entrants')
    .select(['id', 'number', 'name', 'group_name', 'approved', 'closes', 'chosen_name'])
    .where('contest', '=', contest)
    .orderBy('number')
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

type Entrant = Entrants extends Map<number, infer E> ? E : never;

/** Returns the members of these entrants, for the contest's staff. */
const peopleOf = (db: Database, entrants: readonly Entrant[]) =>
  membersOf(
    db,
    entrants.map(({ id }) => id),
  );

/** @param people the members of all entrants; undefined: the caller may not see them */
const lineOf = (
  { id, number, name, group_name, approved, closes, chosen_name }: Entrant,
  live: ReadonlyMap<number, number>,
  people: Awaited<ReturnType<typeof peopleOf>> | undefined,
) => ({
  number,
  name,
  group: group_name,
  approved,
  live: live.get(number) ?? null,
  ...(people && {
    closes: closes?.toISOString() ?? null,
    chosen: chosen_name,
    members: people
      .filter(({ entrant }) => entrant === id)
      .map(({ person, name: called }) => ({ person, name: called })),
  }),
});

async function placesYesterday(db: Parameters<typeof newestTable>[0], contest: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ rows: readonly { entrant: number; place: number }[] }>`
    select rows from tables where contest = ${contest} and at < clock_timestamp() - interval '1 day'
    order by batch desc limit 1`.execute(db);
  return new Map((rows[0]?.rows ?? []).map(({ entrant, place }) => [entrant, place]));
}
