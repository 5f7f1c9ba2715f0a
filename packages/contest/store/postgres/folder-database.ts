import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { UnusableStoreError } from '../database-check.ts';
import { type Account, databaseAccount } from './account.ts';
import { type Cluster, makeCluster, type RunningPostgres, runCluster, USER } from './cluster.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { findPrograms } from './programs.ts';

/** Time within which another server's database must stop, and the interval of checks, in milliseconds. */
const MAX_ENDING_MS = 60_000;
const LOOK_MS = 50;
/** Maximum length of a socket's path in bytes, without the final NUL: Linux allows 107, macOS 103. */
const MAX_SOCKET_BYTES = 103;
const SOCKET = '.s.PGSQL.5432';

/** Returns the paths of a folder's database. Only PostgreSQL's account can access the path `postgres`. */
const paths = (folder: string) => ({
  postgres: join(folder, 'postgres'),
  data: join(folder, 'postgres', 'data'),
  /** Locked by the server. */
  serverLock: join(folder, 'server.lock'),
  /** Locked by each PostgreSQL process. */
  databaseLock: join(folder, 'database.lock'),
  /** The database of releases before decision 0033. */
  former: join(folder, 'database', 'PG_VERSION'),
});

/**
 * A PostgreSQL for the database in one folder. It runs as long as the server that started it. Two locks ensure that
 * only one server uses the folder: the server's lock, and a lock that PostgreSQL's processes inherit. If a server is
 * killed, its PostgreSQL ends by itself, and the next server waits for that.
 */
export class FolderDatabase {
  readonly url: string;
  /** Resolves if PostgreSQL has ended and can't be restarted. */
  readonly lost: Promise<UnusableStoreError>;
  private readonly folder: string;
  private readonly cluster: Cluster;
  private readonly sockets: string;
  private readonly lock: FileLock;
  private readonly say: (sentence: string) => void;
  private lose!: (error: UnusableStoreError) => void;
  private running!: RunningPostgres;
  private restarting: Promise<void> | undefined;
  private isEnding = false;

  private constructor(folder: string, cluster: Cluster, lock: FileLock, say: (sentence: string) => void) {
    const { postgres } = paths(folder);
    this.folder = folder;
    this.cluster = cluster;
    this.lock = lock;
    this.say = say;
    this.sockets = socketFolder(postgres, cluster.account);
    this.url = `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(this.sockets)}`;
    this.lost = new Promise((done) => {
      this.lose = done;
    });
  }

  /**
   * Starts the database.
   *
   * @throws {UnusableStoreError} if another server has the folder, or PostgreSQL can't run in it
   */
  static async start(dataDir: string, say: (sentence: string) => void): Promise<FolderDatabase> {
    const folder = resolve(dataDir);
    const { postgres, data, serverLock, former } = paths(folder);
    if (existsSync(former) && !existsSync(postgres))
      throw new UnusableStoreError(
        `the database in ${folder} is from an earlier version of Ludus and cannot be read. Take a backup with that version, and restore it into another folder`,
      );
    const account = databaseAccount([postgres, folder]);
    makePrivate(folder, account, 'if new');
    const lock = lockFile(serverLock);
    if (lock === undefined)
      throw new UnusableStoreError(`another process is using the database in ${folder}. Stop it first`);
    try {
      makePrivate(postgres, account);
      mustReach(postgres, account);
      const made = existsSync(join(data, 'PG_VERSION'))
        ? Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
        : undefined;
      const cluster = { programs: findPrograms(account, postgres, made), account, data };
      const database = new FolderDatabase(folder, cluster, lock, say);
      await database.run(made === undefined);
      return database;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Stops PostgreSQL after all data is on disk, and releases the folder. */
  async stop(): Promise<void> {
    this.isEnding = true;
    await this.restarting;
    await this.running.stop();
    if (this.sockets !== paths(this.folder).postgres) rmSync(this.sockets, { recursive: true, force: true });
    this.lock.release();
  }

  private async run(isNew = false): Promise<void> {
    const lock = await lockDatabase(this.folder);
    try {
      if (isNew) makeCluster(this.cluster);
      // No process of this database is running, so this file is outdated. Another program may now have the process id
      // that the file contains.
      rmSync(join(this.cluster.data, 'postmaster.pid'), { force: true });
      this.running = await runCluster(this.cluster, { sockets: this.sockets, lock: lock.fd });
    } finally {
      lock.release();
    }
    void this.running.ended.then(() => {
      if (!this.isEnding) this.restarting = this.runAgain();
    });
  }

  private async runAgain(): Promise<void> {
    this.say('the database stopped unexpectedly and is being restarted');
    try {
      await this.run();
      this.say('the database is available again');
    } catch (error) {
      this.lose(error instanceof UnusableStoreError ? error : new UnusableStoreError(String(error)));
    }
  }
}

/**
 * Waits until no PostgreSQL uses the folder's database, since the PostgreSQL of a killed server may not have ended yet.
 */
export async function databaseEnded(dataDir: string): Promise<void> {
  (await lockDatabase(resolve(dataDir))).release();
}

async function lockDatabase(folder: string): Promise<FileLock> {
  const { databaseLock, data } = paths(folder);
  for (const end = Date.now() + MAX_ENDING_MS; ; ) {
    const lock = lockFile(databaseLock);
    if (lock !== undefined) return lock;
    if (Date.now() > end)
      throw new UnusableStoreError(
        `another server’s PostgreSQL is still running in ${folder}, perhaps in another container. Stop it first`,
      );
    endLeftBehind(data);
    await sleep(LOOK_MS);
  }
}

/** Stops a PostgreSQL that a killed server left behind. A PostgreSQL in another container isn't visible here. */
function endLeftBehind(data: string): void {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    // Containers run Linux, so on other systems the process id is PostgreSQL's.
    if (process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)) return;
    process.kill(pid, 'SIGINT');
  } catch {
    // The process has already ended.
  }
}

/** Creates a folder that only the account can access. */
function makePrivate(folder: string, { uid, gid }: Account, which?: 'if new'): void {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (!isNew && which === 'if new') return;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

function mustReach(folder: string, account: Account): void {
  if (account.uid === undefined) return;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' });
  if (status !== 0)
    throw new UnusableStoreError(
      `PostgreSQL cannot run as root, and account ${account.uid}, which runs it, cannot enter ${folder}. Choose a folder that everyone can reach, such as /var/lib/ludus, or start ludus as another user`,
    );
}

/**
 * Returns the socket's folder. This is the database's folder, unless its path is too long for a socket or would be
 * parsed as a list.
 */
function socketFolder(postgres: string, { uid, gid }: Account): string {
  if (Buffer.byteLength(join(postgres, SOCKET)) <= MAX_SOCKET_BYTES && !/[,"]/.test(postgres)) return postgres;
  const folder = ownedFolder('database');
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}
