import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goldenDemos } from 'ludus/conformance/testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BOARD = join(ROOT, 'packages/games/madmax/boards/default.cnf');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-match-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `ludus …` in a separate folder, and in a separate process if it gets standard input. */
async function ludus(args: string[], input?: string) {
  if (input === undefined) {
    const { status, stdout, stderr } = await runHere(args, folder);
    return { code: status, out: stdout, err: stderr };
  }
  const main = join(ROOT, 'packages/cli/bin/ludus.js');
  const run = spawnSync(process.execPath, [main, ...args], { cwd: folder, input, encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

const board = readFileSync(BOARD, 'utf8');

describe('match, like the original programs,', () => {
  test.each(['madmax', 'starwar'])(
    'reads %s boards from standard input and writes the replay to standard output, byte for byte',
    async (game) => {
      const text = readFileSync(join(ROOT, `packages/games/${game}/boards/default.cnf`), 'utf8');
      const run = await ludus(['match', 'Demo', 'Demo', 'Demo', 'Demo', '-s', '1'], text);
      expect(run.code).toBe(0);
      expect(run.out === goldenDemos(game)).toBe(true);
      expect(run.err).toMatch(/^info: player Demo got score \d+\n/);
      expect(run.err).toMatch(/info: player\(s\) .* got top score\n$/);
      expect(run.err).not.toContain('round');
    },
  );

  test('accepts options in any position, -i and -o, --seed=, a negative seed, and the default seed', async () => {
    const calls = [
      ['match', '--seed=-1', 'Demo', '-o', 'a.res', 'Demo', '-i', BOARD, 'Demo', 'Demo'],
      ['match', 'Demo', 'Demo', 'Demo', 'Demo', `--input=${BOARD}`, '--output', 'b.res', '-s', '-1'],
      ['match', '-i', BOARD, '-o', 'c.res', 'Demo', 'Demo', 'Demo', 'Demo'],
    ];
    const runs = [];
    for (const call of calls) runs.push(await ludus(call));
    expect(runs.map((run) => [run.code, run.out])).toEqual(calls.map(() => [0, '']));
    for (const file of ['a.res', 'b.res', 'c.res']) {
      expect(readFileSync(join(folder, file), 'utf8') === goldenDemos('madmax')).toBe(true);
    }
  });
});

test('match shows how many of a bot’s moves were refused, and gives the same reasons as ludus why', async () => {
  writeFileSync(
    join(folder, 'pings.mjs'),
    `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) if (line.startsWith('contacts ')) console.log('ping 9');
`,
  );
  const rival = (await ludus(['match', '--list', '--game', 'periscope'])).out.split('\n')[0];
  const bots = ['cmd:node pings.mjs', rival];
  const run = await ludus(['match', ...bots, '--game', 'periscope', '-o', 'refused.per']);
  const count = Number(
    /^info: (\d+) moves of \S+ \(seat 0\) were refused; first: in round 0, there is no submarine 9$/m.exec(
      run.err,
    )?.[1],
  );
  expect(count).toBeGreaterThan(10);
  expect(run.err.match(/were refused/g)).toHaveLength(1);
  const why = (await ludus(['why', 'refused.per', '--seat', '0'])).out.replaceAll(/\s+/g, ' ');
  expect(why).toContain(`had ${count} moves refused; first: in round 0, there is no submarine 9.`);
  expect(why).not.toContain('never gave an instruction');
});

test('match explains how to choose a board when the command names no board', async () => {
  expect(await ludus(['match', 'Demo', 'Demo', 'Demo', 'Demo'], '')).toEqual({
    code: 2,
    out: '',
    err: 'ludus: standard input: the board is empty; choose one with -i BOARD, or a game with --game GAME\n',
  });
  expect((await ludus(['match', 'Demo', 'Demo', 'Demo', 'Demo', '-i', '-'], '')).err).toMatch(/the board is empty\n$/);
});

test('match --game plays on the game’s default board, and accepts only boards of that game', async () => {
  expect((await ludus(['match', 'Null', 'Null', '--game', 'trails', '-o', 'usual.trails'])).code).toBe(0);
  expect((await ludus(['match', 'Null', 'Null', '-i', 'pillars', '-g', 'trails', '-o', 'pillars.trails'])).code).toBe(
    0,
  );
  expect((await ludus(['match', 'Parrot', 'Clerk', 'Parrot', '-g', 'talltales', '-o', 'three.tales'])).code).toBe(0);
  expect((await ludus(['match', 'Null', 'Null', '-i', 'pillar', '-g', 'trails'])).err).toBe(
    'ludus: there is no board pillar; did you mean pillars?\n',
  );
  const other = await ludus(['match', 'Null', 'Null', '-i', BOARD, '-g', 'trails', '-o', 'other.trails']);
  expect(other.err).toBe(`ludus: ${BOARD}: line 1: no board of Trails begins with mad_max_2020\n`);
  expect((await ludus(['match', '--list', '-g', 'trails'])).out).toBe(
    (await ludus(['match', '--list', '-i', 'pillars'])).out,
  );
});

test('--isolate plays the same match in a separate process', async () => {
  const players = ['Demo', 'Dummy', 'Demo', 'Null'];
  for (const more of [[], ['--isolate']])
    expect(
      (await ludus(['match', ...players, '-i', BOARD, '-o', `one${more.length}.res`, '-s', '5', ...more])).code,
    ).toBe(0);
  expect(readFileSync(join(folder, 'one1.res')).equals(readFileSync(join(folder, 'one0.res')))).toBe(true);
  const counted = await ludus(['match', ...players, '-i', BOARD, '-o', 'two.res', '--budget', 'fuel', '--isolate']);
  expect(counted.err).toMatch(
    /^info: secret randomness: the SHA-256 of the key is [0-9a-f]{64}\ninfo: .*docs\/glossary\.md/,
  );
  expect((await ludus(['verify', 'two.res'])).code).toBe(0);
  const refused = await ludus(['match', 'cmd:cat', 'Demo', 'Demo', 'Demo', '-i', BOARD, '--isolate']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^ludus: --isolate works for WebAssembly/)]);
});

test('match reports an illegal move in Angry Mob, and the player loses, with and without a budget', async () => {
  writeFileSync(join(folder, 'small.mob'), '1 5\nA 2 . 2 B\n');
  const half = 'export default class Half { move() { return [{ i: 0, j: 0, k: 0.5, d: 0 }]; } }';
  writeFileSync(join(folder, 'Half.ts'), half);
  for (const budget of ['none', 'cpu']) {
    const run = await ludus([
      'match',
      './Half.ts',
      'CamperJoe',
      '-i',
      'small.mob',
      '-o',
      'half.mob',
      '--budget',
      budget,
    ]);
    expect(run.err).toContain(
      'info: player Half (seat 0) made an illegal move in round 0: expected whole numbers, found ',
    );
    expect(readFileSync(join(folder, 'half.mob'), 'utf8')).toMatch(/\nresult 1 illegal 0\n$/);
  }
  writeFileSync(join(folder, 'Lost.ts'), 'export default class Lost { async move() { return []; } }');
  expect((await ludus(['match', './Lost.ts', 'CamperJoe', '-i', 'small.mob', '-o', 'lost.mob'])).err).toContain(
    'Lost threw in round 0: move returned [object Promise], expected a list of submoves',
  );
});

test('match lists players with -l, prints the version with -v, and shows an example with -h', async () => {
  const all = (await ludus(['match', '-l'])).out;
  expect(all).toMatch(/^Null +Trails, Mad Max, Star War$/m);
  expect(all).toMatch(/^Warlord +Angry Mob$/m);
  const own = (await ludus(['match', '-l', '-i', 'boards/starwar/default'])).out.split('\n');
  expect(own).toEqual(expect.arrayContaining(['Demo', 'Null', 'Rogue']));
  expect((await ludus(['match', '-v'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await ludus(['match', '-h'])).out).toContain('Example:');
  expect((await ludus(['match', '--list'])).code).toBe(0);
});

test('match shows each round with --verbose', async () => {
  const run = await ludus(['match', 'Null', 'Null', 'Null', 'Null', '--verbose', '-i', BOARD]);
  expect(run.err).toContain('info: round 300\n');
});

describe('a mistake in a command', () => {
  const cases: [string, string[], string][] = [
    ['an unknown player', ['match', 'Demo', 'Demi', 'Demo', 'Demo'], 'did you mean Demo?'],
    [
      'an unknown option',
      ['match', '--sed', '3', 'Demo', 'Demo', 'Demo', 'Demo'],
      "ludus: unknown option '--sed'; did you mean --seed?\n",
    ],
    [
      'an unknown option with its value',
      ['match', 'Demo', 'Demo', '--sed=3', 'Demo', 'Demo'],
      "ludus: unknown option '--sed=3'; did you mean --seed?\n",
    ],
    [
      'an option without a similar option',
      ['match', '--nothing', 'Demo'],
      "ludus: unknown option '--nothing'; see ludus match --help\n",
    ],
    ['an unknown option of a subcommand', ['new', 'player', '--gmae=trails'], 'did you mean --game?'],
    ['an unknown command', ['mach'], "ludus: unknown command 'mach'; did you mean match?\n"],
    ['an unknown subcommand', ['site', 'buidl'], 'did you mean build?'],
    ['a fractional seed', ['match', '-s', '1.5', 'Demo', 'Demo', 'Demo', 'Demo'], 'whole number'],
    ['a seed that is too large', ['match', '-s', '2147483648', 'Demo', 'Demo', 'Demo', 'Demo'], '2147483647'],
    ['three players', ['match', 'Demo', 'Demo', 'Demo'], 'needs 4 players, not 3'],
    [
      'a missing board',
      ['match', 'Demo', 'Demo', 'Demo', 'Demo', '-i', 'no.cnf'],
      'cannot read no.cnf: there is no such file',
    ],
  ];
  test.each(cases)('is reported in an error, and nothing is written (%s)', async (_, args, sentence) => {
    writeFileSync(join(folder, 'kept.res'), 'as it was');
    const before = readdirSync(folder);
    const own = args[0] === 'match' && !args.includes('-i') ? ['-i', BOARD] : [];
    const run = await ludus([...args, ...own, ...(args.length > 1 ? ['-o', 'kept.res'] : [])]);
    expect(run.code).toBe(2);
    expect(run.out).toBe('');
    expect(run.err).toContain(sentence);
    expect(run.err).not.toContain('    at ');
    expect(readFileSync(join(folder, 'kept.res'), 'utf8')).toBe('as it was');
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is reported with the line and token if it is in a board', async () => {
    const run = await ludus(
      ['match', 'Demo', 'Demo', 'Demo', 'Demo'],
      board.replace('nb_rnds       	 300', 'nb_rnds 301'),
    );
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toBe('ludus: standard input: line 5: nb_rnds must be 300, found 301\n');
  });

  test('is reported if it is an output folder that doesn’t exist', async () => {
    const run = await ludus(['match', 'Null', 'Null', 'Null', 'Null', '-i', BOARD, '-o', 'nowhere/a.res']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('cannot write nowhere/a.res');
  });
});

describe('a user’s own player', () => {
  test('can be a class or a function, and its log is saved', async () => {
    writeFileSync(
      join(folder, 'Runner.ts'),
      `import { DOWN, MadMaxPlayer } from 'ludus/madmax';
       export default class Runner extends MadMaxPlayer {
         private rounds = 0;
         play(): void {
           this.log('round', this.round, 'of', this.rounds++);
           for (const car of this.cars(this.me)) if (car.alive) this.move(car.id, DOWN);
           this.move(99, DOWN);
         }
       }`,
    );
    writeFileSync(
      join(folder, 'Shooter.ts'),
      `import type { MadMaxApi } from 'ludus/madmax';
       export default (game: MadMaxApi) => { for (const car of game.cars(game.me)) game.shoot(car.id); };`,
    );
    const run = await ludus([
      'match',
      './Runner.ts',
      './Shooter.ts',
      'Null',
      'Demo',
      '-i',
      BOARD,
      '--log-folder',
      'logs',
    ]);
    expect(run.err).toContain('player Runner got score');
    expect(run.code).toBe(0);
    expect(run.out).toContain('\nnames Runner Shooter Null Demo\n');
    expect(run.out).toContain('\n0 m 1 1\n');
    expect(run.out).toContain('\n2 s 0 1\n');
    const log = readFileSync(join(folder, 'logs/seat0.log'), 'utf8');
    expect(log).toContain('round 7\nround 7 of 7\nwarning: there is no unit 99\n');
  });

  test('is disqualified for an exception, without affecting other players', async () => {
    writeFileSync(
      join(folder, 'Thrower.ts'),
      `export default (game: { round: number }) => { if (game.round === 20) throw new Error('oh no'); };`,
    );
    const run = await ludus(['match', './Thrower.ts', 'Demo', 'Demo', 'Demo', '-i', BOARD]);
    expect(run.code).toBe(0);
    expect(run.err).toContain('player Thrower (seat 0) is disqualified in round 20: Thrower threw in round 20: oh no');
  });

  test('can’t send escape sequences to the terminal in its logs and errors', async () => {
    writeFileSync(
      join(folder, 'Loud.js'),
      `export default (game) => {
         if (game.round === 1) game.log('one\\ttwo\\n\\x1b]0;title\\x07\\u202ethree');
         if (game.round === 2) throw new Error('\\x1b[2Joh no');
       };`,
    );
    const run = await ludus(['match', './Loud.js', 'Demo', 'Demo', 'Demo', '-i', BOARD]);
    expect(run.code).toBe(0);
    expect(run.err).toContain('one\ttwo\n?]0;title??three\n');
    expect(run.err).toContain('?[2Joh no');
    expect(['\x1b', '\x07', '\u202e'].filter((sign) => run.err.includes(sign))).toEqual([]);
  });

  test.each([
    ['Five.ts', 'export default 5;', 'no default export that is a class'],
    ['Broken.ts', 'export default (', 'cannot be loaded'],
    [
      'Typo.ts',
      "import 'ludus/madmaks';\nexport default () => {};",
      'there is no module ludus/madmaks; choose ludus/angrymob, ',
    ],
  ])('is rejected with an error if it isn’t valid (%s)', async (file, code, sentence) => {
    writeFileSync(join(folder, file), code);
    const run = await ludus(['match', `./${file}`, 'Demo', 'Demo', 'Demo', '-i', BOARD]);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain(sentence);
  });

  test.each(['Torn.ts', 'Torn.js'])(
    'gets the position of its syntax error from ludus check, without Node’s messages (%s)',
    async (file) => {
      writeFileSync(join(folder, file), "import 'ludus/madmax';\nconst = 3;\nexport default () => {};\n");
      const { code, out } = await ludus(['check', `./${file}`, '--game', 'madmax']);
      expect(code).toBe(1);
      expect(out.split('\n').slice(1)).toEqual([
        expect.stringMatching(new RegExp(`^ 1\\. FAIL {2}can be read: ${file}:2:7: Unexpected token .=.`)),
        '1 of 1 steps failed.',
        '',
      ]);
    },
  );

  test('gets no messages from Node in its log', async () => {
    writeFileSync(join(folder, 'torn-helper.ts'), 'export const x = = 3;\n');
    writeFileSync(join(folder, 'Whole.ts'), "import { x } from './torn-helper.ts';\nexport default () => x;\n");
    const { out } = await ludus(['check', './Whole.ts', '--game', 'madmax']);
    expect(out).toContain('Expression expected (torn-helper.ts:1:18)');
    expect(out).not.toContain('node:internal');
  });
});
