import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';

const BOTS: Readonly<Record<string, string>> = {
  'Exits.mjs': 'export default (game) => { if (game.round === 3) process.exit(0); };',
  'Really.mjs': 'export default (game) => { if (game.round === 3) process.reallyExit(0); };',
  'Between.mjs': 'export default (game) => { if (game.round === 3) queueMicrotask(() => process.exit(0)); };',
  'Loading.mjs': 'process.exit(0);\nexport default () => {};',
  'Fine.mjs': 'export default () => {};',
};
const node = process as unknown as { exit: unknown; reallyExit: unknown };
const { exit, reallyExit } = node;
const codes: unknown[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-waiting-'));
  for (const [name, text] of Object.entries(BOTS)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  codes.length = 0;
  // Prevents the process from ending, so that the test can continue.
  node.exit = (code: unknown) => (node.reallyExit as (code: unknown) => void)(code);
  node.reallyExit = vi.fn((code: unknown) => codes.push(code));
});
afterEach(() => {
  Object.assign(node, { exit, reallyExit });
});

const SEPARATE = 'with --budget cpu the bot runs in a separate process, and the match continues';
const BEYOND = 'ended this process and the command: remove process.exit from its code';

test.each([
  [
    'check ./Exits.mjs -g trails --budget none',
    `player Exits (seat 0) ended this process and the match in round 3: ${SEPARATE}`,
  ],
  [
    'check ./Really.mjs -g trails --lesson 1',
    'player Really (seat 0) ended this process and the match in round 3: without --lesson, ludus check runs the bot in a separate process',
  ],
  [
    'match Moth ./Exits.mjs -g trails -o out.trails',
    `player Exits (seat 1) ended this process and the match in round 3: ${SEPARATE}`,
  ],
  ['match Moth ./Between.mjs -g trails -o out.trails', `the bot Between ${BEYOND}`],
  ['match ./Loading.mjs Moth -g trails -o out.trails', `the bot ./Loading.mjs ${BEYOND}`],
])('ludus %s exits with 1 when a bot ends its process, and names the bot', async (command, sentence) => {
  const { stderr } = await runHere(command.split(' '), folder);
  expect(stderr).toContain(`ludus: ${sentence}\n`);
  expect([...new Set(codes)]).toEqual([1]);
});

test('a process that ends by itself keeps its exit code', async () => {
  await runHere('match ./Fine.mjs Moth -g trails -o out.trails'.split(' '), folder);
  (process as unknown as { exit(code: number): void }).exit(7);
  expect(codes).toEqual([7]);
});
