import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import { readProgram } from '../../judge/program.ts';
import type { LabResult } from '../../laboratory/answer.ts';
import { allowanceOf, countUse, MOST_RUNS, MOST_WAITING, tomorrow, whyNot } from '../../laboratory/may.ts';
import { keepModule, missingModules } from '../../laboratory/modules.ts';
import { sha256 } from '../../queue/chance.ts';
import { holdPerson } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import type { Seated } from '../../words.ts';
import type { LabResultLine, laboratory } from '../api/laboratory.ts';
import type { Allowed } from '../guard.ts';
import { DONE, type Handlers, personOf } from '../handler.ts';
import { conflict, notAllowed, notFound, Refusal, tooSoon, wrong } from '../refusal.ts';

/** So many results are told at once. */
const AT_ONCE = 500;
const unpacked = promisify(gunzip);

/** Every address of these is about the one who asks: of anybody else's run it is not told that it is there. */
export const laboratoryHandlers: Handlers<keyof typeof laboratory> = {
  async laboratory({ desk }, asked) {
    const allowance = await allowanceOf(desk.store.db, personOf(asked).id, isOrganiser(asked));
    const { games, perDay, today } = allowance;
    return {
      games: games && [...games],
      perDay,
      today,
      why: whyNot(allowance) ?? null,
      engine: desk.engine,
      waiting: MOST_WAITING,
    };
  },

  async labModules({ desk }, asked) {
    await mustPlay(desk.store.db, asked);
    const missing = await desk.store.transaction((tx) => missingModules(tx, personOf(asked).id, asked.body.modules));
    return { missing };
  },

  async labModule({ desk }, asked) {
    await mustPlay(desk.store.db, asked);
    const bytes = asked.body;
    if (bytes.length === 0) throw wrong('file', 'file/empty');
    // What would be run as a program has no fuel.
    if (readProgram(bytes)) throw wrong('file', 'laboratory/program');
    const module = sha256(bytes);
    await desk.store.transaction(async (tx) => {
      // One after the other, so that nobody has more bytes than they may.
      await mustBeThere(tx, personOf(asked).id);
      await keepModule(tx, personOf(asked).id, module, bytes);
    });
    return { module };
  },

  async labRun({ desk }, asked) {
    const { body, params } = asked;
    const { id } = personOf(asked);
    const kit = desk.house.kits.find(({ game }) => game.id === body.game);
    if (!kit) throw wrong('game', 'game/none', { game: body.game });
    await mustPlay(desk.store.db, asked, body.game);
    if (body.engine !== desk.engine) throw otherEngine();
    for (const board of body.boards) {
      const read = kit.game.readBoard(board);
      if (!read.ok) throw wrong('boards', 'board/wrong', { why: read.problem.message });
    }
    const players = body.players.map(
      (player, index): Seated => (player.kind === 'module' ? { ...player, version: index } : player),
    );
    const last = await desk.store.transaction(async (tx) => {
      // One after the other, so that nobody has more runs than they may.
      await mustBeThere(tx, id);
      const modules = players.flatMap((player) => (player.kind === 'module' ? [player.module] : []));
      const [missing] = await missingModules(tx, id, modules);
      if (missing !== undefined) throw wrong('players', 'laboratory/module', { module: missing });
      const unknown = players.find(
        (player) => player.kind === 'builtin' && !kit.players.some(({ name }) => name === player.name),
      );
      if (unknown?.kind === 'builtin')
        throw wrong('players', 'game/player', { game: kit.game.title, player: unknown.name });
      const found = await tx
        .updateTable('lab_runs')
        .set({ asked: now })
        .where('person', '=', id)
        .where('key', '=', params.run)
        .returning(['finished', 'engine'])
        .executeTakeFirst();
      if (found && found.engine === desk.engine) return found.finished;
      // What an older engine has played is not mixed with what this one plays.
      await tx.deleteFrom('lab_runs').where('person', '=', id).where('key', '=', params.run).execute();
      const { many } = await tx
        .selectFrom('lab_runs')
        .select(({ fn }) => fn.countAll<string>().as('many'))
        .where('person', '=', id)
        .executeTakeFirstOrThrow();
      if (Number(many) >= MOST_RUNS) throw conflict('laboratory/runs', { most: MOST_RUNS });
      await tx
        .insertInto('lab_runs')
        .values({
          person: id,
          key: params.run,
          game: body.game,
          engine: desk.engine,
          boards: JSON.stringify(body.boards),
          players: JSON.stringify(players),
          seconds: body.seconds,
          replays: body.replays,
        })
        .execute();
      return 0;
    });
    return { last };
  },

  async labMatches(server, asked) {
    const { desk } = server;
    const { matches } = asked.body;
    const { id } = personOf(asked);
    const taken = await desk.store.transaction(async (tx) => {
      // All runs of one person have one allowance.
      await mustBeThere(tx, id);
      const { perDay, today, ...allowance } = await allowanceOf(tx, id, isOrganiser(asked));
      const run = await ownRun(tx, asked, true);
      const why = whyNot({ perDay, today, ...allowance }, run.game);
      if (why !== undefined) throw notAllowed('laboratory/not-allowed', { why });
      if (run.engine !== desk.engine) throw otherEngine();
      for (const { board, players } of matches) {
        if (board >= run.boards.length || (board < 0 && !generates(server, run.game)))
          throw wrong('matches', 'laboratory/board', { board });
        const other = players.find((player) => player >= run.players.length);
        if (other !== undefined) throw wrong('matches', 'laboratory/player', { player: other });
      }
      const { rows } = await sql<{ many: number }>`
        select count(*)::int as many from lab_matches m join lab_runs r on r.id = m.run where r.person = ${id}`.execute(
        tx,
      );
      const room = Math.max(0, MOST_WAITING - rows[0].many);
      const left = perDay === null ? room : Math.max(0, perDay - today);
      if (left === 0 && room > 0) throw tooSoon('laboratory/day', await tomorrow(tx), { today, most: perDay ?? today });
      const some = matches.slice(0, Math.min(room, left));
      if (some.length === 0) return 0;
      const added = await tx
        .insertInto('lab_matches')
        .values(
          some.map(({ players, ...match }) => ({
            ...match,
            run: run.id,
            state: 'queued' as const,
            players: JSON.stringify(players),
          })),
        )
        .onConflict((onConflict) => onConflict.columns(['run', 'name']).doNothing())
        .returning('id')
        .execute();
      await countUse(tx, id, added.length);
      return some.length;
    });
    if (taken > 0) server.changed();
    return { taken };
  },

  async labResults({ desk }, asked) {
    const { after, waitMs } = asked.query;
    const gone = new AbortController();
    asked.request.raw.once('close', () => gone.abort());
    const run = await desk.store.transaction(async (tx) => {
      const held = await ownRun(tx, asked, true);
      if (held.engine !== desk.engine) throw otherEngine();
      await tx.updateTable('lab_runs').set({ asked: now }).where('id', '=', held.id).execute();
      await tx.deleteFrom('lab_matches').where('run', '=', held.id).where('finished', '<=', after).execute();
      return held;
    });
    // Listened for before it is looked: nothing comes in between.
    const rung = desk.bell.wait(run.id, waitMs, gone.signal);
    let results = await resultsAfter(desk.store.db, run.id, after);
    if (results.length === 0) {
      await rung;
      results = await resultsAfter(desk.store.db, run.id, after);
    }
    gone.abort();
    return { last: results.at(-1)?.finished ?? after, results: results.map(lineOf) };
  },

  async labReplay({ desk }, asked) {
    const run = await ownRun(desk.store.db, asked);
    const found = await desk.store.db
      .selectFrom('lab_matches')
      .select('replay')
      .where('run', '=', run.id)
      .where('name', '=', asked.params.match)
      .executeTakeFirst();
    if (!found?.replay) throw notFound(`a replay of match ${asked.params.match}`);
    return { content: await unpacked(found.replay) };
  },

  async endLabRun(server, asked) {
    await server.desk.store.transaction(async (tx) => {
      const run = await ownRun(tx, asked, true);
      const unplayed = await tx
        .deleteFrom('lab_matches')
        .where('run', '=', run.id)
        .where('finished', 'is', null)
        .returning('id')
        .execute();
      await countUse(tx, personOf(asked).id, -unplayed.length);
      await tx.deleteFrom('lab_runs').where('id', '=', run.id).execute();
    });
    server.changed();
    return DONE;
  },
};

