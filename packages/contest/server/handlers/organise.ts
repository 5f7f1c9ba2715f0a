import { isDeepStrictEqual } from 'node:util';
import { type ContestForm, contestForm } from '../../api/contest.ts';
import type { organiser } from '../../api/organiser.ts';
import { boardsOffered, kitIn } from '../../game-catalog.ts';
import { drawBatches } from '../../queue/batches.ts';
import { dropMatches, PATIENCE, qualifyAgain } from '../../queue/qualify.ts';
import { reviseResults } from '../../queue/results.ts';
import { moveTo } from '../../queue/steps.ts';
import { goneVersions, versionsIn } from '../../store/deleted-modules.ts';
import { announce, audit, holdContest } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { stepMessage } from '../../store/step-messages.ts';
import { fieldChanges } from '../audit-fields.ts';
import { checkedForm, isPastEnd } from '../contest-form.ts';
import { showToOrganiser } from '../contest-view.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf, type Server } from '../handler.ts';
import { insertContest, mustBePlayable } from '../insert-contest.ts';
import { lockNames } from '../name-lock.ts';
import { conflict, notFound, wrong } from '../refusal.ts';
import { newClassCode } from '../secrets.ts';
import { hasRosterTeams, teamSizeOf } from '../team.ts';
import { nameTeam } from '../team-name.ts';

type Ids =
  | 'makeContest'
  | 'changeContest'
  | 'renewCode'
  | 'setState'
  | 'announce'
  | 'removeAnnouncement'
  | 'extend'
  | 'decideBoard'
  | 'rerunSubmission'
  | 'rerunMatch';

