import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionScripts, studentsRepository } from './autograding.ts';
import { DIST } from './build.ts';
import { MAX_FETCHED_BYTES, sumOf } from './fetched.ts';
import { InstalledPackages, NODES, OWN_NODE } from './installed.ts';
import { PACKAGES } from './pack.ts';
import { ROOT } from './sources.ts';

/** Time limit of a test in milliseconds, because some compile and play a lot. */
const LONG_MS = 400_000;

let installed: InstalledPackages;
let folder: string;
let tarballs: readonly string[];
beforeAll(async () => {
  installed = await InstalledPackages.start();
  ({ folder, tarballs } = installed);
}, 600_000);
afterAll(() => installed?.end());

const run: InstalledPackages['run'] = (...call) => installed.run(...call);
const runWith: InstalledPackages['runWith'] = (...call) => installed.runWith(...call);
const done: InstalledPackages['done'] = (...call) => installed.done(...call);
const doneWith: InstalledPackages['doneWith'] = (...call) => installed.doneWith(...call);

test('no published file names the folder in which it was built', () => {
  const files = globSync(`{${PACKAGES.join()}}/**/*`, { cwd: DIST, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const telling = files.filter((entry) =>
    readFileSync(join(entry.parentPath, entry.name)).includes(ROOT.replace(/\/$/, '')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(telling.filter(({ name }) => !name.endsWith('.tgz')).map(({ name }) => name)).toEqual([]);
});

test.each(PACKAGES)('publint and attw find no problems in %s', async (name) => {
  const tarball = tarballs[PACKAGES.indexOf(name)];
  const bin = (tool: string) => join(ROOT, 'node_modules/.bin', tool);
  expect(await done('own', ROOT, bin('publint'), 'run', tarball, '--strict')).toContain('All good!');
  // A package without types can't have errors in them. attw reports this and succeeds.
  const { types } = JSON.parse(
    await done('own', ROOT, bin('attw'), tarball, '--profile', 'esm-only', '-f', 'json'),
  ).analysis;
  expect(types === false).toBe(name === 'create-ludus' || name === 'ludus-contest');
});

test('each module that the package exports has one file with code and one file with types', () => {
  const { exports } = JSON.parse(readFileSync(join(DIST, 'ludus/package.json'), 'utf8'));
  expect(Object.keys(exports).filter((path) => path.includes('*'))).toEqual([]);
  for (const [path, files] of Object.entries<Record<string, string>>(exports))
    if (path !== './package.json')
      expect(Object.keys(files).map((key) => [key, globSync(files[key], { cwd: join(DIST, 'ludus') }).length])).toEqual(
        [
          ['types', 1],
          ['default', 1],
        ],
      );
});

test('the first match fetches at most 15 MB', () => {
  const bytes = sumOf(installed.registry.fetched);
  console.info(`${installed.registry.fetched.size} packages, ${(bytes / 1e6).toFixed(2)} MB`);
  expect(bytes).toBeGreaterThan(1e6);
  expect(bytes).toBeLessThanOrEqual(MAX_FETCHED_BYTES);
});

describe.each(NODES)('the package on Node %s', { timeout: LONG_MS }, (node) => {
  const ludus = (...args: string[]) => done(node, join(folder, `empty-${node}`), 'npx', 'ludus', ...args);
  const here = () => join(folder, `empty-${node}`);

  test('plays and verifies a match', async () => {
    expect(await ludus('--version')).toBe(
      `${JSON.parse(readFileSync(join(DIST, 'ludus/package.json'), 'utf8')).version}\n`,
    );
    expect(await ludus('play', '--no-live')).toContain('The replay is replays');
    const [replay] = globSync('replays/*.trails', { cwd: here() });
    expect(await ludus('verify', replay)).toBe(`ok ${replay}\n`);
  });

  test('checks a bot against the goal of a tutorial lesson', async () => {
    const [file, lesson] = ['Looker.ts', 'packages/games/trails/lessons/2-look/Looker.ts'];
    writeFileSync(join(here(), file), readFileSync(join(ROOT, lesson)));
    const said = await ludus('check', file, '--lesson', '2');
    expect(said).toContain('8. yes');
    expect(said).toContain('The next is lesson 3');
  });

  test('creates bots with npm create ludus, and the bots play matches and pass the TypeScript type check', async () => {
    const players = [
      ['typescript', 'Mine.ts'],
      ['cpp', 'AIMine.cc'],
      ['python', 'Mine.py'],
    ];
    for (const [lang, file] of players) {
      const name = `Mine${lang}`;
      await done(node, here(), 'npx', 'create-ludus', name, '--lang', lang, '--game', 'madmax', '--name', 'Mine');
      // All budgets on the oldest Node and on the project's Node, and one budget on the version between them.
      const budgets = ['none', 'cpu', 'fuel'];
      for (const budget of lang === 'python' ? ['cpu'] : node === '24' ? ['fuel'] : budgets) {
        await ludus(
          'match',
          `./${name}/${file}`,
          'Demo',
          'Null',
          'Demo',
          '-i',
          `${name}/board.cnf`,
          '-o',
          'm.res',
          '--budget',
          budget,
        );
        expect(await ludus('verify', 'm.res')).toBe('ok m.res\n');
      }
      expect(readFileSync(join(here(), name, 'package.json'), 'utf8')).not.toContain(folder);
    }
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(await done('own', join(here(), 'Minetypescript'), 'node', tsc, '-p', '.')).toBe('');
  });

  const matches = 100;
  test(`plays the same matches as the repository for each of ${matches} seeds`, async () => {
    const args = [
      'batch',
      'Demo',
      'Null',
      'Dummy',
      'Demo',
      '-g',
      'madmax',
      '--boards',
      'maze1',
      '--seeds',
      `1..${matches}`,
      '-j',
      '1',
      '--replays',
    ];
    await ludus(...args, '-o', 'installed');
    const there = join(folder, 'repository');
    const main = join(ROOT, 'packages/cli/bin/ludus.js');
    rmSync(there, { recursive: true, force: true });
    await done('own', here(), 'node', main, ...args, '-o', there);
    mustAgree(join(here(), 'installed'), there, matches);
  });

  /** Checks that two runs have the same results and moves in their folders. */
  function mustAgree(one: string, other: string, count: number): void {
    const scores = (path: string) => resultsOf(path).map(({ seed, scores: each, rounds }) => ({ seed, each, rounds }));
    expect(scores(one)).toEqual(scores(other));
    const moves = (path: string) =>
      globSync('*.gz', { cwd: join(path, 'replays') })
        .sort()
        .map((file) => gunzipSync(readFileSync(join(path, 'replays', file))).toString('base64'));
    expect(moves(one).length).toBe(count);
    expect(moves(one).join() === moves(other).join()).toBe(true);
  }

  const resultsOf = (path: string) =>
    readFileSync(join(path, 'results.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('plays a TypeScript player’s match with the same moves and the same fuel as the repository', async () => {
    const player = join(ROOT, 'packages/games/cylinder/samples/grabber.ts');
    const args = ['batch', player, 'Demo', 'Null', 'Dummy', '-g', 'madmax', '--boards', 'maze1', '--seeds', '1..3'];
    const more = ['-j', '1', '--budget', 'fuel', '--secret', '5'.repeat(64), '--replays'];
    await ludus(...args, ...more, '-o', 'fuel');
    await ludus('report', 'fuel');
    await done('own', here(), 'node', join(ROOT, 'packages/cli/bin/ludus.js'), ...args, ...more, '-o', 'fuel-there');
    const used = (path: string) => resultsOf(join(here(), path)).map((line) => line.used);
    expect(used('fuel')[0][0]).toBeGreaterThan(0);
    expect(used('fuel')).toEqual(used('fuel-there'));
    mustAgree(join(here(), 'fuel'), join(here(), 'fuel-there'), used('fuel').length);
  });

  test('serves built pages', async () => {
    const child = spawn(
      join(installed.binOf(node), 'node'),
      ['node_modules/ludus/packages/cli/bin/ludus.js', 'open', '--no-browser'],
      { cwd: here(), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = new Promise((end) => child.once('exit', end));
    try {
      let said = '';
      const address = await new Promise<string>((found, failed) => {
        child.stdout.on('data', (bytes) => {
          said += bytes;
          const match = /Watch: (http:\S+)/.exec(said);
          if (match) found(match[1]);
        });
        child.once('exit', () => failed(new Error(said)));
      });
      const page = await (await fetch(address)).text();
      const script = /src="([^"]+\.js)"/.exec(page)?.[1];
      expect((await fetch(new URL(script!, address))).status).toBe(200);
    } finally {
      child.kill('SIGINT');
      await ended;
    }
  });

  test('names the package that a contest needs', async () => {
    const { status, err } = await run(node, here(), 'npx', 'ludus', 'serve', '--port', '0');
    expect(err).toMatch(/^ludus: serve needs the package ludus-contest: npm install ludus-contest@\S+\n$/m);
    expect(status).toBe(2);
  });
});

test('the GitHub action installs the package, grades, and annotates', { timeout: LONG_MS }, async () => {
  const bin = (tool: string) => join(ROOT, 'node_modules/.bin', tool);
  expect(await done('own', ROOT, bin('action-validator'), 'autograding/action.yml')).toBe('');
  const here = studentsRepository(join(folder, 'github'));
  const [summary, output] = [join(folder, 'summary'), join(folder, 'output')];
  const service = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: here,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
  };
  const [install, grade] = actionScripts({});
  const runner = { ...service, RUNNER_TEMP: join(folder, 'runner') };
  await doneWith({ ...runner, ...install.env }, 'own', here, 'bash', '-e', '-c', install.run);
  const { status, out } = await runWith({ ...runner, ...grade.env }, 'own', here, 'bash', '-e', '-c', grade.run);
  expect(status).toBe(1);
  expect(out).toMatch(
    /^::stop-commands::(\w+)\n[\s\S]*\n10 of 15 points\n::\1::\n::error file=Wrong\.js,line=6,col=\d+,title=another bot::/,
  );
  expect(out.includes('This machine supports no sandbox')).toBe(bestSandboxLevel() === undefined);
  expect(readFileSync(output, 'utf8')).toBe('points=10\nof=15\n');
  expect(readFileSync(summary, 'utf8')).toMatch(/^## 10 of 15 points in Trails\n[\s\S]*bar \[100\.0\]/);
});

const noRsync = spawnSync('rsync', ['--version']).error !== undefined && process.env.CI !== 'true';
const GITLAB = 'the job for GitLab installs the package, grades, and reports (needs rsync: apt install rsync)';
test.skipIf(noRsync)(GITLAB, { timeout: LONG_MS }, async () => {
  const here = studentsRepository(join(folder, 'gitlab'));
  const job = join(ROOT, 'autograding/gitlab-ci.yml');
  writeFileSync(join(here, '.gitlab-ci.yml'), readFileSync(job));
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-qm', 'x'],
  ])
    await done('own', here, 'git', ...args);
  const local = join(ROOT, 'node_modules/gitlab-ci-local/dist/index.js');
  expect(await done('own', here, 'node', local, '--list')).toMatch(/^grade /m);
  const { out, err } = await run('own', here, 'node', local, '--force-shell-executor', 'grade');
  expect(`${out}${err}`).toContain('10 of 15 points');
  expect(readFileSync(join(here, 'grade/junit.xml'), 'utf8')).toContain('name="another bot"');
  expect(JSON.parse(readFileSync(join(here, 'grade/code-quality.json'), 'utf8'))).toMatchObject([
    { location: { path: 'Wrong.js', lines: { begin: 6 } } },
  ]);
});

// This test downloads 27 MB and compiles a compiler.
test('a missing compiler is reported, and ludus get clang installs a compiler', {
  timeout: LONG_MS,
}, async () => {
  const here = join(folder, 'empty-own');
  const ludus = join(here, 'node_modules/ludus/packages/cli/bin/ludus.js');
  const alone = { PATH: OWN_NODE, LUDUS_CACHE: join(folder, 'alone') };
  await done(
    'own',
    here,
    'node',
    ludus,
    'new',
    'player',
    'Lonely',
    '--lang',
    'cpp',
    '--game',
    'madmax',
    '--name',
    'Lonely',
  );
  const match = [
    'match',
    './Lonely/AILonely.cc',
    'Demo',
    'Demo',
    'Demo',
    '-i',
    'boards/madmax/maze1',
    '-o',
    'alone.res',
  ];
  const without = await runWith(alone, 'own', here, 'node', ludus, ...match);
  expect([without.status, without.err]).toEqual([2, expect.stringMatching(/^ludus: .*npx ludus get clang.*\n$/)]);
  const asked = await runWith(alone, 'own', here, 'node', ludus, 'get', 'clang');
  expect([asked.status, asked.err]).toEqual([2, expect.stringMatching(/27 MB, .*: add --yes to agree\n$/)]);
  await doneWith({ LUDUS_CACHE: alone.LUDUS_CACHE }, 'own', here, 'node', ludus, 'get', 'clang', '--yes');
  await doneWith(alone, 'own', here, 'node', ludus, ...match);
  const compiled = readFileSync(join(here, 'alone.res'), 'utf8');
  await done('own', here, 'node', ludus, ...match);
  expect(readFileSync(join(here, 'alone.res'), 'utf8') === compiled).toBe(true);
});

test('an installed package rejects LUDUS_GAMES and suggests using a clone of the repository', async () => {
  const here = join(folder, 'empty-own');
  const kit = join(here, 'kit.ts');
  writeFileSync(kit, "import '@ludus/game/game.ts';\n");
  const ludus = join(here, 'node_modules/ludus/packages/cli/bin/ludus.js');
  const { status, out, err } = await runWith({ LUDUS_GAMES: kit }, 'own', here, 'node', ludus, 'match', '-l');
  expect([status, out, err]).toEqual([
    2,
    '',
    expect.stringMatching(/^ludus: LUDUS_GAMES names .* use a clone of the repository\n$/),
  ]);
});

test('ludus on Node 20 prints an error that names the required version', async () => {
  const old = join(ROOT, '.cache/node20/node_modules/node/bin/node');
  const bin = join(folder, 'empty-own/node_modules/ludus/packages/cli/bin/ludus.js');
  if (globSync(old).length === 0) {
    if (process.env.CI === 'true') throw new Error('.ci/run brings Node 20');
    return;
  }
  const { status, err } = await run('own', folder, old, bin, 'play');
  expect([status, err]).toEqual([
    2,
    expect.stringMatching(
      /^ludus: this is Node 20\.\S+; Ludus needs 22\.18 or a later one: try npx -p node@24 ludus …\n$/,
    ),
  ]);
});

test('a bot outside any project finds its library and types', async () => {
  const check = `import { MadMaxPlayer } from 'ludus/madmax'; console.log(typeof MadMaxPlayer);`;
  expect(await done('own', join(folder, 'empty-own'), 'node', '--input-type=module', '-e', check)).toBe('function\n');
  const bare = join(folder, 'bare');
  mkdirSync(bare);
  writeFileSync(
    join(bare, 'Lone.ts'),
    "import type { MadMaxApi } from 'ludus/madmax';\nexport default function Lone(game: MadMaxApi): void { game.shoot(0); }\n",
  );
  await done(
    'own',
    bare,
    'node',
    join(folder, 'empty-own/node_modules/ludus/packages/cli/bin/ludus.js'),
    'match',
    './Lone.ts',
    'Null',
    'Null',
    'Null',
    '-i',
    'boards/madmax/maze1',
    '-o',
    'l.res',
  );
  // A user who also has TypeScript.
  symlinkSync(join(ROOT, 'node_modules/typescript'), join(folder, 'empty-own/node_modules/typescript'), 'junction');
  writeFileSync(
    join(bare, 'Wrong.ts'),
    "import type { MadMaxApi } from 'ludus/madmax';\nexport default function Wrong(game: MadMaxApi): void { if (game.round < 0) game.fly(); }\n",
  );
  const bin = join(folder, 'empty-own/node_modules/ludus/packages/cli/bin/ludus.js');
  const { out } = await run('own', bare, 'node', bin, 'check', './Wrong.ts', '--game', 'madmax', '--budget', 'none');
  expect(out).toContain("Wrong.ts:2:81: Property 'fly' does not exist on type 'MadMaxApi'");
});
