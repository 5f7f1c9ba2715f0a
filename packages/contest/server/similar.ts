import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ModuleRejectedError, unpackScript } from '@ludus/runtime/metering.ts';
import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import type { GameCatalog } from '../game-catalog.ts';
import { compareIsolated } from '../plagiarism/isolated/compare-isolated.ts';
import { ComparisonCrashError, type ProgressOptions } from '../plagiarism/isolated/in-process.ts';
import type { OrderLine } from '../plagiarism/isolated/order.ts';
import { languageOf } from '../plagiarism/syntax/languages.ts';
import type { Store } from '../store/open.ts';
import type { Database, Row } from '../store/schema.ts';
import { now } from '../store/times.ts';
import { agreed } from './behaviour.ts';

const packed = promisify(gzip);
/** Number of sources that are read together. */
const AT_ONCE = 100;
/** Interval at which a comparison's progress is stored, in milliseconds. */
const STEP_MS = 1000;

/** Deletes additional sources whose deletion date has passed. */
export async function forgetCollections({ db }: Store): Promise<void> {
  await db.deleteFrom('collections').where('goes', '<', now).execute();
}

/** Runs the comparison that has waited longest. Returns false if no comparison is waiting. */
export async function compareNext(
  { store, catalog, server }: Pick<QueueContext, 'store' | 'catalog' | 'server'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = store;
  const next = await db
    .selectFrom('comparisons')
    .innerJoin('contests', 'contests.id', 'comparisons.contest')
    .select(['contests.id', 'contests.form', 'comparisons.others'])
    .where('comparisons.state', '=', 'waiting')
    .orderBy('comparisons.asked')
    .limit(1)
    .executeTakeFirst();
  if (!next || signal.aborted) return false;
  const mine = () =>
    db
      .updateTable('comparisons')
      .where('contest', '=', next.id)
      // After its start, the comparison may be deleted with a person's data, or restarted by another server.
      .where('state', '=', 'running')
      .where('owner', '=', server);
  await db
    .updateTable('comparisons')
    .set({ state: 'running', done: 0, owner: server })
    .where('contest', '=', next.id)
    .where('state', '=', 'waiting')
    .execute();
  let told = Date.now();
  // Comparing sources is the first half of the progress, and comparing behaviour is the second half.
  const watched = (half: 0 | 1): ProgressOptions => ({
    signal,
    step(done) {
      if (Date.now() - told < STEP_MS) return;
      told = Date.now();
      mine()
        .set({ done: (half + done) / 2 })
        .execute()
        .catch(() => {});
    },
  });
  try {
    const { summary, page, csv } = await compareIsolated(orderOf(db, catalog, next), watched(0));
    const behaviour = await agreed(db, catalog, next, watched(1));
    const made = {
      summary: JSON.stringify({ ...summary, behaviour }),
      page: await packed(page),
      csv: await packed(csv),
      shown_others: next.others,
    };
    await mine()
      .set({ state: 'done', done: 1, ended: now, why: null, ...made })
      .execute();
  } catch (error) {
    // The server is stopping, and the next server restarts the comparison.
    if (signal.aborted) return false;
    const isBroke = error instanceof ComparisonCrashError;
    const why = isBroke ? error.message : 'something went wrong on the server';
    await mine().set({ state: 'failed', ended: now, why }).execute();
    if (!isBroke) throw error;
  }
  return true;
}

/**
 * Yields all sources of a contest and of the collections to compare with. Reads them in parts, since all sources
 * together may exceed the server's memory.
 */
async function* orderOf(
  db: Database,
  catalog: GameCatalog,
  contest: Pick<Row<'contests'>, 'id' | 'form'> & Pick<Row<'comparisons'>, 'others'>,
): AsyncGenerator<OrderLine> {
  yield { kind: 'begin', title: contest.form.title };
  for (const { file, text } of catalog.startersOf(contest.form.game))
    if (languageOf(file)) yield { kind: 'template', file, text };
  yield* submissionsOf(db, contest.id);
  const collections = await db.selectFrom('collections').selectAll().where('contest', '=', contest.id).execute();
  for (const { id, kind, label, other } of collections) {
    if (other !== null && contest.others.includes(other)) yield* submissionsOf(db, other, label);
    for (let last = 0; ; ) {
      const rows = await db
        .selectFrom('collected')
        .selectAll()
        .where('collection', '=', id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const { name, version, file, text } of rows)
        yield kind === 'template'
          ? { kind: 'template', file, text }
          : { kind: 'source', year: label, name, version, file, text };
      if (rows.length < AT_ONCE) break;
      last = rows[rows.length - 1].id;
    }
  }
  yield { kind: 'end' };
}

async function* submissionsOf(db: Database, contest: number, year?: string): AsyncGenerator<OrderLine> {
  const entrants = await db
    .selectFrom('entrants')
    .select(['id', 'number', 'name'])
    .where('contest', '=', contest)
    .execute();
  // A comparison treats sources under the same name as sources of one person.
  const names = new Map(
    entrants.map(({ id, number, name }) => [
      id,
      entrants.some((other) => other.id !== id && other.name === name) ? `${name} (${number})` : name,
    ]),
  );
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('submissions')
      .select(['id', 'number', 'entrant', 'file', 'language', 'source', 'received'])
      .where('contest', '=', contest)
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { number, entrant, file, language, source, received } of rows) {
      if (source === null) continue;
      const read = language === 'module' ? sourceInModule(source) : { file, text: textOf(source) };
      yield {
        kind: 'source',
        ...(year !== undefined && { year }),
        name: names.get(entrant)!,
        version: String(number),
        // Compiled code has no readable source, so a description replaces the file name.
        ...(read ?? { file: `${names.get(entrant)}, submission ${number}, ${file}`, text: '' }),
        at: received.toISOString(),
      };
    }
    if (rows.length < AT_ONCE) return;
    last = rows[rows.length - 1].id;
  }
}

/** Returns the files of a packed script as one text, since all are in one language; undefined for compiled code. */
function sourceInModule(module: Uint8Array): { readonly file: string; readonly text: string } | undefined {
  try {
    const files = unpackScript(module)?.files;
    return files && { file: files[0].name, text: files.map(({ text }) => text).join('\n') };
  } catch (error) {
    if (error instanceof ModuleRejectedError) return undefined;
    throw error;
  }
}

const textOf = (source: Uint8Array): string =>
  Buffer.from(source)
    .toString('utf8')
    .replace(/^\ufeff/, '');

/**
 * Deletes the comparisons that contain names and sources of a deleted person: the contest's own comparison, and other
 * contests' comparisons with this contest.
 */
export async function forgetComparisons(tx: Database, contest: number): Promise<void> {
  await sql`
    delete from comparisons where contest = ${contest}
      or contest in (select contest from collections where other = ${contest})`.execute(tx);
}
