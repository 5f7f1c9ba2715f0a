import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../../tools/structure/tracked-files.ts';
import { runHere } from '../testing/run-here.ts';
import { mustFitSchema } from '../testing/schema.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
/** A bot that answers immediately, in the command's process, and reports the start of each match. */
const BOT = `import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    if (this.round === 0) process.stderr.write('a match begins\\n');
    const free = [this.left(this.heading), this.heading].find((way) => this.isFree(this.next(way)));
    if (free !== undefined) this.go(free);
  }
}
`;

interface ClimbResult {
  readonly opponents: readonly { readonly name: string; readonly share: number; readonly beaten: boolean }[];
  readonly elo: number;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-climb-'));
  writeFileSync(join(folder, 'Bot.js'), BOT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stops a long climb when the eighth match starts, so that three pairs are complete. */
async function stopped(signal: NodeJS.Signals, ...more: string[]) {
  const args = ['climb', './Bot.js', '--game', 'trails', '--pairs', '20000', ...more];
  const child = spawn(process.execPath, [LUDUS, ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    const begun = (text: string) => text.split('a match begins').length - 1;
    const before = begun(stderr);
    stderr += bytes;
    if (before < 8 && begun(stderr) >= 8) child.kill(signal);
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout, stderr };
}

test('a stopped climb prints the results so far', async () => {
  const { code, stdout, stderr } = await stopped('SIGTERM');
  expect(code, stderr).toBe(130);
  expect(stdout).toMatch(
    /\n 1\. Null +[\d.]+% .* \d+ won, \d+ drawn, \d+ lost +\d+ of 20000 pairs\n\nStopped before the climb ended; --from Null starts there\.\n$/,
  );
});

test('a stopped climb prints the results so far as JSON', async () => {
  const { code, stdout, stderr } = await stopped('SIGINT', '--json');
  expect(code, stderr).toBe(130);
  mustFitSchema('climb', stdout);
  const { opponents, next } = JSON.parse(stdout);
  expect(next).toBeNull();
  expect(opponents).toMatchObject([{ name: 'Null', beaten: null }]);
  const [{ pairs, won, drawn, lost }] = opponents;
  expect(won + drawn + lost).toBe(2 * pairs);
  expect(pairs).toBeGreaterThanOrEqual(3);
});

test('the worst defeat of a climb is saved with the bot’s log', async () => {
  writeFileSync(join(folder, 'Loud.js'), BOT.replace('  play() {', "  play() {\n    this.log('I am here');"));
  const range = ['--from', 'Lynx', '--to', 'Lynx'];
  const { status, stdout } = await runHere(
    ['climb', './Loud.js', '--pairs', '1', ...range, '-o', 'loud.trails'],
    folder,
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining(' is in loud.trails:\n')]);
  const { log } = JSON.parse(readFileSync(join(folder, 'loud.trails.json'), 'utf8'));
  expect(log[0]).toMatchObject({ text: 'I am here' });
});

// Takes seconds: the bot plays all 36 matches of its climb, so the figures are those in the README.
test('the README’s bot climbs as far as the README claims', async () => {
  const readme = readFileSync(`${ROOT}/README.md`, 'utf8');
  const [, code, file] = /```ts\n(\/\/ (\w+\.ts): [\s\S]*?)```/.exec(readme)!;
  writeFileSync(join(folder, file), code);
  const [, command, said] = /`npx ludus (climb [^`]+)`, this bot ([\s\S]* Elo),/.exec(readme)!;
  const { stdout, stderr } = await runHere([...command.split(' '), '--json'], folder);
  expect(stdout, stderr).not.toBe('');
  const { opponents, elo }: ClimbResult = JSON.parse(stdout);
  expect(opponents.map(({ beaten }) => beaten)).toEqual([true, true, false]);
  const [first, second, last] = opponents.map(({ name, share }) => ({
    name,
    share: `${Number((100 * share).toFixed(1))}%`,
  }));
  expect(said).toBe(
    `beats ${first.name} (${first.share} of the points) and ${second.name} (${second.share}), and loses to ${last.name}.\nThe command prints an estimate of ${Math.round(elo)} Elo`,
  );
});
