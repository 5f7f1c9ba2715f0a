import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { checkDatabase, type StoreRefused } from './database-check.ts';
import { GONE_SECONDS, migrate } from './migrate.ts';
import { FolderDatabase } from './postgres/folder-database.ts';
import type { Database, Tables, Tx } from './schema.ts';
import { inside, inTransaction } from './transaction.ts';

/** The database: in a folder with a separate PostgreSQL, or on an existing PostgreSQL server. */
export type StorePlace = { readonly dataDir: string } | { readonly databaseUrl: string };

export interface Store {
  readonly db: Database;
  /** The database's address. */
  readonly url: string;
  /** Everything that belongs together; what is inside uses the handle that it is given, and nothing else. It may be begun again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads that fit together: all of them see the database as it is at the first one. */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T>;
  /** The folder's database is lost: the process must end. */
  readonly lost: Promise<StoreRefused>;
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. A folder is for one process; a PostgreSQL server is for any number of them. `say`: what
 * becomes of the connection, one message each.
 */
export async function openStore(place: StorePlace, say: (sentence: string) => void = () => {}): Promise<Store> {
  const folder = 'dataDir' in place ? await FolderDatabase.start(place.dataDir, say) : undefined;
  const url = folder?.url ?? (place as { readonly databaseUrl: string }).databaseUrl;
  let db: Database | undefined;
  try {
    await checkDatabase(url, folder ? 'in a folder' : 'elsewhere', say);
    db = connect(url, MAX_CONNECTIONS);
    await migrate(db);
    // The previous holder of the folder has ended.
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

/** Connections of one server for its requests and tasks. */
const MAX_CONNECTIONS = 8;

/** Makes up to `max` separate connections. The caller ends them (`destroy`). */
export const connect = (url: string, max: number): Database =>
  new Kysely<Tables>({ dialect: guarded(new PostgresDialect({ pool: poolOf(url, max) })) });

/**
 * A machine may be lost, or cut off, with a transaction that holds locks. PostgreSQL drops the connection when the
 * server is presumed dead; otherwise it would wait for two hours.
 */
const GIVE_UP = `
  set tcp_keepalives_idle = ${GONE_SECONDS / 2};
  set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = ${GONE_SECONDS / 2};
  set tcp_user_timeout = ${GONE_SECONDS * 1000}`;

function poolOf(connectionString: string, max: number): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(GIVE_UP));
  const pool = new pg.Pool({ connectionString, max, application_name: 'ludus', keepAlive: true, onConnect });
  // A connection may break while it is idle, or in a transaction between two queries: the next query says what is wrong.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A request for a connection inside a transaction would wait for itself forever if there is only one. So it is always an error. */
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
