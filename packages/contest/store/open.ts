import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Database, Tables, Tx } from './schema.ts';

/** Where the database is: a folder of its own, a PostgreSQL server, or nowhere but in memory. */
export type StorePlace = { readonly dataDir: string } | { readonly databaseUrl: string } | { readonly memory: true };

export interface Store {
  readonly db: Database;
  /** Everything that belongs together; what is inside uses the handle that it is given, and nothing else. It may be begun again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Another server has this database; or it cannot be reached. The message is one plain sentence. */
export class StoreRefused extends Error {}

/** The server that has a database holds this lock on a connection of its own: there is one server. */
const SERVER_LOCK = 7_215_002;

/** Opens the database and brings its tables up to date. A second server is refused. */
export async function openStore(place: StorePlace): Promise<Store> {
  if ('memory' in place) return await ready(pgliteDialect(undefined), async () => {});
  if ('dataDir' in place) {
    const folder = join(place.dataDir, 'database');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(folder);
    return await ready(pgliteDialect(folder), async () => lock.release());
  }
  const guard = new pg.Client({ connectionString: place.databaseUrl });
  // An idle connection that breaks must not end the process: the next query says what is wrong.
  guard.on('error', () => {});
  try {
    await guard.connect();
  } catch (error) {
    throw new StoreRefused(
      `the database cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
    );
  }
  const { rows } = await guard.query('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
  if (!rows[0].free) {
    await guard.end();
    throw new StoreRefused('another server has this database: end it first');
  }
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 8 });
  pool.on('error', () => {});
  return await ready(new PostgresDialect({ pool }), () => guard.end());
}

/** SQLSTATE of a transaction that was given up for another one. */
const DEADLOCK = '40P01';
const TRIES = 4;

/** Inside of a transaction: what is to be done once it is committed. */
const inside = new AsyncLocalStorage<(() => void)[]>();

/** Has something done once the transaction that this is called in is committed; nothing where it is not. */
export function afterCommit(work: () => void): void {
  const later = inside.getStore();
  if (!later) throw new Error('this is no transaction');
  later.push(work);
}

async function ready(dialect: Dialect, release: () => Promise<void>): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: guarded(dialect) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    await release();
    throw error;
  }
  return {
    db,
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        const later: (() => void)[] = [];
        try {
          const done = await db.transaction().execute((tx) => inside.run(later, () => work(tx)));
          for (const each of later) each();
          return done;
        } catch (error) {
          // Two that wait for each other: the database has given one up, and nothing of it is left.
          if ((error as { code?: unknown }).code !== DEADLOCK || tries === TRIES) throw error;
        }
      }
    },
    async close() {
      await db.destroy();
      await release();
    },
  };
}

/** Who asks for a connection inside of a transaction would wait for itself for ever where there is only one: that is an error, everywhere. */
function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async (...args) => {
        if (inside.getStore()) throw new Error('inside a transaction everything uses the transaction’s handle');
        return await acquire(...args);
      };
      return driver;
    },
  };
}
