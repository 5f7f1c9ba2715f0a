import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type RootOperationNode } from 'kysely';
import pg from 'pg';
import { MIN_MAJOR } from './postgres/version.ts';

/** Another server has this database; or it cannot be reached. The message is one plain sentence. */
export class StoreRefused extends Error {}

/** Another server has taken the database from this one, which writes nothing any more and has to end. */
export class PlaceLost extends StoreRefused {
  constructor() {
    super('another server has taken this database: this one has lost its place and ends');
  }
}

/** The server that has a database holds this lock on a connection of its own: a second one is refused. */
const SERVER_LOCK = 7_215_002;
/** How long the lock is waited for between two tries, in milliseconds. */
const TRY_AGAIN_MS = 500;
/** SQLSTATE of `must_be_writer` (migrations/0010-one-writer.ts). */
const OTHER_WRITER = 'LU001';

/**
 * A server's place at a PostgreSQL database. The lock keeps a second server away while this one is there, but it goes with its connection. So
 * whoever takes the database also writes its `name` into it, and each transaction that writes asks in the database whether that is still there
 * (`fence`): a server that has lost its place can write nothing, whatever its connections are.
 */
export class ServerPlace {
  /** Chosen by each server at each start. */
  readonly name: string = randomBytes(16).toString('hex');
  /** Another server has taken the database. */
  readonly lost: Promise<PlaceLost>;
  private readonly url: string;
  private readonly say: (sentence: string) => void;
  private readonly ending = new AbortController();
  private client: pg.Client | undefined;
  private lose!: (error: PlaceLost) => void;
  private isWriter = false;

  private constructor(url: string, say: (sentence: string) => void) {
    this.url = url;
    this.say = say;
    this.lost = new Promise((done) => {
      this.lose = done;
    });
  }

  /** @throws {StoreRefused} if another server has the database, or if it cannot be reached */
  static async take(
    url: string,
    where: 'in a folder' | 'elsewhere',
    say: (sentence: string) => void,
  ): Promise<ServerPlace> {
    const place = new ServerPlace(url, say);
    const client = await place.connect().catch((error: Error & { code?: string }) => {
      throw new StoreRefused(`the database cannot be reached: ${error.message || error.code}`);
    });
    try {
      await mustBeSafe(client, where, say);
      if (await place.hold(client)) return place;
      throw new StoreRefused('another server has this database: end it first');
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The database has the name now (migrate.ts): what is written from now on asks for it. */
  begin(): void {
    this.isWriter = true;
  }

  /** Ends the place; the database is free. */
  async leave(): Promise<void> {
    this.ending.abort();
    await this.client?.end().catch(() => {});
  }

  /** Makes a driver's writing transactions ask whether this server still has its place. */
  fence(driver: Driver): void {
    const { acquireConnection, beginTransaction } = driver;
    const begun = new WeakSet<DatabaseConnection>();
    const fenced = new WeakSet<DatabaseConnection>();
    driver.acquireConnection = async (options) => {
      const connection = await acquireConnection.call(driver, options);
      begun.delete(connection);
      if (fenced.has(connection)) return connection;
      fenced.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, ...rest) => {
        if (!this.isWriter || begun.has(connection) || !writes(query)) return await execute(query, ...rest);
        // A query by itself is a transaction as well.
        begun.add(connection);
        try {
          await execute(CompiledQuery.raw(`begin; ${this.asking}`));
          const result = await execute<never>(query, ...rest);
          await execute(CompiledQuery.raw('commit'));
          return result;
        } catch (error) {
          await execute(CompiledQuery.raw('rollback'));
          throw this.refused(error);
        } finally {
          begun.delete(connection);
        }
      };
      return connection;
    };
    driver.beginTransaction = async (connection, settings) => {
      if (!this.isWriter) return await beginTransaction.call(driver, connection, settings);
      begun.add(connection);
      try {
        if (settings.isolationLevel || settings.accessMode) {
          await beginTransaction.call(driver, connection, settings);
          await connection.executeQuery(CompiledQuery.raw(this.asking));
        } else await connection.executeQuery(CompiledQuery.raw(`begin; ${this.asking}`));
      } catch (error) {
        await driver.rollbackTransaction(connection).catch(() => {});
        throw this.refused(error);
      }
    };
  }

  private get asking(): string {
    return `select must_be_writer('${this.name}')`;
  }

  private refused(error: unknown): unknown {
    if ((error as { code?: unknown }).code !== OTHER_WRITER) return error;
    const lost = new PlaceLost();
    this.lose(lost);
    return lost;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'ludus server', keepAlive: true });
    // An idle connection that breaks must not end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Takes the lock on this connection, and again when it breaks. False if somebody else has it. */
  private async hold(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
    if (!rows[0].free) return false;
    this.client = client;
    client.once('end', () => {
      if (!this.ending.signal.aborted) void this.holdAgain();
    });
    return true;
  }

  private async holdAgain(): Promise<void> {
    const { signal } = this.ending;
    this.say('the connection that holds the database broke: it is made again');
    while (!signal.aborted) {
      const client = await this.connect().catch(() => undefined);
      if (client) {
        try {
          const { rows } = await client.query(`select value from meta where key = 'writer'`);
          if (rows[0]?.value !== this.name) {
            await client.end();
            return this.lose(new PlaceLost());
          }
          // The database may not have seen yet that the last connection is gone.
          if (await this.hold(client)) {
            this.say('the database is held again');
            if (signal.aborted) await client.end();
            return;
          }
        } catch {
          // It broke as well.
        }
        await client.end().catch(() => {});
      }
      await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** Without these what was answered may be lost when the power goes. */
const SAFE_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Refuses a PostgreSQL that is too old, and settings that lose what was answered: `elsewhere` the latter are only told. */
async function mustBeSafe(
  client: pg.Client,
  where: 'in a folder' | 'elsewhere',
  say: (sentence: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [['server_version_num', ...SAFE_SETTINGS]],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const major = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (major < MIN_MAJOR)
    throw new StoreRefused(`the database is PostgreSQL ${major}: version ${MIN_MAJOR} or later is needed`);
  const unsafe = SAFE_SETTINGS.filter((name) => settings.get(name) === 'off');
  if (unsafe.length === 0) return;
  const sentence = `PostgreSQL has ${unsafe.join(' and ')} turned off, so that what was answered can be lost`;
  if (where === 'in a folder') throw new StoreRefused(`${sentence}: turn it on in postgresql.conf`);
  say(sentence);
}

/** Whether a query may write: everything but what begins with `select`. */
function writes({ query, sql }: CompiledQuery<unknown>): boolean {
  const { kind } = query as RootOperationNode;
  return kind === 'RawNode' ? !/^\s*select\b/i.test(sql) : kind !== 'SelectQueryNode';
}
