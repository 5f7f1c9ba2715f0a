import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playOrder } from '@ludus/studio/matches.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';

// Players that were learned in Python ask in `ludus match` what they ask there, move by move (docs/research.md).

const root = fileURLToPath(new URL('../../', import.meta.url));
const pilot = fileURLToPath(new URL('Pilot.ts', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'ludus-learned-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);
const learn = (module: string, ...args: string[]): string => {
  const run = spawnSync(python!, ['-m', `learn.${module}`, ...args], {
    cwd: join(root, 'packages/env/python'),
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
};

/** The file's player in all seats: its actions, one line per round as `learn.moves` prints it, and the final scores. */
function matchOf(player: string, board: string, seed: number, ...options: string[]): string {
  const replay = join(out, 'match.res');
  const input = join(root, `packages/games/starwar/boards/${board}.cnf`);
  const players = Array.from({ length: 4 }, () => player);
  const args = ['match', ...players, '-s', String(seed), '-i', input, '-o', replay, ...options];
  const run = spawnSync(process.execPath, [join(root, 'packages/cli/bin/ludus.js'), ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return movesIn(readFileSync(replay, 'utf8'));
}

const DIRECTIONS = ['-1 1', '0 1', '1 1', '-1 0', '0 0', '1 0', '-1 2', '0 2', '1 2'];

/** `actions_asked` of each round as a line of actions, - for a unit of which nothing was asked. */
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

describe.skipIf(python === undefined && process.env.CI !== 'true')('learned in Python', () => {
  test('there is a python3 with numpy (apt install python3-numpy)', () => expect(python).toBeDefined());

  // In every run the page and a toy network ask the same.
  test.each(IS_LONG_RUN ? ['default', 'maze2', 'maze5'] : [])('Pilot asks the same on %s', (board) => {
    expect(matchOf(pilot, board, 7)).toBe(learn('moves', pilot, '--board', board, '--seed', '7'));
  });

  test('Pilot asks the same in a match of the page', () => {
    const board = readFileSync(join(root, 'packages/games/starwar/boards/maze1.cnf'), 'utf8');
    const own = { kind: 'own', name: 'Pilot', source: readFileSync(pilot, 'utf8') } as const;
    let replay = '';
    playOrder({ game: 'starwar', board, seed: 5, players: [own, own, own, own] }, (news) => {
      if (news.type === 'problem') throw new Error(news.message);
      if (news.type === 'done') replay = news.replay;
    });
    expect(movesIn(replay)).toBe(learn('moves', pilot, '--board', 'maze1', '--seed', '5'));
  });

  test.each(IS_LONG_RUN ? ['default', 'maze3'] : ['maze3'])(
    'under fuel Pilot spreads its second over all rounds of %s',
    (board) => {
      const replay = join(out, 'fuel.res');
      const input = join(root, `packages/games/starwar/boards/${board}.cnf`);
      const args = ['match', pilot, 'Dummy', 'Dummy', 'Dummy', '-i', input, '-o', replay, '--budget', 'fuel'];
      const run = spawnSync(process.execPath, [join(root, 'packages/cli/bin/ludus.js'), ...args], { encoding: 'utf8' });
      expect(run.status, run.stderr).toBe(0);
      expect(run.stderr).not.toContain('disqualified');
      const used = JSON.parse(readFileSync(`${replay}.json`, 'utf8')).budget.map((round: number[]) => round[0]);
      expect(used.at(-1)).toBeGreaterThan(0.7);
      expect(used.at(-1)).toBeLessThan(1);
    },
  );

  test('from training to a match: a network of two passes', () => {
    const few = ['--boards', 'default', 'maze5', '--size', '4', '--hidden', '8', '--rounds', '8', '--passes', '2'];
    expect(learn('train', '--out', out, ...few).split('\n')).toHaveLength(3);
    const toy = join(out, 'Toy.ts');
    learn('export', join(out, 'network.npz'), toy);
    const asked = matchOf(toy, 'maze5', -3);
    expect(asked).toBe(learn('moves', toy, '--board', 'maze5', '--seed', '-3'));
    expect(asked).not.toBe(matchOf(pilot, 'maze5', -3));
  });
});