async function mustBeThere(tx: Tx, person: number): Promise<void> {
  if (!(await holdPerson(tx, person))) throw new Refusal(401, 'sign-in');
}

/** A token for the laboratory alone plays what its person may. */
const isOrganiser = (asked: Allowed): boolean => personOf(asked).role === 'organiser';

const otherEngine = () => conflict('laboratory/engine');

async function mustPlay(db: Database | Tx, asked: Allowed, game?: string): Promise<void> {
  const why = whyNot(await allowanceOf(db, personOf(asked).id, isOrganiser(asked)), game);
  if (why !== undefined) throw notAllowed('laboratory/not-allowed', { why });
}

const generates = ({ desk }: Parameters<typeof laboratoryHandlers.laboratory>[0], id: string): boolean =>
  desk.house.kits.some(({ game }) => game.id === id && game.generateBoard !== undefined);

/** One's own run of this name; `hold`: its row is held. */
async function ownRun(
  db: Database | Tx,
  asked: Allowed & { readonly params: { readonly run: string } },
  hold = false,
): Promise<Row<'lab_runs'>> {
  const query = db
    .selectFrom('lab_runs')
    .selectAll()
    .where('person', '=', personOf(asked).id)
    .where('key', '=', asked.params.run);
  const found = await (hold ? query.forUpdate() : query).executeTakeFirst();
  if (!found) throw notFound('a run of yours with this name');
  return found;
}

type Line = Pick<Row<'lab_matches'>, 'name' | 'finished' | 'result' | 'why' | 'blamed'>;

async function resultsAfter(db: Database, run: number, after: number): Promise<Line[]> {
  return await db
    .selectFrom('lab_matches')
    .select(['name', 'finished', 'result', 'why', 'blamed'])
    .where('run', '=', run)
    .where('finished', '>', after)
    .orderBy('finished')
    .limit(AT_ONCE)
    .execute();
}

function lineOf({ name, result, why, blamed }: Line): LabResultLine {
  if (result === null)
    return { name, result: null, failure: why ?? 'it could not be played', blamed: blamed === -1 ? null : blamed };
  const { scores, rounds, reason, faults, used, decided } = JSON.parse(result) as LabResult;
  return {
    name,
    result: { scores: [...scores], rounds, reason, faults: [...faults], used: [...used], decided },
    failure: null,
    blamed: null,
  };
}
