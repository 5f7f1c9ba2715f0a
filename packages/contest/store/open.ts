import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { checkDatabase, type UnusableStoreError } from './database-check.ts';
import { GONE_SECONDS, migrate } from './migrate.ts';
import { FolderDatabase } from './postgres/folder-database.ts';
import type { Database, Tables, Tx } from './schema.ts';
import { inside, inTransaction } from './transaction.ts';

/** The location of the database: a folder with a separate PostgreSQL, or an existing PostgreSQL server. */
export type StorePlace = { readonly dataDir: string } | { readonly databaseUrl: string };

export interface Store {
  readonly db: Database;
  /** The database's address. */
  readonly url: string;
  /** Runs work in a transaction. The work must use only the handle `tx`, and may run again after a deadlock. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads a consistent state: all queries see the database as of the first query. */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T>;
  /** Resolves if the folder's database is lost. The process must then end. */
  readonly lost: Promise<UnusableStoreError>;
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. A folder is for one process; a PostgreSQL server is for any
 * number of processes. `say`: receives messages about the connection.
 */
export async function openStore(place: StorePlace, say: (sentence: string) => void = () => {}): Promise<Store> {
  const folder = 'dataDir' in place ? await FolderDatabase.start(place.dataDir, say) : undefined;
  const url = folder?.url ?? (place as { readonly databaseUrl: string }).databaseUrl;
  let db: Database | undefined;
  try {
    await checkDatabase(url, folder ? 'in a folder' : 'elsewhere', say);
    db = connect(url, MAX_CONNECTIONS);
    await migrate(db);
    // The previous server of this folder has stopped, so its row is outdated.
    if (folder) await db.deleteFrom('servers').execute();
  } catch (error) {
    await db?.destroy();
    await folder?.stop();
    throw error;
  }
  return {
    db,
    url,
    lost: folder?.lost ?? new Promise(() => {}),
    transaction: (work) => inTransaction(db.transaction(), work),
    snapshot: (read) =>
      inTransaction(db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), read),
    async close() {
      await db.destroy();
      await folder?.stop();
    },
  };
}

/** Maximum number of a server's connections for its requests and jobs. */
const MAX_CONNECTIONS = 8;

/** Creates up to `max` separate connections. The caller must close them (`destroy`). */
export const connect = (url: string, max: number): Database =>
  new Kysely<Tables>({ dialect: guarded(new PostgresDialect({ pool: poolOf(url, max) })) });

/**
 * A machine may be lost or disconnected during a transaction with locks. PostgreSQL drops the connection when the
 * server is presumed dead. By default, PostgreSQL would wait for two hours.
 */
const GIVE_UP = `
  set tcp_keepalives_idle = ${GONE_SECONDS / 2};
  set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = ${GONE_SECONDS / 2};
  set tcp_user_timeout = ${GONE_SECONDS * 1000}`;

function poolOf(connectionString: string, max: number): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(GIVE_UP));
  const pool = new pg.Pool({ connectionString, max, application_name: 'ludus', keepAlive: true, onConnect });
  // A connection may break while it is idle, or between two queries of a transaction. This error is ignored, since the
  // next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Rejects requests for a second connection inside a transaction. If there is only one connection, such a request would
 * block forever.
 */
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
