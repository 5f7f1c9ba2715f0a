import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { LIGHT_AGENT, lightBot } from '../testing/light-bot.ts';

// Long: kills a league in every part of a round, and restarts it until it is complete.

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-league-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NAMES = ['anna', 'bob', 'cleo'];
for (const [n, name] of NAMES.entries()) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'Bot.js'), lightBot(n));
}
const AGENT = `sleep 1; ${LIGHT_AGENT}`;

/** Starts the league's command in a process group that can be killed with all its processes. */
function league(output: string) {
  const sizes = ['--rounds', '3', '--matches', '60', '-j', '2', '--secret', 'word', '--agent', AGENT];
  const args = [LUDUS, 'league', ...NAMES, 'Gnat', '--game', 'trails', ...sizes, '-o', output];
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { ended, kill: () => process.kill(-child.pid!, 'SIGKILL') };
}

/** Waits until a file exists, or the command has ended. */
async function until(file: string, ended: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!existsSync(join(folder, file)) && !isOver) await new Promise((resolve) => setTimeout(resolve, 20));
  return !isOver;
}

/** Returns a hash of the names and contents of all files. */
const hashOf = (name: string): string =>
  execFileSync('sh', ['-c', 'find . -type f | LC_ALL=C sort | xargs -d "\\n" sha256sum | sha256sum'], {
    cwd: join(folder, name),
    encoding: 'utf8',
  });

/** Files that show the progress of a round: the first of each group was just written. */
const POINTS = [
  'rounds/01/commitment.json',
  'rounds/01/agents/anna.json',
  'rounds/01/entries.json',
  'rounds/01/journal.jsonl',
  'rounds/01/round.json',
  'rounds/02/agents/bob.log',
  'rounds/02/journal.jsonl',
  'rounds/03/entries.json',
  'rounds/03/replays',
];

test('a league killed nine times and resumed has the same files as an undisturbed league, byte for byte', async () => {
  expect(await league('whole').ended).toBe(0);
  let kills = 0;
  for (const point of POINTS) {
    const run = league('killed');
    if (await until(join('killed', point), run.ended)) {
      run.kill();
      kills++;
    }
    await run.ended;
  }
  expect(kills).toBe(POINTS.length);
  expect(await league('killed').ended).toBe(0);
  expect(hashOf('killed')).toBe(hashOf('whole'));
});
