import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { follow } from '../player/host.ts';
import { dialogue } from '../rules/dialogue.ts';
import { talltales } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';
import { parseMove } from '../rules/move.ts';
import { NO_SEAT } from '../rules/state.ts';
import Teller from './teller.ts';

// All samples play identically: each receives the same match, line by line, and must answer like the TypeScript sample.

const out = mkdtempSync(join(tmpdir(), 'ludus-talltales-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const sample = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The messages of a complete match of sample players, and the sample's answers. */
async function matchOf(seed: number, players: number, seat: number): Promise<{ told: string; answers: string }> {
  const board = { ...generateBoard(seed, players), bouts: 2 };
  const names = Array.from({ length: players }, (_, n) => `P${n}`);
  const state = talltales.start(board, seed);
  let told = dialogue.introduction(board, state, seat, names);
  let answers = '';
  while (!talltales.isOver(state)) {
    const moves = names.map(() => talltales.newMove());
    const { turn } = state;
    if (turn !== NO_SEAT) {
      const question = dialogue.question(talltales.observe!(state, turn), turn);
      const word = await firstAnswer((dialogue.introduction(board, state, turn, names) + question).split('\n'));
      parseMove(word, moves[turn]);
      // Sometimes opens dice, so that the samples must read that as well.
      if (
        turn !== seat &&
        talltales.refuse!(state, turn, { action: moves[turn].action + 1 }) === undefined &&
        word !== 'call'
      )
        moves[turn].action++;
      if (turn === seat) {
        answers += `${word}\n`;
        told += question;
      }
    }
    talltales.advance(state, moves);
  }
  return { told, answers };
}

/** The TypeScript sample is stateless, so it can be asked again for each position. */
async function firstAnswer(lines: string[]): Promise<string> {
  let said = '';
  lines.pop();
  await follow(
    Teller,
    async () => lines.shift(),
    (text) => {
      said += text;
    },
  );
  return said.trimEnd();
}

const matches: { told: string; answers: string }[] = [];
beforeAll(async () => {
  for (const [seed, players, seat] of [
    [1, 2, 1],
    [2, 3, 0],
    [3, 6, 5],
  ])
    matches.push(await matchOf(seed, players, seat));
});

const commands: readonly [language: string, tool: string, compile: string[] | undefined, run: string[]][] = [
  ['Python', 'python3', undefined, ['python3', sample('teller.py')]],
  ['Java', 'javac', ['javac', '-d', out, sample('Teller.java')], ['java', '-cp', out, 'Teller']],
  [
    'C++',
    'g++',
    ['g++', '-std=c++17', '-O2', '-Wall', '-Wextra', '-Werror', '-o', join(out, 'cc'), sample('teller.cc')],
    [join(out, 'cc')],
  ],
  [
    'Rust',
    'rustc',
    ['rustc', '--edition', '2021', '-D', 'warnings', '-o', join(out, 'rs'), sample('Teller.rs')],
    [join(out, 'rs')],
  ],
  ['Go', 'go', ['go', 'build', '-o', join(out, 'go'), sample('teller.go')], [join(out, 'go')]],
];

const hasTool = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const env = { ...process.env, PYTHONPATH: fileURLToPath(new URL('../sdk/python', import.meta.url)) };

test('Tall Tales’ JavaScript sample is its TypeScript sample without types', () => {
  const text = (name: string) => readFileSync(sample(name), 'utf8');
  expect(text('teller.js')).toBe(text('teller.ts').replace('play(): void', 'play()'));
});

// Every run plays the samples of Trails in all languages.
const chosen = commands.filter(([language]) => IS_LONG_RUN || ['Python', 'C++'].includes(language));
describe.each(chosen)('Tall Tales’ %s sample', (_, tool, compile, run) => {
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
        const { stdout, stderr, status } = spawnSync(program, args, { input: told, encoding: 'utf8', env });
        expect([stderr, status]).toEqual(['', 0]);
        expect(stdout).toBe(answers);
      }
    },
  );
});
