import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningProgram, start, startArena, startLudus } from 'ludus/angrymob/testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../tools/long-run.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TOOLS = { 'g++': 'g++', javac: 'default-jdk-headless', python3: 'python3' } as const;
const missing = (Object.keys(TOOLS) as (keyof typeof TOOLS)[]).filter(
  (tool) => spawnSync(tool, ['--version']).status !== 0,
);
if (missing.length > 0 && process.env.CI === 'true')
  throw new Error(`install ${missing.map((tool) => TOOLS[tool]).join(', ')}`);

describe.skipIf(missing.length > 0)('Angry Mob clients (skipped unless g++, javac, and python3 are installed)', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-wrappers-'));
    const build = (command: string, ...args: string[]) => {
      const run = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
      expect(`${run.stdout}${run.stderr}`).toBe('');
      expect(run.status).toBe(0);
    };
    for (const name of IS_LONG_RUN ? ['wanderer', 'conqueror'] : ['conqueror']) {
      const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Wshadow'];
      build(
        'g++',
        '-std=c++17',
        ...warnings,
        '-Ipackages/games/angrymob/sdk/cpp',
        `packages/games/angrymob/samples/${name}.cc`,
        '-o',
        join(folder, name),
      );
    }
    const java = ['sdk/java/AngryMob', 'samples/Wanderer', 'samples/Conqueror'].map(
      (name) => `packages/games/angrymob/${name}.java`,
    );
    build('javac', '--release', '17', '-Xlint:all', '-d', folder, ...java);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * The samples are separate from the library. A player from `ludus new player` has a copy of the library in its
   * folder.
   */
  const startPython = (name: string, port: string): RunningProgram =>
    start('env', [
      `PYTHONPATH=${join(ROOT, 'packages/games/angrymob/sdk/python')}`,
      'python3',
      join(ROOT, `packages/games/angrymob/samples/${name}.py`),
      '-port',
      port,
    ]);
  const players: Record<string, (port: string) => RunningProgram> = {
    'C++ wanderer': (port) => start(join(folder, 'wanderer'), ['-port', port]),
    'C++ conqueror': (port) => start(join(folder, 'conqueror'), ['-port', port]),
    'Java wanderer': (port) => start('java', ['-cp', folder, 'Wanderer', '-port', port]),
    'Java conqueror': (port) => start('java', ['-cp', folder, 'Conqueror', '-port', port]),
    'Python wanderer': (port) => startPython('wanderer', port),
    'Python conqueror': (port) => startPython('conqueror', port),
    'Python process wanderer': (port) =>
      startLudus('player', join(ROOT, 'packages/games/angrymob/samples/wanderer.py'), '-port', port),
    'TypeScript wanderer': (port) =>
      startLudus('player', join(ROOT, 'packages/games/angrymob/samples/wanderer.ts'), '-port', port),
    'TypeScript conqueror': (port) =>
      startLudus('player', join(ROOT, 'packages/games/angrymob/samples/conqueror.ts'), '-port', port),
  };

  // Either client may connect first; the names in the result identify them.
  const games: [string, string, string, number][] = [
    ['C++ conqueror', 'Python wanderer', '7', 2400],
    ['Java conqueror', 'C++ wanderer', '-3', 2400],
    ['Python conqueror', 'TypeScript wanderer', '12', 2400],
    ['TypeScript conqueror', 'Java wanderer', '5', 2400],
    ['C++ conqueror', 'Java conqueror', '9', 2400],
    ['Python conqueror', 'TypeScript conqueror', '9', 2400],
    ['Python wanderer', 'Java wanderer', '4', 60],
    ['C++ wanderer', 'TypeScript wanderer', '4', 60],
    ['C++ conqueror', 'Python process wanderer', '2', 2400],
  ];
  test.each(IS_LONG_RUN ? games : games.slice(0, 1))(
    'report the same result as the arena: %s and %s on map %s',
    async (one, other, seed, moveLimit) => {
      const limits = ['-timeInit', '600', '-timeMove', '600', '-moveLimit', `${moveLimit}`];
      const arena = await startArena('-console', '-seed', seed, ...limits);
      const running = [one, other].map((name) => players[name](`${arena.port}`));
      const [result, ...views] = await Promise.all([arena.ended, ...running.map((player) => player.ended)]);
      expect([result.code, views.map((view) => view.err)]).toEqual([0, ['', '']]);
      const [outcome, reason, turns] = result.out.trim().split('\t');
      expect(['base', 'both-bases', 'move-limit']).toContain(reason);
      // If the move limit ends the game, the clients don't know the result, because only the arena knows the limit.
      const seen = (word: string) =>
        reason === 'move-limit' ? `ended\t-\t${turns}\n` : `${word}\t${reason}\t${turns}\n`;
      const wanted = outcome === 'draw' ? [seen('draw'), seen('draw')] : [seen('won'), seen('lost')];
      expect(views.map((view) => view.out).sort()).toEqual(wanted.sort());
      if (one.includes('conqueror') && other.includes('wanderer')) {
        const names = result.out.trim().split('\t').slice(3);
        expect(names[Number(outcome)].toLowerCase()).toBe('conqueror');
      }
    },
  );

  test('reject a move with a fractional number in Python', () => {
    const program = [
      'from angrymob import Game',
      'game = Game(["1 5", "A 2 . 2 B"])',
      'game.mine[0, 0] = 4',
      'game.send(0, 0, 2, 0)',
      'game.send(0, 0, 4 / 2, 0)',
    ];
    const run = spawnSync('python3', ['-c', program.join('\n')], {
      cwd: join(ROOT, 'packages/games/angrymob/sdk/python'),
      encoding: 'utf8',
    });
    expect(run.stderr.trim().split('\n').at(-1)).toBe('ValueError: expected whole numbers, found send(0, 0, 2.0, 0)');
  });

  if (IS_LONG_RUN)
    test('aren’t judged to be late on a busy machine if they measure their own times', async () => {
      const load = start(process.execPath, [join(ROOT, 'tools/arena-load/load.ts'), '1', '0.02', '3', '0', '60']);
      const { code, out } = await load.ended;
      expect(out).toContain(' 0 failed;');
      expect(code).toBe(0);
    });
});
