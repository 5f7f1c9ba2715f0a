import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { follow } from '../player/host.ts';
import { dialogue } from '../rules/dialogue.ts';
import { trails } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';
import { parseMove } from '../rules/move.ts';
import Cyclist from './cyclist.ts';

// All samples play identically: each receives the same match, line by line, and must answer like the TypeScript sample.

const out = mkdtempSync(join(tmpdir(), 'ludus-trails-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const sample = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The messages of a complete match of sample players, and the sample's answers. */
async function matchOf(seed: number, players: number, seat: number): Promise<{ told: string; answers: string }> {
  const board = generateBoard(seed, players);
  const names = board.starts.map((_, n) => `P${n}`);
  const state = trails.start(board, seed);
  let told = dialogue.introduction(board, state, seat, names);
  let answers = '';
  while (!trails.isOver(state)) {
    const moves = board.starts.map(() => trails.newMove());
    for (let player = 0; player < players; player++) {
      const lines = (dialogue.introduction(board, state, player, names) + dialogue.question(state, player)).split('\n');
      const word = await firstAnswer(lines);
      parseMove(word, moves[player]);
      if (player === seat) answers += `${word}\n`;
    }
    told += dialogue.question(state, seat);
    trails.advance(state, moves);
  }
  return { told, answers };
}

/** The TypeScript sample is stateless, so it can be asked again for each position. */
async function firstAnswer(lines: string[]): Promise<string> {
  let said = '';
  lines.pop();
  await follow(
    Cyclist,
    async () => lines.shift(),
    (text) => {
      said += text;
    },
  );
  return said.trimEnd();
}

const matches: { told: string; answers: string }[] = [];
beforeAll(async () => {
  // The sample also draws, as lines on standard error in a program.
  const drawn = vi.spyOn(console, 'error').mockReturnValue();
  for (const [seed, players, seat] of [
    [1, 2, 1],
    [2, 3, 0],
    [3, 4, 3],
  ])
    matches.push(await matchOf(seed, players, seat));
  drawn.mockRestore();
});

const commands: readonly [language: string, tool: string, compile: string[] | undefined, run: string[]][] = [
  ['Python', 'python3', undefined, ['env', `PYTHONPATH=${sample('../sdk/python')}`, 'python3', sample('cyclist.py')]],
  ['Java', 'javac', ['javac', '-d', out, sample('Cyclist.java')], ['java', '-cp', out, 'Cyclist']],
  [
    'C++',
    'g++',
    ['g++', '-std=c++17', '-O2', '-Wall', '-Wextra', '-Werror', '-o', join(out, 'cc'), sample('cyclist.cc')],
    [join(out, 'cc')],
  ],
  [
    'Rust',
    'rustc',
    ['rustc', '--edition', '2021', '-D', 'warnings', '-o', join(out, 'rs'), sample('Cyclist.rs')],
    [join(out, 'rs')],
  ],
  ['Go', 'go', ['go', 'build', '-o', join(out, 'go'), sample('cyclist.go')], [join(out, 'go')]],
];

const hasTool = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

test('Trails’ JavaScript sample is its TypeScript sample without types', () => {
  const text = (name: string) => readFileSync(sample(name), 'utf8');
  expect(text('cyclist.js')).toBe(text('cyclist.ts').replace('play(): void', 'play()'));
});

describe.each(commands)('Trails’ %s sample', (_, tool, compile, run) => {
  test.skipIf(!hasTool(tool) && process.env.CI !== 'true')(
    `runs without errors, and answers like the TypeScript sample (${tool})`,
    async () => {
      if (compile) {
        const [program, ...args] = compile;
        const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
        expect(stderr).toBe('');
        expect(status).toBe(0);
      }
      const [program, ...args] = run;
      for (const { told, answers } of matches) {
        const { stdout, stderr, status } = spawnSync(program, args, { input: told, encoding: 'utf8' });
        // The sample also draws.
        expect([stderr.replaceAll(/^draw .*\n/gm, ''), status]).toEqual(['', 0]);
        expect(stdout).toBe(answers);
      }
    },
  );
});
