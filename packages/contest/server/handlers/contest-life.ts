import { sql } from 'kysely';
import { contestForm } from '../../api/contest.ts';
import type { contestLife } from '../../api/contest-life.ts';
import { kitIn } from '../../game-catalog.ts';
import { announce, audit, holdContest } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { checkedForm } from '../contest-form.ts';
import { showToOrganiser } from '../contest-view.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { insertContest, mustBePlayable } from '../insert-contest.ts';
import { conflict, wrong } from '../refusal.ts';
import { isOwnerOf } from '../roles.ts';
import { forgetComparisons } from '../similar.ts';
import { dropModules } from './persons.ts';
import { MAX_COLLECTIONS } from './similar.ts';

/** Maximum length of a label for compared sources, in characters. */
const LABEL = 60;

/** Owners' routes for the end of a contest's term. */
export const contestLifeHandlers: Handlers<keyof typeof contestLife> = {
  async copyContest(server, asked) {
    const { id, slug: from } = contestOf(asked);
    const { compare, ...changes } = asked.body;
    const made = await server.context.store.transaction(async (tx) => {
      const held = await holdContest(tx, id);
      const { context } = server;
      const wanted = contestForm.parse({ ...held.form, ...changes });
      const form = checkedForm(context.catalog, kitIn(context.catalog, held.form.game), wanted, undefined);
      mustBePlayable(server, form);
      // Without a start date, the new contest isn't open until an owner opens it.
      const row = await insertContest(tx, form, personOf(asked).id, form.opens === null ? 'planned' : 'open');
      await sql`
        insert into boards (contest, name, text, seats, state, report)
        select ${row}, name, text, seats, state, report from boards
        where contest = ${id} and (state = 'in' or (state = 'refused' and entrant is null)) order by id`.execute(tx);
      if (compare) await copyCollections(tx, asked, held, row);
      await audit(tx, personOf(asked).id, 'copied a contest', `${from} to ${form.slug}`, row);
      return row;
    });
    return await showToOrganiser(server, made);
  },

  async archiveContest(server, asked) {
    const { id, slug } = contestOf(asked);
    const { archived } = asked.body;
    await server.context.store.transaction(async (tx) => {
      const held = await holdContest(tx, id);
      if (archived) await mustHaveNoFinal(tx, held);
      await tx
        .updateTable('contests')
        .set(archived ? { archived: now, state: 'closed' } : { archived: null })
        .where('id', '=', id)
        .execute();
      await announce(tx, id, 'contest', {});
      if (archived) await tx.deleteFrom('invitations').where('contest', '=', id).execute();
      await audit(tx, personOf(asked).id, archived ? 'archived a contest' : 'brought back a contest', slug, id);
    });
    server.changed();
    return await showToOrganiser(server, id);
  },

  async deleteContest(server, asked) {
    const { id, slug } = contestOf(asked);
    if (asked.body.slug.trim() !== slug) throw wrong('slug', 'contest/not-name', { slug });
    await server.context.store.transaction(async (tx) => {
      await holdContest(tx, id);
      await forgetComparisons(tx, id);
      const { rows: modules } = await sql<{ module: string }>`
        select distinct module from submissions where contest = ${id} and module is not null order by module`.execute(
        tx,
      );
      await tx.updateTable('audit').set({ roster_rows: null }).where('contest', '=', id).execute();
      // All rows that belong to a contest refer to the contest's row, and are deleted with it.
      await tx.deleteFrom('contests').where('id', '=', id).execute();
      await dropModules(
        tx,
        modules.map(({ module }) => module),
      );
      await audit(tx, personOf(asked).id, 'deleted a contest', slug);
    });
    await server.tell({ kind: 'end', which: { contest: id } });
    server.changed();
    return DONE;
  },
};

/** Refuses if a final is pending, since the final would be played even in an archived contest. */
async function mustHaveNoFinal(tx: Tx, { id }: Row<'contests'>): Promise<void> {
  const round = await tx
    .selectFrom('rounds')
    .select('number')
    .where('contest', '=', id)
    .where('state', 'in', ['announced', 'playing'])
    .orderBy('number')
    .executeTakeFirst();
  if (round) throw conflict('contest/final', { round: round.number });
}

/**
 * Copies the sources for comparison: the new contest is compared with the earlier contest and with the earlier
 * contest's collections. Collections that are other people's contests are left out.
 */
async function copyCollections(tx: Tx, asked: Authorization, from: Row<'contests'>, to: number): Promise<void> {
  const label = from.form.title.slice(0, LABEL);
  await tx
    .insertInto('collections')
    .values({ contest: to, kind: 'earlier', label, other: from.id, goes: null })
    .execute();
  const rows = await tx
    .selectFrom('collections')
    .selectAll()
    .where('contest', '=', from.id)
    .orderBy('id', 'desc')
    .limit(MAX_COLLECTIONS - 1)
    .execute();
  for (const { id, kind, label, other, goes } of rows.toReversed()) {
    if (other !== null && !(await isOwnerOf(tx, asked, other))) continue;
    const made = await tx
      .insertInto('collections')
      .values({ contest: to, kind, label, other, goes })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into collected (collection, name, version, file, text)
      select ${made.id}, name, version, file, text from collected where collection = ${id} order by id`.execute(tx);
  }
}
