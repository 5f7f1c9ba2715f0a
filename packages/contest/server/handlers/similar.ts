import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import { CHARACTERS_AT_ONCE, type SimilarReply, type similar } from '../../api/similar.ts';
import type { GameCatalog } from '../../game-catalog.ts';
import { languageOf as comparedLanguage } from '../../plagiarism/syntax/languages.ts';
import { audit, holdContest } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { conflict, missing, notAllowed, notFound, wrong } from '../refusal.ts';
import { isOwnerOf } from '../roles.ts';
import { starterModules } from '../starters.ts';

const unpacked = promisify(gunzip);
export const MAX_COLLECTIONS = 50;
/** Maximum number of sources that can be added to a contest, and of characters in these sources. */
const MAX_SOURCES = 20_000;
const MAX_CHARACTERS = 256 * 2 ** 20;

/** Sandboxes the page: it runs and loads nothing, and has no origin. Its style is inline. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-downloads";

export const similarHandlers: Handlers<keyof typeof similar> = {
  similar: ({ context }, asked) => show(context.store.db, context.catalog, asked),

  async compare({ context }, asked) {
    const contest = contestOf(asked);
    return await context.store.transaction(async (tx) => {
      const others = await ownOthers(tx, asked);
      const fresh = { state: 'waiting', asked: now, done: 0, ended: null, why: null, others } as const;
      await tx
        .insertInto('comparisons')
        .values({ contest: contest.id, ...fresh })
        // The last result stays until the next result is complete.
        .onConflict((known) =>
          known.column('contest').doUpdateSet(fresh).where('comparisons.state', 'in', ['done', 'failed']),
        )
        .execute();
      await context.nudge(tx, 'compare');
      await audit(tx, personOf(asked).id, 'compared submissions', contest.slug, contest.id);
      return await show(tx, context.catalog, asked);
    });
  },

  async similarReport({ context }, asked) {
    const page = await made(context.store.db, asked, 'page');
    asked.reply.header('content-security-policy', REPORT_POLICY);
    return { content: page };
  },

  async similarPairs({ context }, asked) {
    const contest = contestOf(asked);
    return { content: await made(context.store.db, asked, 'csv'), file: `${contest.slug}-pairs.csv` };
  },

  async addCollection({ context }, asked) {
    const contest = contestOf(asked);
    const { kind, label, goes, contest: slug } = asked.body;
    return await context.store.transaction(async (tx) => {
      await holdContest(tx, contest.id);
      const other = slug === null ? null : await otherContest(tx, asked, slug);
      const { many } = await tx
        .selectFrom('collections')
        .select(({ fn }) => fn.countAll<string>().as('many'))
        .where('contest', '=', contest.id)
        .executeTakeFirstOrThrow();
      if (Number(many) >= MAX_COLLECTIONS) throw conflict('similar/many', { most: MAX_COLLECTIONS });
      const row = await tx
        .insertInto('collections')
        .values({ contest: contest.id, kind, label, other, goes: goes === null ? null : new Date(goes) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, personOf(asked).id, 'added sources to compare with', `${label} to ${contest.slug}`, contest.id);
      return row;
    });
  },

  async addSources({ context }, asked) {
    const contest = contestOf(asked);
    const { sources } = asked.body;
    if (sources.reduce((sum, { text }) => sum + text.length, 0) > CHARACTERS_AT_ONCE)
      throw wrong('sources', 'similar/at-once', { most: CHARACTERS_AT_ONCE / 2 ** 20 });
    const unknown = sources.find(({ file }) => !comparedLanguage(file));
    if (unknown) throw wrong('sources', 'similar/language', { file: unknown.file });
    return await context.store.transaction(async (tx) => {
      await holdContest(tx, contest.id);
      const { id } = await collectionOf(tx, contest, asked.params.collection);
      const { rows } = await sql<{ many: number; size: number }>`
        select count(*)::int as many, coalesce(sum(length(s.text)), 0)::float as size
        from collected s join collections c on c.id = s.collection where c.contest = ${contest.id}`.execute(tx);
      const [{ many, size }] = rows;
      if (many + sources.length > MAX_SOURCES || size > MAX_CHARACTERS)
        throw conflict('similar/large', { sources: MAX_SOURCES, most: MAX_CHARACTERS / 2 ** 20 });
      await tx
        .insertInto('collected')
        .values(sources.map((source) => ({ collection: id, ...source })))
        .execute();
      return { sources: sources.length };
    });
  },

  async removeCollection({ context }, asked) {
    const contest = contestOf(asked);
    await context.store.transaction(async (tx) => {
      const { id, label } = await collectionOf(tx, contest, asked.params.collection);
      await tx.deleteFrom('collections').where('id', '=', id).execute();
      await audit(tx, personOf(asked).id, 'deleted sources to compare with', `${label} of ${contest.slug}`, contest.id);
    });
    return DONE;
  },
};

/**
 * Returns another contest to compare with. The report quotes that contest's sources, so anyone who doesn't own it gets
 * the same error as for a missing contest.
 */
