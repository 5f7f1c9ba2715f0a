import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, joined, organiserOf, SPRING, until } from '@ludus/contest/testing.ts';
import { wasmToolchain } from '@ludus/runtime/compile.ts';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

const BIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const games = fileURLToPath(new URL('../../games/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-serve-'));
// If root runs the tests, PostgreSQL runs as another user.
chmodSync(folder, 0o711);
const DEMO = join(games, 'madmax/players/cpp/AIDemo.cc');
const SCRIPT = join(folder, 'taker.ts');
writeFileSync(
  SCRIPT,
  readFileSync(join(games, 'cylinder/samples/grabber.ts'), 'utf8')
    .replace('ludus/cylinder', 'ludus/madmax')
    .replaceAll('CylinderPlayer', 'MadMaxPlayer'),
);
// The ladder plays Trails, whose matches take a tenth of the time.
const RIDER = join(games, 'trails/samples/cyclist.ts');
/** With this loop a match is long enough that the server's own worker doesn't take all matches before another asks. */
const DELAY = '    for (let i = 0; i < 20_000; i++);';
const SUMMER = { params: { contest: 'summer' } } as const;
const PYTHON = join(folder, 'Taker.py');
writeFileSync(PYTHON, readFileSync(join(games, 'cylinder/samples/grabber.py')));
const running = new Set<ChildProcess>();
const noSandbox = sandboxLevelProblem('full');

if (process.env.CI === 'true' && wasmToolchain() === undefined)
  throw new Error('C++ players cannot be compiled: install clang, lld, wasi-libc and libc++ for wasm32');

