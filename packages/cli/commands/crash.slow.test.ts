import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

const GAMES = fileURLToPath(new URL('../../games', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-crash-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(({ skip }) => {
  const missing = ['g++', 'addr2line', 'python3', 'javac'].filter((tool) => onPath(tool) === undefined);
  if (missing.length === 0) return;
  if (process.env.CI === 'true') throw new Error(`CI must have ${missing.join(', ')}`);
  skip(`${missing.join(', ')} not installed`);
});

async function ludus(...args: string[]) {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { status, stdout, said: stdout + stderr };
}

/** Returns the source code of a Mad Max player; the body starts in line 5. */
function cpp(name: string, body: string, more = ''): string {
  writeFileSync(
    join(folder, `AI${name}.cc`),
    `#include "Player.hh"\n#define PLAYER_NAME ${name}\nstruct PLAYER_NAME : public Player { static Player* factory() { return new PLAYER_NAME; }\n${more}  virtual void play() {\n${body}\n  }\n};\nRegisterPlayer(PLAYER_NAME);\n`,
  );
  return `./AI${name}.cc`;
}

const DEEP = 'int dig(int n) { volatile char room[999]; room[n % 999] = 1; return dig(n + 1) + room[3]; }\n';

test('match reports the line of each of four kinds of crash in a C++ player', async () => {
  // Each seat crashes in a different way: four files would take four times as long to compile. The body starts in line
  // 6.
  const faults = [
    'cerr << "here" << endl;',
    'if (me() == 0 && round() == 3) *(volatile int*)0 = 3;',
    'try { throw 3; } catch (int) {}',
    'vector<int> v(3);',
    'if (me() == 1 && round() == 3) v.at(7) = 3;',
    'if (me() == 2 && round() == 4) dig(0);',
    'if (me() == 3 && round() == 5) assert(round() < 3);',
  ];
  const player = cpp('Faults', faults.join('\n'), DEEP);
  const board = join(GAMES, 'madmax/boards/default.cnf');
  const { said } = await ludus('match', player, player, player, player, '-i', board, '-o', 'm.res');
  expect(said).toMatch(
    /Faults\S* \(seat 0\) is disqualified in round 3: Faults\S* crashed in round 3: a segmentation fault \(AIFaults\.cc:7\)\.\n/,
  );
  expect(said).toMatch(
    /Faults\S* \(seat 1\) is disqualified in round 3: .*ended with an uncaught exception in round 3: vector::.* \(AIFaults\.cc:10\)\.\n/,
  );
  expect(said).toMatch(/Faults\S* recursed too deeply in round 4 \(AIFaults\.cc:4\)\./);
  expect(said).toMatch(/Faults\S* failed an assertion in round 5: round\(\) < 3 \(AIFaults\.cc:12\)\./);
  expect(said).toContain('npx ludus debug m.res --seat 3 --player ./AIFaults.cc --sanitize');
  const again = await ludus('debug', 'm.res', '--seat', '1', '--player', player, '--sanitize');
  expect(again.said).toMatch(/round 3: Faults ended with an uncaught exception in round 3: .* \(AIFaults\.cc:10\)/);
});

test('ludus check --sanitize reports the line of a memory error', async () => {
  const check = async (player: string) => (await ludus('check', player, '--game', 'madmax', '--sanitize')).stdout;
  const outside = cpp('Out', '    vector<int> v(3);\n    v[3] = round();');
  expect(await check(outside)).toMatch(
    /FAIL .*out-of-bounds index 3, but container only holds 3 elements \(AIOut\.cc:6\)/,
  );
  expect((await ludus('check', 'cmd:true', '--game', 'madmax', '--sanitize')).status).toBe(2);
  if (!IS_LONG_RUN) return;
  const sound = cpp('Sound', '    for (int id = begin(me()); id < end(me()); ++id) move(id, UP);');
  expect(await check(sound)).toMatch(/All steps passed\.\n$/);
  const sum = cpp('Sum', '    int big = 2147483647;\n    big += round() == 2;');
  expect(await check(sum)).toMatch(/FAIL .*signed integer overflow.*\(AISum\.cc:6\)/);
  const twice = cpp('Twice', '    int* p = new int(3);\n    delete p;\n    if (round() == 2) delete p;');
  expect(await check(twice)).toMatch(/FAIL .*double-free \(AITwice\.cc:7\)/);
  const thrown = cpp('Thrown', '    vector<int> v(3);\n    if (round() == 2) v.at(7) = 3;');
  expect(await check(thrown)).toMatch(
    /FAIL .*ended with an uncaught exception in round 2: vector::.* \(AIThrown\.cc:6\)/,
  );
});

test('ludus check reports the line at which a player loops forever', async () => {
  const looping = cpp('Loop', '    volatile int n = 0;\n    while (round() == 3) n = n + 1;');
  expect((await ludus('check', looping, '--game', 'madmax')).stdout).toMatch(
    /hint: .* stopped in round 3, at AILoop\.cc:6\b/,
  );
  writeFileSync(
    join(folder, 'Round.ts'),
    "import { TrailsPlayer } from 'ludus/trails';\nexport default class extends TrailsPlayer {\n  play(): void {\n    while (this.round === 3);\n  }\n}\n",
  );
  expect((await ludus('check', './Round.ts')).stdout).toMatch(/hint: .* stopped in round 3, at Round\.ts:4:\d+; /);
});

if (IS_LONG_RUN)
  test('ludus check reports the line at which a C++ program loops forever', async () => {
    writeFileSync(
      join(folder, 'looper.cc'),
      '#include <iostream>\n#include <string>\nint main() {\n  volatile int n = 0;\n  std::string word;\n  while (std::cin >> word)\n    if (word == "round")\n      for (;;) n = n + 1;\n}\n',
    );
    expect((await ludus('check', './looper.cc', '--game', 'trails')).stdout).toMatch(/FAIL .* \(looper\.cc:8\)\.$/m);
  });

if (IS_LONG_RUN)
  test('ludus reports the line of a crash in a C++ program, and of an exception in Python and Java programs', async () => {
    writeFileSync(
      join(folder, 'prog.cc'),
      '#include <iostream>\n#include <string>\nint main() {\n  std::string word;\n  while (std::cin >> word)\n    if (word == "round")\n      *(volatile int*)0 = 3;\n}\n',
    );
    writeFileSync(
      join(folder, 'thrower.cc'),
      '#include <iostream>\n#include <stdexcept>\n#include <string>\nint main() {\n  std::string word;\n  while (std::cin >> word)\n    if (word == "round")\n      throw std::runtime_error("no luck");\n}\n',
    );
    for (const sanitize of [[], ['--sanitize']])
      expect((await ludus('check', './thrower.cc', '--game', 'trails', ...sanitize)).stdout).toMatch(
        /FAIL .*an uncaught exception: no luck \(thrower\.cc:8\)/,
      );
    const trails = await ludus(
      'match',
      './prog.cc',
      'Moth',
      '-i',
      join(GAMES, 'trails/boards/default.board'),
      '-o',
      't.txt',
    );
    expect(trails.said).toMatch(/prog was killed by signal SIGSEGV .* \(prog\.cc:7\)\.\n/);
    writeFileSync(
      join(folder, 'mine.py'),
      "import ludus\nclass Mine(ludus.Player):\n    def play(self):\n        {}['a']\nludus.run(Mine)\n",
    );
    writeFileSync(
      join(folder, 'Mine.java'),
      'class Mine extends Ludus {\n  protected void play() {\n    int[] v = {};\n    v[3] = 2;\n  }\n  public static void main(String[] args) { new Mine().run(); }\n}\n',
    );
    const board = join(GAMES, 'starwar/boards/default.cnf');
    const match = (await ludus('match', './mine.py', './Mine.java', 'Null', 'Null', '-i', board, '-o', 's.res')).said;
    expect(match).toContain("its last words: KeyError: 'a' (mine.py:4)");
    expect(match).toContain('Index 3 out of bounds for length 0 (Mine.java:4)');
  });

test('a Python or C++ player’s drawings go to the sidecar, not to its log', async () => {
  writeFileSync(
    join(folder, 'artist.py'),
    'import ludus\nclass Artist(ludus.Player):\n    def play(self):\n        self.log("round", self.round)\n        self.draw_line(0, 0.5, 2, -1, "#f80")\n        self.draw_text(1, 2, "here")\nludus.run(Artist)\n',
  );
  const artist = cpp('Artist', '    cerr << "round " << round() << endl;\n    ludus::draw_cell(Pos(3, 4));');
  const board = join(GAMES, 'madmax/boards/default.cnf');
  expect((await ludus('match', './artist.py', artist, 'Null', 'Null', '-i', board, '-o', 'd.res')).status).toBe(0);
  const { overlays, log } = JSON.parse(readFileSync(join(folder, 'd.res.json'), 'utf8'));
  const of = <T extends { round: number; seat: number }>(all: T[], seat: number): T | undefined =>
    all.find((entry) => entry.round === 7 && entry.seat === seat);
  expect(of<{ round: number; seat: number; shapes: unknown }>(overlays, 0)?.shapes).toEqual([
    { kind: 'line', from: [0, 0.5], to: [2, -1], color: '#f80' },
    { kind: 'text', at: [1, 2], text: 'here' },
  ]);
  expect(of<{ round: number; seat: number; shapes: unknown }>(overlays, 1)?.shapes).toEqual([
    { kind: 'cell', at: [3, 4] },
  ]);
  for (const seat of [0, 1]) expect(of<{ round: number; seat: number; text: string }>(log, seat)?.text).toBe('round 7');
});