async function otherContest(tx: Tx, asked: Authorization, slug: string): Promise<number> {
  const found = await tx.selectFrom('contests').select('id').where('slug', '=', slug).executeTakeFirst();
  if (!found || !(await isOwnerOf(tx, asked, found.id))) throw notFound(`contest ${slug}`);
  if (found.id === contestOf(asked).id) throw wrong('contest', 'similar/itself');
  return found.id;
}

async function collectionOf(tx: Tx, { id }: Row<'contests'>, collection: number): Promise<Row<'collections'>> {
  const found = await tx
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', collection)
    .where('contest', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound(`collection ${collection}`);
  return found;
}

/** Returns the other contests for comparison that the person still owns. */
async function ownOthers(tx: Tx, asked: Authorization): Promise<number[]> {
  const rows = await tx
    .selectFrom('collections')
    .select('other')
    .where('contest', '=', contestOf(asked).id)
    .where('other', 'is not', null)
    .execute();
  const own: number[] = [];
  for (const { other } of rows) if (await isOwnerOf(tx, asked, other!)) own.push(other!);
  return own;
}

/**
 * Checks whether a caller may read a result. The result quotes sources of other contests, so the caller must still own
 * all of these contests. Organisers may read every result.
 */
async function mayRead(
  db: Database | Tx,
  asked: Authorization,
  { shown_others: others }: Pick<Row<'comparisons'>, 'shown_others'>,
): Promise<boolean> {
  if (asked.isOrganiser || others === null) return asked.isOrganiser;
  for (const other of others) if (!(await isOwnerOf(db, asked, other))) return false;
  return true;
}

async function made(db: Database, asked: Authorization, what: 'page' | 'csv'): Promise<Uint8Array> {
  const found = await db
    .selectFrom('comparisons')
    .select([what, 'shown_others'])
    .where('contest', '=', contestOf(asked).id)
    .executeTakeFirst();
  const bytes = found?.[what];
  if (!found || !bytes) throw missing('similar/none');
  if (!(await mayRead(db, asked, found))) throw notAllowed('similar/others');
  return await unpacked(bytes);
}

async function show(db: Database | Tx, catalog: GameCatalog, asked: Authorization): Promise<SimilarReply> {
  const { id, form } = contestOf(asked);
  const found = await db
    .selectFrom('comparisons')
    .select(['state', 'ended', 'done', 'why', 'summary', 'shown_others'])
    .where('contest', '=', id)
    .executeTakeFirst();
  const { rows: collections } = await sql<{
    id: number;
    kind: 'earlier' | 'template';
    label: string;
    contest: string | null;
    sources: number;
    goes: Date | null;
  }>`
    select c.id, c.kind, c.label, o.slug as contest, c.goes,
      (case when c.other is null then (select count(*) from collected s where s.collection = c.id)
        else (select count(*) from submissions s where s.contest = c.other and s.source is not null) end)::int as sources
    from collections c left join contests o on o.id = c.other where c.contest = ${id} order by c.id`.execute(db);
  const { rows: same } = await sql<{ module: string; entrant: number; name: string; submission: number }>`
    select s.module, e.number as entrant, e.name, min(s.number)::int as submission
    from submissions s join entrants e on e.id = s.entrant
    where s.contest = ${id} and s.module in (
      select module from submissions where contest = ${id} and module is not null
      group by module having count(distinct entrant) > 1)
    group by s.module, e.number, e.name order by s.module, e.number`.execute(db);
  const shared = [...new Set(same.map(({ module }) => module))];
  const given = await starterModules(db, id, shared, catalog.startersOf(form.game));
  const modules = shared.filter((module) => !given.has(module));
  const isRead = found !== undefined && (await mayRead(db, asked, found));
  return {
    // A caller who may not read this result can start a new comparison without the other owners' contests.
    state: found?.state === 'done' && !isRead ? 'none' : (found?.state ?? 'none'),
    at: found?.ended?.toISOString() ?? null,
    done: found?.done ?? 0,
    why: found?.why ?? null,
    summary: isRead ? (found.summary as SimilarReply['summary']) : null,
    same: modules.map((wanted) => same.filter(({ module }) => module === wanted).map(({ module: _, ...each }) => each)),
    collections: collections.map(({ goes, ...each }) => ({ ...each, goes: goes?.toISOString() ?? null })),
  };
}
