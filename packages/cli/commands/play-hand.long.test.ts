import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Slow: each match has a separate process, as in real use.

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-hand-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `ludus` with these lines on its standard input. */
function typed(args: readonly string[], lines: readonly string[]) {
  const input = lines.map((line) => `${line}\n`).join('');
  return spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, input, encoding: 'utf8' });
}

test('a human player’s match through a pipe lists the legal moves, rejects other moves, and has a replay that verifies', () => {
  const { stdout, stderr, status } = typed(
    ['play', '--game', 'talltales', '--input', 'small', '--hand', '0', '--seed', '5'],
    ['nonsense', '20x6', 'hint', ...Array.from({ length: 200 }, () => 'auto')],
  );
  expect(stdout).toMatch(/Claim: \d+ 1x\d/);
  expect(stdout).toContain('Refused: "nonsense" isn’t a move of Tall Tales.');
  expect(stdout).toMatch(/Refused: 20x6 claims more than the \d+ dice on the table/);
  expect(stdout).toMatch(/\w+ would choose: /);
  expect(stderr).toMatch(/player Human got score \d+/);
  // Games refer to names in the third person.
  expect(stdout).toMatch(/Human (?:calls|loses a die)/);
  expect(stderr).not.toContain('disqualified');
  expect(status).toBe(0);
  const [replay] = readdirSync(join(folder, 'replays'));
  expect(replay).toContain('Human');
  const verified = typed(['verify', join('replays', replay)], []);
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('ok ')]);
});

test('the terminal doesn’t show why a bot failed until the match is over, because the reason may reveal the bot’s observation', () => {
  const blab = ['import sys', 'for line in sys.stdin:', '    if line.startswith("cup"): sys.exit("I hold " + line)'];
  writeFileSync(join(folder, 'Blab.py'), blab.join('\n'));
  const { stderr } = typed(
    ['play', './Blab.py', 'Babble', '--game', 'talltales', '--input', 'trio', '--hand', '0', '--seed', '5'],
    ['auto', 'auto', 'quit'],
  );
  expect(stderr).toMatch(/player Blab \(seat 1\) is disqualified in round \d+ \(crash\)\n/);
  expect(stderr.indexOf('I hold cup')).toBeGreaterThan(stderr.indexOf('player Human got score'));
});

test('playing again without --seed uses a different seed', () => {
  const replayOf = () => /replays\/talltales-small-s(\d+)-/.exec(typed(HAND, ['quit']).stdout)?.[1];
  const HAND = ['play', '--game', 'talltales', '--input', 'small', '--hand', '0'];
  const seeds = [replayOf(), replayOf()];
  expect(seeds).not.toContain(undefined);
  expect(seeds[0]).not.toBe(seeds[1]);
  // A match between bots is the same each time.
  expect(typed(['play', '--game', 'talltales', '--input', 'small', '--no-live'], []).stdout).toContain('small-s3424-');
});

test('a person who quits leaves the match, which continues without them', () => {
  const { stderr, status } = typed(['play', '--game', 'trails', '--hand', '1', 'Moth'], ['left', 'quit']);
  expect(stderr).toContain('Human left the match.');
  expect(stderr).not.toContain('ludus debug');
  expect(status).toBe(0);
});

const CTRL_C = String.fromCharCode(3);

/**
 * Runs `ludus` at a terminal, and presses each key after the preceding text appears, in this order. Returns the output.
 */
async function pressed(args: string, answers: readonly (readonly [RegExp, string])[]): Promise<string> {
  const child = spawn('script', ['-qec', `'${process.execPath}' '${MAIN}' ${args}`, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, TERM: 'xterm' },
  });
  const left = [...answers];
  let stdout = '';
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
    if (left[0]?.[0].test(stdout)) child.stdin.write(left.shift()![1]);
  });
  await new Promise((resolve) => child.once('exit', resolve));
  expect(left).toEqual([]);
  return stdout;
}

test('a key press makes a choice in a terminal', async () => {
  const stdout = await pressed('play --game trails --hand 0 --seed 4', [
    [/free cells are within your reach/, 'h'],
    [/would choose: [↑→↓←]/, '!'],
    [/round +1 of/, CTRL_C],
  ]);
  expect(stdout).toMatch(/player Human got score \d+/);
});

test('a terminal removes the list of choices after a choice', async () => {
  const stdout = await pressed('play --game talltales --input small --hand 0 --seed 5', [
    [/Claim/, '!'],
    [/▶ b/, CTRL_C],
  ]);
  const others = stdout.split('\x1b[H').filter((frame) => frame.includes('▶ b'));
  expect(others).not.toEqual([]);
  for (const frame of others) expect(frame).not.toContain('Claim');
});

test('play --hand names the valid seats if the seat is invalid, and the allowed number of bots if there are too many', () => {
  expect(typed(['play', '--game', 'trails', '--hand', '7'], []).stderr).toContain('seats 0 to');
  expect(typed(['play', 'Moth', 'Moth', '--game', 'trails', '--hand', '0'], []).stderr).toContain(
    'with --hand, at most 1 of the board’s seats',
  );
});
