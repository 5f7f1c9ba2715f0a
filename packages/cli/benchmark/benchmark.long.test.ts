import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

// Slow: each test plays matches in worker processes.

const folder = mkdtempSync(join(tmpdir(), 'ludus-benchmark-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const benchmark = (...args: string[]) => runHere(['benchmark', ...args], folder);

function put(name: string, text: string): string {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'Bot.js'), text);
  return `./${name}`;
}

const CAREFUL = `import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    const free = [this.heading, this.left(this.heading), this.right(this.heading)].find((d) => this.isFree(this.next(d)));
    if (free !== undefined) this.go(free);
  }
}
`;

test('a bot gets the same place again with the same key, and a card with the place and the commitment', async () => {
  const bot = put('careful', CAREFUL);
  const args = [bot, '--pairs', '1', '--key', 'word', '--json'];
  const { status, stdout, stderr } = await benchmark(...args, '-j', '2');
  expect(status, stderr).toBe(0);
  const { results, commitment } = JSON.parse(stdout);
  expect(stderr).toContain(`Commitment: ${commitment}`);
  expect(results).toMatchObject([
    { game: 'trails', bot: 'careful', language: 'JavaScript', budget: 'fuel', matches: 12 },
  ]);
  const [{ place, elo, opponents }] = results;
  expect(place.low).toBeLessThanOrEqual(place.value);
  expect(place.high).toBeGreaterThanOrEqual(place.value);
  expect(elo.low).toBeLessThan(elo.high);
  const sum = opponents.reduce((all: number, { share }: { share: number }) => all + share, 0);
  expect(place.value).toBeCloseTo(sum, 1);
  const card = readFileSync(join(folder, 'benchmark.html'), 'utf8');
  expect(card).toContain(place.value.toFixed(2));
  expect(card).toContain(commitment);
  expect((await benchmark(...args, '-j', '1')).stdout).toBe(stdout);
});

test('a bot that can’t be built, or that fails in every match, gets a state instead of a place', async () => {
  const args = ['--game', 'trails', '--pairs', '1', '-j', '1', '--json', '-o', 'card.html'];
  const broken = await benchmark(put('broken', 'export default class {'), ...args);
  expect(broken.status).toBe(1);
  expect(JSON.parse(broken.stdout).results).toMatchObject([{ state: 'not built', place: null, matches: 0 }]);
  const crash = CAREFUL.replace('play() {', 'play() {\n    throw new Error("no");');
  const crashed = await benchmark(put('crash', crash), ...args);
  expect(crashed.status).toBe(1);
  const [{ problems, ...result }] = JSON.parse(crashed.stdout).results;
  expect(result).toMatchObject({ state: 'crashed', place: null, disqualified: 12 });
  expect(problems[0]).toContain('crash');
});

test('a bot that records its dice finds different dice in each match', async () => {
  const file = join(folder, 'dice.txt');
  const recall = `import { appendFileSync } from 'node:fs';
import { TalltalesPlayer } from 'ludus/talltales';
export default class Bot extends TalltalesPlayer {
  play() {
    if (this.deal === 0 && this.claims.length < 2) appendFileSync(${JSON.stringify(file)}, this.me + ' ' + this.dice + '\\n');
    if (this.claim) this.call();
  }
}
`;
  const args = ['--game', 'talltales', '--pairs', '1', '-j', '1', '--budget', 'none', '--key', 'word', '--json'];
  const { status, stderr } = await benchmark(put('recall', recall), ...args);
  expect(status, stderr).toBe(0);
  const dice = readFileSync(file, 'utf8').trim().split('\n');
  expect([dice.length, new Set(dice).size]).toEqual([12, 12]);
});

test('a folder with one subfolder per game gives one result per game', async () => {
  put('mine/trails', CAREFUL);
  put('mine/talltales', readFileSync(new URL('../../games/talltales/samples/teller.js', import.meta.url), 'utf8'));
  const { status, stdout, stderr } = await benchmark('./mine', '--pairs', '1', '-j', '1', '--budget', 'none', '--json');
  expect(status, stderr).toBe(0);
  const { results } = JSON.parse(stdout);
  expect(results.map(({ game, bot }: { game: string; bot: string }) => [game, bot])).toEqual([
    ['talltales', 'mine'],
    ['trails', 'mine'],
  ]);
});

test('a benchmark accepts the commitment of its key, and rejects another commitment', async () => {
  const { stdout: commitment, status } = await benchmark('key', 'key.txt');
  expect(status).toBe(0);
  const args = ['Null', '--game', 'trails', '--pairs', '1', '-j', '1', '--key', 'key.txt', '--json'];
  const { stdout } = await benchmark(...args, '--commitment', commitment.trim());
  const file = JSON.parse(stdout);
  expect(file.commitment).toBe(commitment.trim());
  expect(file.key).toBe(readFileSync(join(folder, 'key.txt'), 'utf8').trim());
  expect(file.results[0]).toMatchObject({ language: null, budget: 'none', sources: null });
  const other = await benchmark(...args, '--commitment', '0'.repeat(64));
  expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('the commitment of the key is') });
  expect((await benchmark('key', 'key.txt')).stderr).toContain('already exists');
});
