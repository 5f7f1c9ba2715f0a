import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';
import { mustFitSchema } from '../testing/schema.ts';
import { SCHEMAS } from './schemas.ts';

// Slow: runs every command that prints JSON; most of them play matches.

const folder = mkdtempSync(join(tmpdir(), 'ludus-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bot = (choice: string): string => `import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    const free = [${choice}].find((direction) => this.isFree(this.next(direction)));
    if (free !== undefined) this.go(free);
  }
}
`;
const CAREFUL = bot('this.heading, this.left(this.heading), this.right(this.heading)');
const FILES: Readonly<Record<string, string>> = {
  'Bot.js': CAREFUL,
  'Old.js': bot('this.heading'),
  'Broken.js': 'export default class {',
  'sources/x/a.js': CAREFUL,
  'sources/y/b.js': CAREFUL,
  'sources/z/c.js': bot('this.right(this.heading), this.heading'),
  'no-export.jsonl': '{}\n',
  'grading.json': JSON.stringify({
    game: 'trails',
    tasks: [
      { run: 'check', points: 1, budget: 'none' },
      { run: 'check', points: 1, player: './Broken.js' },
      { run: 'climb', points: 3, pairs: 1, to: 'Null' },
    ],
  }),
};
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const GAME = ['--game', 'trails'];
const SPLIT = ['Moth', 'Null', ...GAME, '--seeds', '1..2', '--budget', 'none', '-j', '1'];

/** The commands in order: later commands use the files of earlier commands. `words` is the name of the schema. */
const CALLS: readonly (readonly [words: string, ...args: string[]])[] = [
  ['match', './Bot.js', 'Null', ...GAME, '-o', 'm.trails'],
  ['match', './Old.js', 'Null', ...GAME, '-s', '2', '-o', 'n.trails'],
  ['verify', 'm.trails'],
  ['verify', 'm.trails', 'cut.trails'],
  ['verify', 'changed.trails'],
  ['why', 'm.trails', '--seat', '1'],
  ['why', 'm.trails', '--seat', '0'],
  ['branch', 'm.trails', '--round', '5', '--seat', '1=Gnat', '--recorded'],
  ['debug', 'm.trails', '--seat', '0', '--player', './Bot.js'],
  ['debug', 'm.trails', '--seat', '0', '--player', './Old.js'],
  ['check', './Bot.js', ...GAME, '--budget', 'none'],
  ['check', './Bot.js', ...GAME, '--lesson', '1'],
  ['climb', './Bot.js', ...GAME, '--pairs', '1'],
  // A built-in bot needs no process for each match.
  ['grade', 'grading.json', 'Moth'],
  ['rivals'],
  ['rules', 'trails', '--lang', 'python'],
  ['rules', 'trails'],
  ['benchmark play', 'Null', ...GAME, '--pairs', '1', '-j', '1'],
  ['benchmark play', './Broken.js', ...GAME, '--pairs', '1'],
  ['duel', 'Moth', 'Null', ...GAME, '--limit', '2', '-j', '1', '-o', 'runs/duel'],
  ['batch', 'Moth', 'Null', ...GAME, '--seeds', '1..2', '-j', '1', '-o', 'runs/batch'],
  ['batch', ...SPLIT, '--shard', '1/2', '-o', 'parts/1'],
  ['batch', ...SPLIT, '--shard', '2/2', '-o', 'parts/2'],
  ['merge', 'parts/1', 'parts/2', '-o', 'runs/merged'],
  ['tournament', 'Moth', 'Null', 'Gnat', ...GAME, '--format', 'roundrobin', '-j', '1', '-o', 'runs/t'],
  ['strength', '--players', 'Moth', ...GAME, '--seeds', '1', '-j', '1', '-o', 'runs/s'],
  ['rate', 'runs/t'],
  ['report', 'runs/t'],
  ['league play', 'Null', 'Moth', './Broken.js', ...GAME, '--rounds', '1', '--matches', '4', '-j', '1'],
  ['league verify', 'league'],
  ['board check', 'pillars', '--matches', '2', '--players', 'Gnat'],
  ['board fair', 'trails', '--seeds', '1..2', '--players', 'Gnat'],
  ['cache'],
  ['sandbox'],
  ['agree', 'Moth', 'Gnat', 'Null', '-i', 'm.trails', 'n.trails'],
  ['similar', 'sources', '-o', 'similar.html'],
  ['round verify', 'no-export.jsonl'],
];
/** This command's export needs a server, so the command's own test checks the output. */
const ELSEWHERE = ['contest verify'];

test('schema.slow.test.ts calls every command that has a schema, except contest verify', () => {
  expect([...new Set([...CALLS.map(([words]) => words), ...ELSEWHERE])].sort()).toEqual(Object.keys(SCHEMAS).sort());
});

// A quick run skips grade, which starts each bot in a sandbox. The tests of grade do so in each run.
test.each(CALLS.filter(([name]) => IS_LONG_RUN || name !== 'grade').map((call) => [call.join(' '), call] as const))(
  '%s prints JSON that matches its schema',
  async (_, call) => {
    const [words, ...args] = call;
    // Adds a replay that ends early, and a replay with a different score.
    if (words === 'verify') {
      const replay = readFileSync(join(folder, 'm.trails'), 'utf8');
      writeFileSync(join(folder, 'cut.trails'), replay.slice(0, replay.length / 2));
      writeFileSync(join(folder, 'changed.trails'), replay.replace(/^result .*$/m, 'result 15 last 1 14'));
    }
    const { status, stdout, stderr } = await runHere([...words.split(' '), ...args, '--json'], folder);
    if (args.includes('cut.trails')) expect(status).toBe(2);
    else if (words !== 'round verify') expect(status, stderr).toBeLessThan(2);
    mustFitSchema(words, stdout);
  },
);

test('ludus schema prints a command’s schema, and lists all schemas if no command is given', async () => {
  const { stdout } = await runHere(['schema', 'league', 'verify'], folder);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'ludus league verify --json', type: 'object' });
  expect((await runHere(['schema', 'league'], folder)).stdout).toContain('league play');
  expect((await runHere(['schema'], folder)).stdout.split('\n')).toContain('climb');
  expect(await runHere(['schema', 'clim'], folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('did you mean climb?'),
  });
});

test('an object with an extra or a missing field doesn’t match its schema', () => {
  const object = { kind: 'ok', rounds: 1, matches: 2, unproven: 0, differences: [] };
  mustFitSchema('league verify', JSON.stringify(object));
  expect(() => mustFitSchema('league verify', JSON.stringify({ ...object, more: 1 }))).toThrow('additional');
  expect(() => mustFitSchema('league verify', JSON.stringify({ ...object, rounds: undefined }))).toThrow('rounds');
});
