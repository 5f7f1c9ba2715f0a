import { FILES_AT_ONCE } from '../../store/backup.ts';
import type { Row } from '../../store/schema.ts';
import { contestOf, type Handler } from '../handler.ts';
import { membersOf } from '../team.ts';
import { drained } from '../wait-for-drain.ts';

/**
 * Number of rows that are read together, by kind. Submissions contain files, so fewer submissions than matches fit into
 * memory.
 */
const AT_ONCE = { submissions: FILES_AT_ONCE, matches: 200 };
/** The fields that the export contains about a match, in addition to the match's kind. */
const OF_MATCH = [
  'number',
  'state',
  'batch',
  'rated',
  'board',
  'seed',
  'key',
  'seats',
  'seconds',
  'engine',
  'input',
  'finished',
  'result',
  'result_hash',
  'why',
] as const satisfies readonly (keyof Row<'matches'>)[];

/**
 * Exports a contest as JSON lines, in the order of their dependencies: the contest, boards, entrants, submissions,
 * modules, batches, matches, tables. Entrants have numbers and their current names. The export contains no passwords,
 * tokens, or addresses, and the contest's secret only after its end.
 */
export const exportContest: Handler<'export'> = async ({ context, version }, asked) => {
  const contest = contestOf(asked);
  const { db } = context.store;
  const withSources = asked.query.sources === '1';
  const { raw } = asked.reply;
  asked.reply.hijack();
  raw.writeHead(200, {
    ...(asked.reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="${contest.slug}.jsonl"`,
    'cache-control': 'no-store',
  });
  raw.on('error', () => {});
  const write = async (line: object) => {
    if (raw.destroyed) throw new Error('the reader has disconnected');
    if (!raw.write(`${JSON.stringify(line)}\n`)) await drained(raw);
  };
  try {
    await write({
      kind: 'contest',
      ludus: version,
      version: 1,
      engine: context.engine,
      slug: contest.slug,
      form: contest.form,
      state: contest.state,
      secret: contest.state === 'closed' ? contest.secret : null,
    });
    const boards = await db.selectFrom('boards').selectAll().where('contest', '=', contest.id).orderBy('id').execute();
    for (const { name, text, seats, state } of boards) await write({ kind: 'board', name, text, seats, state });
    const entrants = await db
      .selectFrom('entrants')
      .selectAll()
      .where('contest', '=', contest.id)
      .orderBy('number')
      .execute();
    const members = await membersOf(
      db,
      entrants.map(({ id }) => id),
    );
    for (const { id, number, name, group_name, joined } of entrants)
      await write({
        kind: 'entrant',
        number,
        name,
        group: group_name,
        joined,
        members: members.filter(({ entrant }) => entrant === id).map((member) => member.name),
      });
    const numbers = new Map(entrants.map(({ id, number }) => [id, number]));
    await writeModules(asked.query.sources === '1');
    await pages('submissions', async (row) => {
      const {
        id: _,
        contest: _contest,
        source,
        entrant,
        person: _person,
        owner: _owner,
        deadline: _deadline,
        ...rest
      } = row;
      await write({
        kind: 'submission',
        ...rest,
        entrant: numbers.get(entrant),
        source: withSources && source !== null ? Buffer.from(source).toString('base64') : null,
      });
    });
    const batches = await db
      .selectFrom('batches')
      .selectAll()
      .where('contest', '=', contest.id)
      .orderBy('number')
      .execute();
    for (const { contest: _, ...row } of batches) await write({ kind: 'batch', ...row });
    await pages('matches', async (row) => {
      await write({ kind: 'match', match: row.kind, ...Object.fromEntries(OF_MATCH.map((name) => [name, row[name]])) });
    });
    const tables = await db
      .selectFrom('tables')
      .selectAll()
      .where('contest', '=', contest.id)
      .orderBy('batch')
      .execute();
    for (const { contest: _, ...row } of tables) await write({ kind: 'table', ...row });
    await write({ kind: 'end' });
    raw.end();
  } catch {
    // Readers notice the missing last line and reject the incomplete export.
    raw.destroy();
  }
  return undefined;

  async function writeModules(wanted: boolean): Promise<void> {
    if (!wanted) return;
    const hashes = await db
      .selectFrom('submissions')
      .select('module')
      .distinct()
      .where('contest', '=', contest.id)
      .where('module', 'is not', null)
      .orderBy('module')
      .execute();
    for (const { module } of hashes) {
      const { bytes } = await db
        .selectFrom('modules')
        .select('bytes')
        .where('hash', '=', module!)
        .executeTakeFirstOrThrow();
      await write({ kind: 'module', hash: module, bytes: Buffer.from(bytes).toString('base64') });
    }
  }

  /** Passes all rows of a table to `each`. Reads them in parts, since a contest may be larger than memory. */
  async function pages<Name extends 'submissions' | 'matches'>(
    name: Name,
    each: (row: Row<Name>) => Promise<void>,
  ): Promise<void> {
    for (let last = 0; ; ) {
      const rows = (await db
        .selectFrom(name as 'matches')
        .selectAll()
        .where('contest', '=', contest.id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(AT_ONCE[name])
        .execute()) as unknown as Row<Name>[];
      for (const row of rows) await each(row);
      if (rows.length < AT_ONCE[name]) return;
      last = (rows[rows.length - 1] as { readonly id: number }).id;
    }
  }
};
