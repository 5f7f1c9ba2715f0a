import pg from 'pg';
import { MIN_MAJOR } from './postgres/version.ts';

/** Thrown if a server can't use or reach a database, or must stop using it. The message is for users. */
export class UnusableStoreError extends Error {}

/** Without these settings, confirmed data may be lost in a power failure. */
const SAFE_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Checks a PostgreSQL before it is used. Settings that may lose confirmed data are rejected in a folder's database, and
 * only reported if the database is `elsewhere`.
 * @throws {UnusableStoreError} if PostgreSQL can't be reached, is too old, or isn't safe
 */
export async function checkDatabase(
  url: string,
  where: 'in a folder' | 'elsewhere',
  say: (sentence: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ludus' });
  client.on('error', () => {});
  await client.connect().catch((error: Error & { code?: string }) => {
    throw new UnusableStoreError(`the database cannot be reached: ${error.message || error.code}`);
  });
  const { rows } = await client
    .query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any($1)', [
      ['server_version_num', ...SAFE_SETTINGS],
    ])
    .finally(() => client.end());
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const major = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (major < MIN_MAJOR)
    throw new UnusableStoreError(`the database is PostgreSQL ${major}: version ${MIN_MAJOR} or later is needed`);
  const unsafe = SAFE_SETTINGS.filter((name) => settings.get(name) === 'off');
  if (unsafe.length === 0) return;
  const sentence = `PostgreSQL has ${unsafe.join(' and ')} turned off, so confirmed data can be lost`;
  if (where === 'in a folder')
    throw new UnusableStoreError(`${sentence}. Turn on ${unsafe.join(' and ')} in postgresql.conf`);
  say(sentence);
}
