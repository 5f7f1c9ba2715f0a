import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

// Tests that players trained in Python make the same moves in `ludus match` as in Python (docs/learned-bot.md).

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'ludus-learned-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);

function run(command: string, args: string[], cwd = root): string {
  const ended = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, OPENBLAS_NUM_THREADS: '1' } });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return ended.stdout;
}

const movesInPython = (player: string, board: string, seed: number): string =>
  run(
    python!,
    ['-m', 'learn.moves', player, '--board', board, '--seed', String(seed)],
    join(root, 'packages/env/python'),
  );

/**
 * Plays the file's player in all seats. Returns its actions, with one line per round in the format of `learn.moves`,
 * and the final scores.
 */
function movesInMatch(player: string, game: string, board: string, seed: number, ...options: string[]): string {
  const replay = join(out, 'match.res');
  const players = Array.from({ length: 4 }, () => player);
  const match = ['match', ...players, '--game', game, '-i', board, '-s', String(seed), '-o', replay, ...options];
  run(process.execPath, [join(root, 'packages/cli/bin/ludus.js'), ...match]);
  return movesIn(readFileSync(replay, 'utf8'));
}

const DIRECTIONS = ['-1 1', '0 1', '1 1', '-1 0', '0 0', '1 0', '-1 2', '0 2', '1 2'];

/** The requested actions of each round as a line, with - for a unit without an action. */
function movesIn(replay: string): string {
  const rounds = replay.split('actions_asked').slice(1);
  const lines = rounds.map((round) => {
    const asked = new Map(
      [...round.split('actions_done')[0].matchAll(/^(\d+) ([ms]) (.+)$/gm)].map(([, unit, kind, to]) => [
        Number(unit),
        kind === 's' ? 9 : DIRECTIONS.indexOf(to),
      ]),
    );
    return Array.from({ length: 8 }, (_, unit) => asked.get(unit) ?? '-').join(' ');
  });
  const last = replay.slice(replay.lastIndexOf('score\tstatus'));
  const scores = [...last.matchAll(/^\d+\t(\d+)\t\S+$/gm)].map(([, score]) => score);
  return `${lines.join('\n')}\nscores ${scores.join(' ')}\n`;
}

const [pilot, driver] = ['AIPilot.cc', 'AIDriver.cc'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const MATCHES = [
  ['Pilot', pilot, 'starwar', 'maze1'],
  ...['default', 'maze2', 'maze3', 'maze5'].flatMap((board) => [
    ['Pilot', pilot, 'starwar', board],
    ['Driver', driver, 'madmax', board],
  ]),
];

describe.skipIf(python === undefined && process.env.CI !== 'true')('a player trained in Python', () => {
  test('needs python3 with numpy (apt install python3-numpy)', () => expect(python).toBeDefined());

  test.each(MATCHES)('makes the same moves in C++ as in Python: $0 on $3 ($2)', (_, player, game, board) => {
    expect(movesInMatch(player, game, board, 5)).toBe(movesInPython(player, board, 5));
  });

  // The page compiles the player to the same module, which plays matches with a fuel budget. The test above plays the
  // C++ player.
  test('makes the same moves as a WebAssembly module, with fuel to spare (Driver)', () => {
    const module = join(out, 'driver.wasm');
    run(process.execPath, [join(root, 'packages/cli/bin/ludus.js'), 'build', driver, '-o', module]);
    expect(movesInMatch(module, 'madmax', 'maze4', 5)).toBe(movesInPython(driver, 'maze4', 5));
    movesInMatch(module, 'madmax', 'maze4', 5, '--budget', 'fuel');
    const used = JSON.parse(readFileSync(join(out, 'match.res.json'), 'utf8')).budget.at(-1);
    expect(Math.max(...used)).toBeLessThan(0.2);
  });
});
