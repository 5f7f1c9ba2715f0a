import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { StoreRefused } from '../database-check.ts';
import { type Account, databaseAccount } from './account.ts';
import { type Cluster, makeCluster, type RunningPostgres, runCluster, USER } from './cluster.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { findPrograms } from './programs.ts';

/** How long a database that another server has left behind may take to end, in milliseconds, and how often it is examined. */
const MAX_ENDING_MS = 60_000;
const LOOK_MS = 50;
/** Longest path of a socket, in bytes, without the zero at its end: Linux takes 107, macOS 103. */
const MAX_SOCKET_BYTES = 103;
const SOCKET = '.s.PGSQL.5432';

/** Where a folder's database is. The folder of PostgreSQL is its account's alone. */
const paths = (folder: string) => ({
  postgres: join(folder, 'postgres'),
  data: join(folder, 'postgres', 'data'),
  /** Held by the server. */
  serverLock: join(folder, 'server.lock'),
  /** Held by each process of PostgreSQL. */
  databaseLock: join(folder, 'database.lock'),
  /** The database of versions before 0033. */
  former: join(folder, 'database', 'PG_VERSION'),
});

/**
 * A PostgreSQL of a folder's own, which runs as long as its server does. Two locks see to it that one server at a time has the folder: the
 * server's own, and one that PostgreSQL's processes inherit. When a server was killed its PostgreSQL ends by itself, and the next server
 * waits for that.
 */
export class FolderDatabase {
  readonly url: string;
  /** PostgreSQL has ended and cannot be started again. */
  readonly lost: Promise<StoreRefused>;
  private readonly folder: string;
  private readonly cluster: Cluster;
  private readonly sockets: string;
  private readonly lock: FileLock;
  private readonly say: (sentence: string) => void;
  private lose!: (error: StoreRefused) => void;
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

  /** @throws {StoreRefused} if another server has the folder, or PostgreSQL cannot run in it */
  static async start(dataDir: string, say: (sentence: string) => void): Promise<FolderDatabase> {
    const folder = resolve(dataDir);
    const { postgres, data, serverLock, former } = paths(folder);
    if (existsSync(former) && !existsSync(postgres))
      throw new StoreRefused(
        `the database in ${folder} is from an earlier version of Ludus and cannot be read. Take a backup with that version, and restore it into another folder`,
      );
    const account = databaseAccount([postgres, folder]);
    makePrivate(folder, account, 'if new');
    const lock = lockFile(serverLock);
    if (lock === undefined) throw new StoreRefused(`another process has the database in ${folder}: end it first`);
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

  /** Ends PostgreSQL once it has written everything to disk; the folder is free. */
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
      // No process of this database is left, so the file tells of none; its number may be another program's by now.
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
    this.say('the database has ended unexpectedly: it is started again');
    try {
      await this.run();
      this.say('the database is there again');
    } catch (error) {
      this.lose(error instanceof StoreRefused ? error : new StoreRefused(String(error)));
    }
  }
}

/** Waits until no PostgreSQL has the folder's database: a server that was killed may have left one that is about to end. */
export async function databaseEnded(dataDir: string): Promise<void> {
  (await lockDatabase(resolve(dataDir))).release();
}

async function lockDatabase(folder: string): Promise<FileLock> {
  const { databaseLock, data } = paths(folder);
  for (const end = Date.now() + MAX_ENDING_MS; ; ) {
    const lock = lockFile(databaseLock);
    if (lock !== undefined) return lock;
    if (Date.now() > end)
      throw new StoreRefused(
        `PostgreSQL still runs in ${folder}, left behind by another server, perhaps in another container: end it first`,
      );
    endLeftBehind(data);
    await sleep(LOOK_MS);
  }
}

/** Asks a PostgreSQL without a server to end. One in another container is not seen here. */
function endLeftBehind(data: string): void {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    // Elsewhere than on Linux there are no containers, and the number is PostgreSQL's.
    if (process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)) return;
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}

/** Makes a folder that only the account can enter. */
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
    throw new StoreRefused(
      `PostgreSQL does not run as root, and account ${account.uid}, which runs it, cannot enter ${folder}. Choose a folder that everyone can reach, such as /var/lib/ludus, or start ludus as another user`,
    );
}

/** The socket is in the folder itself, unless its path is too long for one or would be read as a list. */
function socketFolder(postgres: string, { uid, gid }: Account): string {
  if (Buffer.byteLength(join(postgres, SOCKET)) <= MAX_SOCKET_BYTES && !/[,"]/.test(postgres)) return postgres;
  const folder = ownedFolder('database');
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}
