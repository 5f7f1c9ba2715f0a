import { sql } from 'kysely';
import type { CallerLine, premieres } from '../../api/premieres.ts';
import { kitIn, looksBuiltIn } from '../../game-catalog.ts';
import { RESULT_MS } from '../../premieres/rules.ts';
import { firstSeatsOf } from '../../sides.ts';
import { takeLock } from '../../store/locks.ts';
import { lookOf } from '../../store/name-key.ts';
import { audit, keepContest } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { beginCall } from '../code-throttle.ts';
import { contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { nameProblem } from '../names.ts';
import { advancePremiere, latestPremiere } from '../premieres.ts';
import { conflict, notFound, tooSoon, wrong } from '../refusal.ts';
import { hashSecret } from '../secrets.ts';
import { type ShownName, shownNames } from '../shown-names.ts';
import { castOf, isKept, lineOf } from './matches.ts';

/** Number of callers in the table. */
const LISTED = 10;
/** Maximum number of callers per contest. Callers without points who were seen longest ago are removed first. */
const MAX_CALLERS = 5000;

export const premiereHandlers: Handlers<keyof typeof premieres> = {
  async premiere(server, asked) {
    const contest = contestOf(asked);
    const { db } = server.context.store;
    const all = await server.cache.of(`premiere ${contest.id}`, async () => {
      await advancePremiere(server, contest);
      const found = await latestPremiere(db, contest.id);
      const [shown, callers] = await Promise.all([
        found && premiereOf(server, contest.id, found),
        db
          .selectFrom('callers')
          .select(LINE)
          .where('contest', '=', contest.id)
          .where('calls', '>', 0)
          .orderBy('points', 'desc')
          .orderBy('id')
          .limit(LISTED)
          .execute(),
      ]);
      return { premiere: shown ?? null, callers };
    });
    if (all.premiere === null) return all;
    const named = await shownNames(server, asked);
    const { match } = all.premiere;
    const seats = match.seats.map((seat) =>
      seat.entrant === null ? seat : { ...seat, name: named({ number: seat.entrant, name: seat.name }) },
    );
    return { ...all, premiere: { ...all.premiere, match: { ...match, seats } } };
  },

  async callWinner(server, asked) {
    const contest = contestOf(asked);
    const { store } = server.context;
    const { premiere: number, side, caller: secret, name } = asked.body;
    const again = await beginCall(store, { address: asked.request.ip });
    if (again) throw tooSoon('premiere/wait', again);
    const problem = name === undefined ? undefined : nameProblem(name);
    if (problem) throw wrong('name', problem);
    if (name !== undefined && looksBuiltIn(kitIn(server.context.catalog, contest.form.game), name))
      throw wrong('name', 'name/builtin', { name });
    // Compares with public names only, since a refusal must not reveal hidden names of participants or accounts.
    const shown = await shownNames(server, { contest });
    return await store.transaction(async (tx) => {
      await keepContest(tx, contest.id);
      // Locks the premiere, so that it doesn't start before the call is stored.
      const premiere = await tx
        .selectFrom('premieres')
        .selectAll()
        .select(sql<boolean>`starts is not null and starts <= ${now}`.as('begun'))
        .where('contest', '=', contest.id)
        .where('number', '=', number)
        .forShare()
        .executeTakeFirst();
      if (!premiere) throw notFound(`premiere ${number}`);
      if (premiere.known) throw conflict('premiere/known');
      if (premiere.begun || premiere.settled) throw conflict('premiere/over');
      const { seats } = await tx
        .selectFrom('matches')
        .select('seats')
        .where('id', '=', premiere.match)
        .executeTakeFirstOrThrow();
      const sides = firstSeatsOf(seats).length;
      if (side >= sides) throw wrong('side', 'premiere/side', { sides, side });
      const line = await callerOf(tx, contest.id, hashSecret(secret), name, shown);
      const { rows } = await sql`
        insert into calls (premiere, caller, side) values (${premiere.id}, ${line.caller}, ${side})
        on conflict do nothing returning 1`.execute(tx);
      if (rows.length === 0) throw conflict('premiere/again');
      return line;
    });
  },

  async removeCaller({ context }, asked) {
    const contest = contestOf(asked);
    await context.store.transaction(async (tx) => {
      await keepContest(tx, contest.id);
      const gone = await tx
        .deleteFrom('callers')
        .where('contest', '=', contest.id)
        .where('id', '=', asked.params.caller)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw notFound(`caller ${asked.params.caller}`);
      await audit(
        tx,
        personOf(asked).id,
        'removed a caller',
        `${contest.slug}: ${gone.name ?? asked.params.caller}`,
        contest.id,
      );
    });
    return DONE;
  },
};

const LINE = ['id as caller', 'name', 'points', 'calls', 'hits'] as const;

async function premiereOf(server: Parameters<typeof castOf>[0], contest: number, found: Row<'premieres'>) {
  const { db } = server.context.store;
  const [row, cast, called] = await Promise.all([
    db.selectFrom('matches').selectAll().select(isKept).where('id', '=', found.match).executeTakeFirstOrThrow(),
    castOf(server, contest),
    db
      .selectFrom('calls')
      .select(['side', ({ fn }) => fn.countAll<number>().as('many')])
      .where('premiere', '=', found.id)
      .groupBy('side')
      .execute(),
  ]);
  const match = lineOf(row, cast);
  const { number, known, starts, ends, history } = found;
  return {
    number,
    // A repeat also hides the match's result, for spectators who haven't seen the result yet.
    match: known && (ends === null || ends.getTime() > Date.now()) ? withoutResult(match) : match,
    known,
    starts: starts?.toISOString() ?? null,
    ends: ends?.toISOString() ?? null,
    next: ends && new Date(ends.getTime() + RESULT_MS).toISOString(),
    calls: firstSeatsOf(row.seats).map((_, side) => Number(called.find((each) => each.side === side)?.many ?? 0)),
    history: {
      places: [...history.places],
      streaks: [...history.streaks],
      meetings: history.meetings.map((each) => ({
        ...each,
        ahead: [each.ahead[0], each.ahead[1]] as [number, number],
      })),
    },
  };
}

const withoutResult = (match: ReturnType<typeof lineOf>): ReturnType<typeof lineOf> => ({
  ...match,
  seats: match.seats.map((seat) => ({ ...seat, score: null, place: null, fault: null })),
});

/** Returns the browser's row, with a new nickname if it is free. */
async function callerOf(
  tx: Tx,
  contest: number,
  secret: string,
  name: string | undefined,
  shown: ShownName,
): Promise<CallerLine> {
  const look = name === undefined ? null : lookOf(name);
  if (name !== undefined) {
    // Only one of several simultaneous calls may take a nickname, or a similar one.
    await takeLock(tx, 'nickname', `${contest} ${look}`);
    await mustBeFree(tx, contest, secret, name, shown);
  }
  await tx
    .deleteFrom('callers')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('callers')
        .select('id')
        .where('contest', '=', contest)
        .where('secret', '<>', secret)
        .orderBy('points', 'desc')
        .orderBy('seen', 'desc')
        .offset(MAX_CALLERS - 1),
    )
    .execute();
  const { rows } = await sql<CallerLine>`
    insert into callers (contest, secret, name, look) values (${contest}, ${secret}, ${name ?? null}, ${look})
    on conflict (contest, secret) do update set seen = clock_timestamp(),
      name = coalesce(excluded.name, callers.name), look = coalesce(excluded.look, callers.look)
    returning id as caller, name, points, calls, hits`.execute(tx);
  return rows[0];
}

/** Refuses a nickname of another caller, or a nickname that spectators see as someone's name. */
async function mustBeFree(tx: Tx, contest: number, secret: string, name: string, shown: ShownName): Promise<void> {
  const look = lookOf(name);
  const taken = await tx
    .selectFrom('callers')
    .select('id')
    .where('contest', '=', contest)
    .where('look', '=', look)
    .where('secret', '<>', secret)
    .executeTakeFirst();
  const entrants = await tx.selectFrom('entrants').select(['number', 'name']).where('contest', '=', contest).execute();
  if (taken || entrants.some((entrant) => lookOf(shown(entrant)) === look)) throw conflict('name/taken', { name });
}
