import { setImmediate as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { movesOf } from '@ludus/lab/moves-file.ts';
import { type GameCatalog, kitIn } from '../game-catalog.ts';
import { sha256OfText } from '../rounds/chance.ts';
import type { ModuleLine, RoundExport } from '../rounds/export/lines.ts';
import { exportOf, type KeptMatch } from '../rounds/export/make.ts';
import { writeExport } from '../rounds/export/read.ts';
import { holdContest } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { reachedLately, rowsOf, scoresOf } from './plan.ts';

const [unpacked, packed] = [promisify(gunzip), promisify(gzip)];

/**
 * Returns the text of a finished round's export. Creating the text plays every match again, so the text is stored once
 * the round is published. Concurrent requests share one computation.
 */
export async function exportText(db: Database, catalog: GameCatalog, round: Row<'rounds'>): Promise<string> {
  if (round.export !== null) return (await unpacked(round.export)).toString('utf8');
  const key = `${round.id} ${round.state}`;
  const made = making.get(key) ?? make(db, catalog, round).finally(() => making.delete(key));
  making.set(key, made);
  return await made;
}
const making = new Map<string, Promise<string>>();

async function make(db: Database, catalog: GameCatalog, round: Row<'rounds'>): Promise<string> {
  const before = await replaysOf(db, round.id);
  const text = writeExport(await exportRound(db, catalog, round, false));
  if (round.state !== 'published') return text;
  const bytes = await packed(text);
  await db.transaction().execute(async (tx) => {
    await holdContest(tx, round.contest);
    // If an entrant was deleted while the text was computed, the moves must not be stored.
    if ((await replaysOf(tx, round.id)) !== before) return;
    await tx.updateTable('rounds').set({ export: bytes }).where('id', '=', round.id).execute();
  });
  return text;
}

async function replaysOf(db: Database | Tx, round: number): Promise<number> {
  const { many } = await db
    .selectFrom('replays')
    .innerJoin('matches', 'matches.id', 'replays.match')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .where('matches.round', '=', round)
    .executeTakeFirstOrThrow();
  return Number(many);
}

/**
 * Exports a finished round for `ludus round verify`. If a match's replay was deleted, the export contains only its
 * scores.
 */
export async function exportRound(
  db: Database,
  catalog: GameCatalog,
  round: Row<'rounds'>,
  withModules: boolean,
): Promise<RoundExport> {
  const rows = await rowsOf(db, round.id);
  const { state, results } = reachedLately(round, rows);
  if (state.open !== undefined) throw new Error('the round is not over');
  const { game } = kitIn(catalog, round.terms.game, round.terms.revision);
  const kept = new Map<number, KeptMatch>();
  for (const { number } of state.matches) {
    const row = rows.get(number);
    if (results.get(number) === 'annulled' || !row?.result) {
      kept.set(number, null);
      continue;
    }
    const text = await replayOf(db, row.id);
    const replay = text === undefined ? null : sha256OfText(text);
    kept.set(number, {
      ...scoresOf(row.result),
      replay,
      text: text === undefined ? null : (movesOf(text, game) ?? text),
    });
    // Thousands of matches may be played again here, so a pause lets other work run in between.
    await pause();
  }
  return exportOf(state, round.entrants ?? [], kept, withModules ? await modulesOf(db, round) : []);
}

async function replayOf(db: Database, match: number): Promise<string | undefined> {
  const found = await db.selectFrom('replays').select('replay').where('match', '=', match).executeTakeFirst();
  return found && (await unpacked(found.replay)).toString('utf8');
}

async function modulesOf(db: Database, { entrants }: Row<'rounds'>): Promise<ModuleLine[]> {
  const hashes = [...new Set((entrants ?? []).map(({ module }) => module))];
  if (hashes.length === 0) return [];
  const rows = await db.selectFrom('modules').selectAll().where('hash', 'in', hashes).execute();
  return rows.map(({ hash, bytes }) => ({
    kind: 'module',
    sha256: hash,
    base64: Buffer.from(bytes).toString('base64'),
  }));
}
