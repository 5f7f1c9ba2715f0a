import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { follow } from '../player/host.ts';
import { type PeriscopeBoard, readBoard } from '../rules/board.ts';
import { dialogue } from '../rules/dialogue.ts';
import { periscope } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';
import { parseMove } from '../rules/move.ts';
import Diver from './diver.ts';

// All samples play identically: each receives the same turns, line by line, and must answer like the TypeScript sample.

const out = mkdtempSync(join(tmpdir(), 'ludus-periscope-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const sample = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The messages to a seat in a match of sample players, and the sample's answers. */
async function matchOf(board: PeriscopeBoard, seat: number): Promise<{ told: string; answers: string }> {
  const names = board.harbours.map((_, n) => `P${n}`);
  const state = periscope.start(board, 7);
  const introduce = (player: number) => dialogue.introduction(board, periscope.observe!(state, player), player, names);
  let told = introduce(seat);
  let answers = '';
  while (!periscope.isOver(state)) {
    const moves = names.map(() => periscope.newMove());
    const { turn } = state;
    const question = dialogue.question(periscope.observe!(state, turn), turn);
    const order = await firstAnswer((introduce(turn) + question).split('\n'));
    parseMove(order, moves[turn]);
    if (turn === seat) {
      // Programs read a rejection before the question, and continue.
      told += state.round < 4 ? `refused for a test\n${question}` : question;
      answers += `${order}\n`;
    }
    periscope.advance(state, moves);
  }
  return { told, answers };
}

/** The TypeScript sample is stateless, so it can be asked again in each turn. */
async function firstAnswer(lines: string[]): Promise<string> {
  let said = '';
  lines.pop();
  await follow(
    Diver,
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
  const four = readBoard(readFileSync(sample('../boards/pincer.board'), 'utf8'));
  if (!four.ok) throw new Error(four.problem.message);
  for (const [board, seat] of [
    [generateBoard(3), 1],
    [generateBoard(4), 0],
    [four.value, 3],
  ] as const)
    matches.push(await matchOf(board, seat));
  drawn.mockRestore();
});

const commands: readonly [language: string, tool: string, compile: string[] | undefined, run: string[]][] = [
  ['Python', 'python3', undefined, ['env', `PYTHONPATH=${sample('../sdk/python')}`, 'python3', sample('diver.py')]],
  ['Java', 'javac', ['javac', '-d', out, sample('Diver.java')], ['java', '-cp', out, 'Diver']],
  [
    'C++',
    'g++',
    ['g++', '-std=c++17', '-O2', '-Wall', '-Wextra', '-Werror', '-o', join(out, 'cc'), sample('diver.cc')],
    [join(out, 'cc')],
  ],
  [
    'Rust',
    'rustc',
    ['rustc', '--edition', '2021', '-D', 'warnings', '-o', join(out, 'rs'), sample('Diver.rs')],
    [join(out, 'rs')],
  ],
  ['Go', 'go', ['go', 'build', '-o', join(out, 'go'), sample('diver.go')], [join(out, 'go')]],
];

const hasTool = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

test('Periscope’s JavaScript sample is its TypeScript sample without types', () => {
  const text = (name: string) => readFileSync(sample(name), 'utf8');
  expect(text('diver.js')).toBe(text('diver.ts').replace('play(): void', 'play()'));
});

// Every run plays the samples of Trails in all languages.
const chosen = commands.filter(([language]) => IS_LONG_RUN || ['Python', 'C++'].includes(language));
describe.each(chosen)('Periscope’s %s sample', (_, tool, compile, run) => {
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