/** Routes for a contest's staff. */
export const organiseHandlers: Handlers<Ids & keyof typeof organiser> = {
  async makeContest(server, asked) {
    const kit = server.context.catalog.kits.find(({ game }) => game.id === asked.body.game);
    if (!kit) throw wrong('game', 'game/none', { game: asked.body.game });
    const form = checkedForm(server.context.catalog, kit, asked.body, undefined);
    mustBePlayable(server, form);
    const id = await server.context.store.transaction(async (tx) => {
      const row = await insertContest(tx, form, personOf(asked).id);
      await setBoards(tx, server, row, form.game, form.boards);
      await audit(tx, personOf(asked).id, 'made a contest', form.slug, row);
      return row;
    });
    return await showToOrganiser(server, id);
  },

  async changeContest(server, asked) {
    const contest = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      const held = await holdContest(tx, contest.id);
      const changes = Object.fromEntries(
        Object.entries(asked.body).filter(([name, value]) => name !== 'until' && value !== undefined),
      );
      const { context } = server;
      const form = checkedForm(
        context.catalog,
        kitIn(context.catalog, held.form.game),
        contestForm.parse({ ...held.form, ...changes }),
        held.form,
      );
      mustBePlayable(server, form);
      const { until = held.until } = asked.body;
      await tx
        .updateTable('contests')
        .set({ form: JSON.stringify(form), until })
        .where('id', '=', contest.id)
        .execute();
      if (asked.body.boards) await setBoards(tx, server, contest.id, form.game, form.boards);
      await auditFields(tx, asked, 'changed settings', contest.slug, [
        { ...contestForm.parse(held.form), until: held.until },
        { ...Object.fromEntries(Object.keys(changes).map((name) => [name, form[name as keyof ContestForm]])), until },
      ]);
      await announce(tx, contest.id, 'contest', {});
      const changed = await holdContest(tx, contest.id);
      if (!isDeepStrictEqual(held.form.qualify, form.qualify)) await qualifyAgain(tx, context, changed);
      await drawBatches(tx, changed, context.catalog, context.kept);
    });
    if (asked.body.open === false) await server.tell({ kind: 'end', which: { contest: contest.id } });
    server.changed();
    return await showToOrganiser(server, contest.id);
  },

  async renewCode(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      await tx.updateTable('contests').set({ code: newClassCode() }).where('id', '=', id).execute();
      await audit(tx, personOf(asked).id, 'renewed the class code', slug, id);
    });
    return await showToOrganiser(server, id);
  },

  async setState(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      await holdContest(tx, id);
      await tx.updateTable('contests').set({ state: asked.body.state }).where('id', '=', id).execute();
      await audit(tx, personOf(asked).id, `made it ${asked.body.state}`, slug, id);
      await announce(tx, id, 'contest', { state: asked.body.state });
      await drawBatches(tx, await holdContest(tx, id), server.context.catalog, server.context.kept);
    });
    server.changed();
    return await showToOrganiser(server, id);
  },

  async announce(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      await audit(tx, personOf(asked).id, 'posted an announcement', slug, id);
      await tx.insertInto('announcements').values({ contest: id, text: asked.body.text }).execute();
      await announce(tx, id, 'announcement', { text: asked.body.text });
    });
    server.changed();
    return DONE;
  },

  async removeAnnouncement(server, asked) {
    const { id, slug } = contestOf(asked);
    const { announcement } = asked.params;
    await server.context.store.transaction(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('announcements')
        .where('contest', '=', id)
        .where('id', '=', announcement)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw notFound(`announcement ${announcement}`);
      await audit(tx, personOf(asked).id, 'deleted an announcement', slug, id);
      await announce(tx, id, 'announcement', {});
    });
    server.changed();
    return DONE;
  },

  async extend(server, asked) {
    const { id, slug } = contestOf(asked);
    const { approved, group, closes, name } = asked.body;
    await server.context.store.transaction(async (tx) => {
      if (name !== undefined) await lockNames(tx);
      const contest = await holdContest(tx, id);
      const changes = {
        ...(approved !== undefined && { approved }),
        ...(group !== undefined && { group_name: group }),
        ...(closes !== undefined && { closes: closes === null ? null : new Date(closes) }),
      };
      if (Object.keys(changes).length === 0 && name === undefined) throw wrong('body', 'entrant/unchanged');
      if (closes && (await isPastExtension(tx, id, asked.params.entrant, closes)))
        throw wrong('closes', 'entrant/past');
      const before = await tx
        .selectFrom('entrants')
        .select(['approved', 'group_name as group', 'closes', 'chosen_name as name'])
        .where('contest', '=', id)
        .where('number', '=', asked.params.entrant)
        .executeTakeFirst();
      const done = await tx
        .updateTable('entrants')
        // The number stays the same. It is only set because an update needs at least one column.
        .set({ number: asked.params.entrant, ...changes })
        .where('contest', '=', id)
        .where('number', '=', asked.params.entrant)
        .returning('id')
        .executeTakeFirst();
      if (!done) throw notFound(`entrant ${asked.params.entrant}`);
      const member = await tx.selectFrom('members').select('person').where('entrant', '=', done.id).executeTakeFirst();
      if (!member) throw conflict('entrant/gone', { entrant: asked.params.entrant });
      if (name !== undefined) {
        if (teamSizeOf(contest) === 1) throw conflict('team/none');
        if (await hasRosterTeams(tx, id)) throw conflict('team/by-row');
        await nameTeam(tx, kitIn(server.context.catalog, contest.form.game), id, done, name);
      }
      await announce(tx, id, 'contest', {}, done.id);
      await auditFields(tx, asked, 'changed an entrant', `entrant ${asked.params.entrant} of ${slug}`, [
        { ...before, closes: before?.closes?.toISOString() },
        { ...asked.body, ...(closes && { closes: new Date(closes).toISOString() }) },
      ]);
      await drawBatches(tx, contest, server.context.catalog, server.context.kept);
    });
    server.changed();
    return DONE;
  },

  async decideBoard(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      const contest = await holdContest(tx, id);
      const board = await tx
        .updateTable('boards')
        .set({ state: asked.body.state })
        .where('contest', '=', id)
        .where('id', '=', asked.params.board)
        .returning('name')
        .executeTakeFirst();
      if (!board) throw notFound(`board ${asked.params.board}`);
      const left = await tx
        .selectFrom('boards')
        .select('id')
        .where('contest', '=', id)
        .where('state', '=', 'in')
        .execute();
      if (left.length === 0) throw conflict('board/last');
      await announce(tx, id, 'board', {});
      await audit(tx, personOf(asked).id, `board ${asked.body.state}`, `${board.name} of ${slug}`, id);
      await drawBatches(tx, contest, server.context.catalog, server.context.kept);
    });
    server.changed();
    return DONE;
  },

  async rerunSubmission(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      await holdContest(tx, id);
      const row = await tx
        .selectFrom('submissions')
        .selectAll()
        .where('contest', '=', id)
        .where('number', '=', asked.params.submission)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound(`submission ${asked.params.submission}`);
      if (row.source === null) throw conflict('submission/deleted');
      await dropMatches(tx, row.id);
      // A compilation that is still running notices the changed number of attempts.
      await tx
        .updateTable('submissions')
        .set({ attempts: row.attempts === 0 ? -1 : 0 })
        .where('id', '=', row.id)
        .execute();
      await moveTo(tx, row, { state: 'received', text: stepMessage('again/organiser'), within: PATIENCE });
      await server.context.nudge(tx, 'compile');
      await audit(tx, personOf(asked).id, 'ran again', `submission ${row.number} of ${slug}`, id);
    });
    server.changed();
    return DONE;
  },

  async rerunMatch(server, asked) {
    const { id, slug } = contestOf(asked);
    await server.context.store.transaction(async (tx) => {
      await holdContest(tx, id);
      const done = await tx
        .updateTable('matches')
        .set({ state: 'queued', losses: 0, refused_by: null })
        .where('contest', '=', id)
        .where('number', '=', asked.params.match)
        .where('state', '=', 'void')
        .returning(['batch', 'seats'])
        .executeTakeFirst();
      if (!done) throw conflict('match/not-void', { match: asked.params.match });
      if ((await goneVersions(tx, id, versionsIn(done.seats))).size > 0)
        throw conflict('match/gone', { match: asked.params.match });
      if (done.batch !== null)
        await tx
          .updateTable('batches')
          .set({ finished: null })
          .where('contest', '=', id)
          .where('number', '=', done.batch)
          .execute();
      await reviseResults(tx, id);
      await audit(tx, personOf(asked).id, 'ran again', `match ${asked.params.match} of ${slug}`, id);
    });
    server.changed();
    return DONE;
  },
};

