import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { openStore, type Store } from '../open.ts';

// Slow: a PostgreSQL that is created once and started by each test, and processes that share its folder.
const HOLDER = fileURLToPath(new URL('../../testing/hold-store.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const NAMESPACES = ['-n', '-p', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

let parent: string;
let dataDir: string;
const children: ChildProcess[] = [];
const stores: Store[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'ludus-folder-'));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(parent, 0o711);
  dataDir = join(parent, 'data');
  await (await openStore({ dataDir })).close();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const store of stores.splice(0)) await store.close();
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/**
 * Starts a process that opens the folder's database and inserts a name; `isolated`: in a separate network and process
 * namespace.
 */
async function holder(name: string, isolated = false): Promise<ChildProcess> {
  const options = isolated
    ? { execPath: 'unshare', execArgv: [...NAMESPACES, process.execPath, ...process.execArgv] }
    : {};
  const child = fork(HOLDER, [JSON.stringify({ dataDir }), name], options);
  children.push(child);
  expect((await once(child, 'message'))[0]).toBe('ready');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // The child of `unshare` ends a moment after `unshare` itself, and closes the channel.
  const gone = Promise.all([once(child, 'exit'), child.connected && once(child, 'disconnect')]);
  child.kill('SIGKILL');
  await gone;
}

async function opened(say?: (sentence: string) => void): Promise<Store> {
  const store = await openStore({ dataDir }, say);
  stores.push(store);
  return store;
}

const write = ({ db }: Store, name: string) =>
  db.insertInto('people').values({ name, folded: name, role: 'entrant' }).execute();
const hasName = async ({ db }: Store, name: string) =>
  (await db.selectFrom('people').select('id').where('name', '=', name).execute()).length === 1;
/** Returns the process id of the folder's PostgreSQL. */
const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);

test('a folder in use by another process is rejected, and keeps its data when that process is killed', async () => {
  const child = await holder('one');
  const link = join(parent, 'link');
  symlinkSync(dataDir, link, 'junction');
  for (const name of [dataDir, link])
    await expect(openStore({ dataDir: name })).rejects.toThrow(
      `another process is using the database in ${name}. Stop it first`,
    );
  await kill(child);
  expect(await hasName(await opened(), 'one')).toBe(true);
});

test.skipIf(!canUnshare)(
  'a folder used by a process in another namespace is rejected (skipped without `unshare`: run as root)',
  async () => {
    const child = await holder('two', true);
    await expect(openStore({ dataDir })).rejects.toThrow(/^another process is using the database in/);
    await kill(child);
    expect(await hasName(await opened(), 'two')).toBe(true);
  },
);

if (IS_LONG_RUN)
  test('the next server stops an orphaned PostgreSQL', async () => {
    const child = await holder('three');
    const left = postmaster();
    // The shells that wait for the server's end are killed first.
    const guards = spawnSync('pgrep', ['-f', `sh .*${join(dataDir, 'postgres', 'data')}`], { encoding: 'utf8' }).stdout;
    for (const pid of guards.split('\n').filter((each) => each !== '' && Number(each) !== left))
      process.kill(Number(pid), 'SIGKILL');
    await kill(child);
    expect(await hasName(await opened(), 'three')).toBe(true);
    expect(postmaster()).not.toBe(left);
  });

test('a server continues with its data after its PostgreSQL was killed', async () => {
  let again = () => {};
  const held = new Promise<void>((done) => {
    again = done;
  });
  const store = await opened((sentence) => sentence === 'the database is available again' && again());
  await write(store, 'four');
  process.kill(postmaster(), 'SIGKILL');
  await held;
  expect(await hasName(store, 'four')).toBe(true);
  await write(store, 'five');
  await expect(openStore({ dataDir })).rejects.toThrow(/^another process is using the database in/);
});

test('PostgreSQL stops when the store closes, and only PostgreSQL’s account can enter the folder', async () => {
  const store = await openStore({ dataDir });
  const pid = postmaster();
  await store.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

test('a database that doesn’t flush to disk is rejected', async () => {
  const file = join(dataDir, 'postgres', 'data', 'postgresql.auto.conf');
  writeFileSync(file, 'fsync = off\n');
  await expect(openStore({ dataDir })).rejects.toThrow(
    'PostgreSQL has fsync turned off, so confirmed data can be lost. Turn on fsync in postgresql.conf',
  );
  writeFileSync(file, 'no_such_setting = on\n');
  await expect(openStore({ dataDir })).rejects.toThrow(/^the database in .* does not start: .*errors/);
  writeFileSync(file, '');
});

if (IS_LONG_RUN)
  test('a database opens even if its folder’s path is too long for a socket', async () => {
    const long = join(parent, 'l'.repeat(100));
    const store = await openStore({ dataDir: long });
    await write(store, 'long');
    await store.close();
  });

test('a folder with a database from an earlier version of Ludus is rejected', async () => {
  const former = join(parent, 'former');
  mkdirSync(join(former, 'database'), { recursive: true });
  writeFileSync(join(former, 'database', 'PG_VERSION'), '17\n');
  await expect(openStore({ dataDir: former })).rejects.toThrow(
    `the database in ${former} is from an earlier version of Ludus and cannot be read`,
  );
});

test.skipIf(!isRoot)('an error explains to root that PostgreSQL’s account can’t enter the folder', async () => {
  const closed = join(parent, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  await expect(openStore({ dataDir: join(closed, 'data') })).rejects.toThrow(
    /^PostgreSQL cannot run as root, and account \d+, which runs it, cannot enter .*closed/,
  );
});

test.skipIf(process.platform !== 'linux')('an error asks the user to install flock if flock is missing', async () => {
  const { PATH } = process.env;
  process.env.PATH = parent;
  try {
    await expect(openStore({ dataDir })).rejects.toThrow(/^cannot lock .*: install the program flock/);
  } finally {
    process.env.PATH = PATH;
  }
});
