import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real PostgreSQL server of a test's own: on loopback, in a folder that goes with it. */
export interface TestPostgres {
  /** A new, empty database. */
  fresh(): string;
  /** Ends it, which breaks all connections, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Where the programs are; undefined where PostgreSQL is not installed. Under CI=true that is an error. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const found = [...folders, '/usr/local/pgsql/bin', '/opt/homebrew/bin'].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (found === undefined && process.env.CI === 'true') throw new Error('there is no PostgreSQL: install postgresql');
  return found;
}

/** PostgreSQL refuses to be run by root: another user runs it then. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: read('-u'), gid: read('-g') };
}

export async function startPostgres(): Promise<TestPostgres> {
  const programs = postgresPrograms()!;
  const folder = mkdtempSync(join(tmpdir(), 'ludus-postgres-'));
  const user = otherUser();
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'ludus', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
    {
      ...options,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const begin = async () => {
    const begun = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F', '-c', 'max_connections=40'],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    await new Promise<void>((done, failed) => {
      begun.stderr.on('data', (text) => {
        said += text;
        if (/ready to accept connections/.test(said)) done();
      });
      begun.once('exit', () => failed(new Error(`postgres ended: ${said}`)));
      begun.once('error', failed);
    });
    begun.stderr.resume();
    return begun;
  };
  const end = async () => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill('SIGINT');
    await gone;
  };
  let server = await begin();
  const killed = () => server.kill('SIGKILL');
  process.once('exit', killed);
  let databases = 0;
  return {
    fresh() {
      const name = `test${++databases}`;
      const created = spawnSync(
        join(programs, 'createdb'),
        ['-h', '127.0.0.1', '-p', String(port), '-U', 'ludus', name],
        { ...options, encoding: 'utf8' },
      );
      if (created.status !== 0) throw new Error(`createdb: ${created.stderr}`);
      return `postgres://ludus@127.0.0.1:${port}/${name}`;
    },
    async restart() {
      await end();
      server = await begin();
    },
    async stop() {
      await end();
      process.removeListener('exit', killed);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