/** Starts a long-running command, and waits for its first output. */
async function begin(args: readonly string[], said: RegExp): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  running.add(child);
  let text = '';
  return await new Promise((done, failed) => {
    const hear = (chunk: Buffer) => {
      text += chunk;
      const match = said.exec(text);
      if (match) done({ child, match });
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('exit', () => {
      running.delete(child);
      failed(new Error(text));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill(signal);
  const [code] = await gone;
  return code as number | null;
}

/** Runs a client command in this process; the server runs in a different process. */
async function ludus(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { code: status, out: stdout, err: stderr };
}

/** Runs a command in a separate process, since a server that can't start ends its process. */
function ludusApart(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8' }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe.skipIf(wasmToolchain() === undefined)('ludus serve (skipped unless clang for wasm32 is installed)', () => {
  let server: ChildProcess;
  let url = '';
  let organiser: Browser;
  let ada: Browser;
  let token = '';
  const serve = async (data = 'data') => {
    const args = ['serve', '--data', data, '--port', '0', '-j', '1'];
    const { child, match } = await begin(args, /Contests are at (\S+)\/\n(?:[\s\S]*#(\S+)\n)?[\s\S]*Ctrl-C/);
    server = child;
    url = match[1];
    return match[2];
  };
  const submit = (file: string) => ludus('submit', file, '--contest', `${url}/contests/spring`, '--token', token);

  /** Submits another version, so that there are matches to play even if the ladder is resting. */
  const playsAgain = async (version: string) => {
    const text = `${readFileSync(RIDER, 'utf8').replace('  play(): void {', `  play(): void {\n${DELAY}`)}\n${version}\n`;
    expect(text).toContain(DELAY);
    const { submission } = await ada.get('submit', { ...SUMMER, query: { file: basename(RIDER) }, bytes: text });
    const sent = { params: { contest: 'summer', submission: submission.number } };
    await until(async () => !['received', 'compiling'].includes((await ada.get('submission', sent)).state));
  };

  beforeAll(async () => {
    const organiserSecret = await serve();
    organiser = await organiserOf({ url, organiserSecret } as Parameters<typeof organiserOf>[0]);
    const { code } = await organiser.get('makeContest', {
      body: {
        slug: 'spring',
        title: 'Spring',
        game: 'madmax',
        boards: ['default'],
        // The qualifying match requires no win, so chance doesn't matter.
        qualify: { builtin: 'Null', wins: 0, matches: 1 },
      },
    });
    ada = await joined(url, code!, 'Ada');
    token = (await ada.get('makeToken', { body: { name: 'cli', scopes: ['submit'] } })).secret;
  });
  afterAll(async () => {
    // A killed server leaves the folders of its database and its players behind.
    for (const child of running) await end(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
    // Removes the folders of killed processes, as the next command would.
    removeAbandonedFolders();
  });

  if (IS_LONG_RUN)
    test('accepts players in C++, TypeScript, and Python', async () => {
      const cpp = await submit(DEMO);
      expect(cpp.err + cpp.out).toMatch(
        /^Submission 1\n[\s\S]*compiled to \d+ KiB[\s\S]*in: matches won: [01] of 1; needed: 0\n$/,
      );
      expect(cpp.code).toBe(0);
      const again = await submit(DEMO);
      expect(again.out).toMatch(/^This file is the same as submission 1: nothing changed/);
      const script = await submit(SCRIPT);
      expect(script.out).toMatch(/^Submission 2\n[\s\S]*in: /);
      const python = await submit(PYTHON);
      expect(python.out).toMatch(/^Submission 3\n[\s\S]*compiled to \d+ KiB[\s\S]*in: /);
    });

  test('reports the line of a compile error, without details of the machine', async () => {
    const file = join(folder, 'AIBroken.cc');
    writeFileSync(file, readFileSync(DEMO, 'utf8').replace('{', '{ int x = nothing;'));
    const broken = await submit(file);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/rejected: [\s\S]*AIBroken\.cc:\d+:\d+: error: .*nothing/);
    expect(broken.out).not.toMatch(/tmp|ludus-compile/);
    // Bytes submitted as a module never run as a program.
    const hidden = join(folder, 'hidden.wasm');
    writeFileSync(hidden, 'a program for Ludus\nx.sh\necho it runs\n');
    expect((await submit(hidden)).out).toMatch(/rejected: the file isn’t a WebAssembly module/);
    if (!IS_LONG_RUN) return;
    const python = join(folder, 'Broken.py');
    writeFileSync(python, 'import ludus\ndef play(:\n');
    expect((await submit(python)).out).toMatch(/rejected: SyntaxError: invalid syntax \(Broken\.py:2\)\n/);
    const spy = join(folder, 'AISpy.cc');
    writeFileSync(spy, '#include "/etc/passwd"\n#include </etc/hostname>\n');
    const spied = await submit(spy);
    expect(spied.out).toMatch(/rejected: /);
    expect(spied.out).not.toMatch(/root:/);
    const odd = join(folder, 'odd.wasm');
    writeFileSync(odd, 'no module at all');
    expect((await submit(odd)).out).toMatch(/rejected: .*can’t be a bot/);
  });

  if (IS_LONG_RUN)
    test('explains why a rejected version lost', async () => {
      const qualify = { builtin: 'Lynx', wins: 1, matches: 1 };
      const { code } = await organiser.get('makeContest', {
        body: { slug: 'hard', title: 'Hard', game: 'trails', boards: ['default'], qualify },
      });
      await ada.get('join', { body: { code: code!, name: 'Ada' } });
      const file = join(folder, 'Straight.js');
      const straight = 'export default class Straight extends TrailsPlayer {\n  play() {}\n}\n';
      writeFileSync(file, `import { TrailsPlayer } from 'ludus/trails';\n${straight}`);
      const { out } = await ludus('submit', file, '--contest', `${url}/contests/hard`, '--token', token);
      expect(out).toMatch(/explanation for board default: Straight lost with [\s\S]*rejected: matches won: 0 of 1/);
    });

  // A quick run skips these tests, because the tests of packages/contest check both rules.
  if (IS_LONG_RUN) {
    test('lets a bot with an endless loop lose only its own match', async () => {
      const file = join(folder, 'loop.ts');
      writeFileSync(file, readFileSync(SCRIPT, 'utf8').replace('  play(): void {', '  play(): void {\n    for (;;);'));
      const { out, code } = await submit(file);
      expect(out).toMatch(/rejected: /);
      expect(code).toBe(1);
      expect(await organiser.get('quarantine')).toEqual([]);
    });

    test.skipIf(noSandbox !== undefined)('runs programs in the full sandbox if an organiser allows them', async () => {
      const contest = { params: { contest: 'programs' } } as const;
      const qualify = { builtin: 'Null', wins: 0, matches: 1 };
      const { code } = await organiser.get('makeContest', {
        body: { slug: 'programs', title: 'P', game: 'madmax', boards: ['default'], qualify, languages: ['program'] },
      });
      await ada.get('join', { body: { code: code! } as never });
      const send = (file: string) => ludus('submit', file, '--contest', `${url}/contests/programs`, '--token', token);
      const python = await send(join(games, 'cylinder/samples/grabber.py'));
      expect(python.out).toMatch(/the bot runs as a separate program[\s\S]*in: matches won: [01] of 1; needed: 0\n$/);
      const broken = join(folder, 'Broken.java');
      writeFileSync(broken, 'class Broken { int x = nothing; }\n');
      expect((await send(broken)).out).toMatch(/rejected: [\s\S]*Broken\.java:1: error: cannot find symbol/);
      await organiser.get('setState', { ...contest, body: { state: 'closed' } });
    });
  }

  test('lets a worker play over HTTP and exit on SIGTERM, and shows a leaderboard', async () => {
    await organiser.get('setState', { ...SPRING, body: { state: 'closed' } });
    const qualify = { builtin: 'Null', wins: 0, matches: 1 };
    const { code } = await organiser.get('makeContest', {
      body: { slug: 'summer', title: 'Summer', game: 'trails', boards: ['default'], qualify },
    });
    await ada.get('join', { body: { code: code!, name: 'Ada' } });
    const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'two' } });
    const { child } = await begin(['worker', '--server', url, '--token', secret], /asks .* for matches/);
    await playsAgain('// once more');
    await until(async () => (await organiser.get('workers')).workers.some(({ own, played }) => !own && played > 2));
    expect(await end(child, 'SIGTERM')).toBe(0);
    await until(async () => (await organiser.get('ladder', SUMMER)).rows.length === 1);
    const { workers } = await organiser.get('workers');
    expect(new Set(workers.map(({ engine }) => engine)).size).toBe(1);
  });

  const exported = async () => await (await organiser.ask('export', SUMMER)).text();

  // A quick run skips this test, because folder-database.slow.test.ts kills PostgreSQL while its server keeps running.
  if (IS_LONG_RUN)
    test('resumes after it is killed', async () => {
      const { matches } = await organiser.get('contest', SUMMER);
      await playsAgain('// and again');
      await end(server, 'SIGKILL');
      expect(await serve()).toBeUndefined();
      for (const browser of [organiser, ada]) Object.assign(browser, { url });
      await until(async () => (await organiser.get('contest', SUMMER)).matches > matches);
    });

  if (IS_LONG_RUN)
    test('exports a contest that passes ludus contest verify, but not after the export is changed', async () => {
      await until(async () => (await exported()).includes('"rating":'));
      await organiser.get('setState', { ...SUMMER, body: { state: 'frozen' } });
      const text = await exported();
      writeFileSync(join(folder, 'summer.jsonl'), text);
      const verified = await ludus('contest', 'verify', 'summer.jsonl', '--share', '0.05');
      expect(verified.out).toMatch(
        /^OK: \d+ matches are complete, \d+ leaderboards follow from the results, and \d+ matches had the same result/,
      );
      writeFileSync(join(folder, 'changed.jsonl'), text.replace(/"rating":-?/, '"rating":1'));
      const changed = await ludus('contest', 'verify', 'changed.jsonl', '--share', '0');
      expect(changed).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^FAIL: the table after batch \d+ doesn’t follow from the results/),
      });
    });

  // A quick run skips this test. packages/contest/store/backup.long.test.ts also makes and restores backups.
  if (IS_LONG_RUN)
    test('can be backed up while running, and the backup can be restored elsewhere', async () => {
      const { secret } = await organiser.get('makeToken', { body: { name: 'backup', scopes: ['backup'] } });
      const made = await ludus('contest', 'backup', '--server', url, '--token', secret, '-o', 'all.jsonl.gz');
      expect(made.err).toMatch(/all\.jsonl\.gz: \d+ rows/);
      expect((await ludus('contest', 'restore', 'all.jsonl.gz', '--data', 'data')).err).toMatch(
        /another process is using the database/,
      );
      expect(await end(server, 'SIGTERM')).toBe(0);
      expect((await ludus('contest', 'restore', 'all.jsonl.gz', '--data', 'other')).err).toMatch(/restored \d+ rows/);
      expect(await serve('other')).toBeUndefined();
      // Everyone signs in again.
      const back = Object.assign(ada, { url });
      expect((await back.get('me')).person).toBeNull();
      await back.get('signIn', { body: { name: 'ada', password: 'correct horse' } });
      expect((await back.get('submissions', SUMMER)).map(({ live }) => live)).toContain(true);
      await end(server, 'SIGTERM');
    });

  if (IS_LONG_RUN)
    test('exits with an error when another program uses the port', async () => {
      if (running.has(server)) await end(server, 'SIGTERM');
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { port: number };
      // The database already exists, since creating one takes seconds.
      expect(await ludusApart('serve', '--data', 'data', '--port', String(port))).toEqual({
        code: 2,
        out: '',
        err: `ludus: port ${port} on 127.0.0.1 is in use by another program; choose another with --host or --port\n`,
      });
      other.close();
    });

  if (IS_LONG_RUN)
    test('reports invalid options, and so do its client commands', async () => {
      expect((await ludus('worker', '--server', 'nonsense', '--token', 'x')).err).toMatch(/nonsense isn’t the address/);
      expect((await submit('missing.cc')).err).toMatch(/cannot read missing\.cc/);
      expect((await submit('player.rb')).err).toBe(
        'ludus: cannot submit player.rb: the file extension must be one of .cc, .cpp, .cxx, .ts, .mts, .js, .mjs, .py, .rs, .wasm, .java, .go\n',
      );
      expect((await ludusApart('serve', '--database-url', 'postgres://x@127.0.0.1:1/x')).err).toMatch(
        /the database cannot be reached/,
      );
    });
});