/** Writes an entry in the log for the changed fields, if there are any. */
async function auditFields(
  tx: Tx,
  asked: Authorization,
  what: string,
  about: string,
  [before, after]: Parameters<typeof fieldChanges>,
): Promise<void> {
  const changes = fieldChanges(before, after);
  if (Object.keys(changes).length === 0) return;
  await audit(tx, personOf(asked).id, what, `${about}: ${JSON.stringify(changes)}`, contestOf(asked).id);
}

/** Checks whether a new extension would already be over. */
async function isPastExtension(tx: Tx, contest: number, entrant: number, closes: string): Promise<boolean> {
  const row = await tx
    .selectFrom('entrants')
    .select('closes')
    .where('contest', '=', contest)
    .where('number', '=', entrant)
    .executeTakeFirst();
  return row !== undefined && isPastEnd(closes, row.closes?.toISOString() ?? null, Date.now());
}

/** Enables and disables the built-in boards; submitted boards stay unchanged. */
async function setBoards(
  tx: Tx,
  { context }: Server,
  contest: number,
  game: string,
  names: readonly string[],
): Promise<void> {
  const offered = boardsOffered(context.catalog, game);
  const kit = kitIn(context.catalog, game);
  const there = await tx.selectFrom('boards').selectAll().where('contest', '=', contest).execute();
  for (const name of new Set(names)) {
    if (there.some((board) => board.name === name)) continue;
    const board = offered.get(name);
    if (board === undefined) throw wrong('boards', 'board/none', { where: kit.game.title, board: name });
    await tx
      .insertInto('boards')
      .values({ contest, name, ...board, state: 'in' })
      .execute();
  }
  const isOurs = ({ name, entrant }: Row<'boards'>) => entrant === null && offered.has(name);
  for (const board of there.filter((each) => isOurs(each) || each.state !== 'sent')) {
    const state = names.includes(board.name) ? 'in' : isOurs(board) ? 'refused' : board.state;
    await tx.updateTable('boards').set({ state }).where('id', '=', board.id).execute();
  }
}
