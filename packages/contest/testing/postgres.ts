import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Jobs } from '../server/jobs.ts';
import { openStore } from '../store/open.ts';
import { databaseAccount } from '../store/postgres/account.ts';
import { makeCluster, runCluster, USER } from '../store/postgres/cluster.ts';
import { findPrograms } from '../store/postgres/programs.ts';

/** A PostgreSQL for tests, in a temporary folder and without waiting for the disk. */
export interface TestPostgres {
  /** Returns the address of a new database, which already has its tables. */
  fresh(): Promise<string>;
  /** Stops PostgreSQL, which breaks all connections, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const TEMPLATE = 'migrated';

export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-postgres-'));
  const account = databaseAccount([]);
  chmodSync(folder, 0o700);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!);
  const cluster = { programs: findPrograms(account, folder), account, data: join(folder, 'data') };
  makeCluster(cluster, ['--no-sync']);
  const begin = () => runCluster(cluster, { sockets: folder, settings: { fsync: 'off', max_connections: '200' } });
  let running = await begin();
  const urlOf = (name: string) => `postgres://${USER}@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const make = async (statement: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await make(`create database ${TEMPLATE}`);
  const template = await openStore({ databaseUrl: urlOf(TEMPLATE) });
  // Each database needs a separate epoch.
  await template.db.deleteFrom('meta').where('key', '=', 'epoch').execute();
  await (await Jobs.open(template.url)).close();
  await template.close();
  let databases = 0;
  return {
    async fresh() {
      const name = `test${++databases}`;
      await make(`create database ${name} template ${TEMPLATE}`);
      return urlOf(name);
    },
    async restart() {
      await running.stop();
      running = await begin();
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
