import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boardFiles } from '@ludus/cli/games.ts';
import type { Language } from 'ludus/kit.ts';
import { kitOf } from 'ludus/registry.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { program, programHere } from './program.ts';

// Runs every command with Trails, or with the game that LUDUS_GAME names (docs/make-a-game.md, step 15). The commands
// run for each number of players for which the game has a board, and with a player in each installed language.

const ID = process.env.LUDUS_GAME ?? 'trails';
const { game, players, partners, samples = {}, simulator, strength } = kitOf(ID);
const [weakest, next] = players.map(({ name }) => name);

function boardOf(file: string) {
  const read = game.readBoard(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(`${file}: ${read.problem.message}`);
  return read.value;
}

/** By number of players: the game's boards. */
const boards = new Map<number, string[]>();
/** By number of players: the team of each seat. */
const teams = new Map<number, readonly number[]>();
for (const [name, file] of boardFiles(game)) {
  const read = boardOf(file);
  const seats = game.seatsOf(read);
  if (game.teamsOf) teams.set(seats, game.teamsOf(read));
  boards.set(seats, [...(boards.get(seats) ?? []), name]);
}
const numbers = [...boards.keys()].sort();
/**
 * Whether everything is tested. Otherwise, a quick run tests a built-in game completely for only one number of players,
 * and with only one language.
 */
const isWhole = IS_LONG_RUN || process.env.LUDUS_GAME !== undefined;
/** `count` players, alternating between the two weakest. */
const some = (count: number) => Array.from({ length: count }, (_, seat) => (seat % 2 === 0 ? next : weakest));
/** The number of players that a command must name: in a game with teams, one player per team. */
const sides = (seats: number) => new Set(teams.get(seats)).size || seats;
const onBoards = (seats: number) =>
  game.teamsOf ? ['--boards', ...boards.get(seats)!.map((name) => `boards/${ID}/${name}`)] : [];
const board = (seats: number) => `boards/${ID}/${boards.get(seats)![0]}`;
const replay = (seats: number) => `m${seats}${game.replayExtension}`;
const once = ['--game', ID, '-j', '1'];

let folder: string;
const { served } = program(() => folder);
const { ludus, done } = programHere(() => folder);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-game-'));
  for (const seats of isWhole ? numbers : numbers.slice(0, 1))
    await done('match', ...some(seats), '-i', board(seats), '-s', '7', '-o', replay(seats));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const results = (of: string): { players: string[] }[] =>
  readFileSync(join(folder, of, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the game has a board for each number of players', () => {
  expect(numbers).toEqual(game.seats);
});

describe.each(isWhole ? numbers : numbers.slice(0, 1))('with %i players', (seats) => {
  test('match, verify, and debug accept the same match', async () => {
    expect(await done('verify', replay(seats))).toBe(`ok ${replay(seats)}\n`);
    for (const [seat, name] of some(seats).entries()) {
      if (!partners.exact?.includes(name)) continue;
      const said = await done('debug', replay(seats), '--seat', String(seat), '--player', name);
      expect(said).toMatch(/as recorded in all \d+ rounds/);
    }
  });

  test('match reports an invalid number of players as an error', async () => {
    const { status, stderr } = await ludus('match', ...some(seats + 1), '-i', board(seats));
    expect(status).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^ludus: .*needs .* players.*, not ${seats + 1}: .* is a board of ${game.title}\n$`),
    );
  });

  // A quick run skips batch, because the tests of batch play other built-in games.
  if (isWhole)
    test('batch chooses boards for the number of players, and keeps replays that verify', async () => {
      await done(
        'batch',
        ...some(sides(seats)),
        ...once,
        ...onBoards(seats),
        '--seeds',
        '1..2',
        '-o',
        `b${seats}`,
        '--replays',
      );
      expect(results(`b${seats}`)).toHaveLength(2 * boards.get(seats)!.length);
      for (const kept of readdirSync(join(folder, `b${seats}/replays`)))
        expect(await done('verify', `b${seats}/replays/${kept}`)).toMatch(/^ok /);
    });

  test('duel lets both bots play in every seat', async () => {
    const args = [...once, '--seats', String(sides(seats)), ...onBoards(seats), '-o', `d${seats}`, '--limit', '12'];
    const { status, stdout, stderr } = await ludus('duel', next, weakest, ...args);
    expect(stderr).not.toContain('ludus:');
    expect([0, 1]).toContain(status);
    expect(stdout).toContain(next);
    const seated = new Set(
      results(`d${seats}`).map((line) => line.players.map((name) => (name === next ? 0 : 1)).join('')),
    );
    const count = sides(seats);
    const ways = Array.from({ length: 2 ** count }, (_, bits) => bits.toString(2).padStart(count, '0'));
    const even = ways.filter((way) => Math.abs(2 * way.replaceAll('0', '').length - count) <= 1);
    const bySeat = even.map(
      (way) =>
        teams
          .get(seats)
          ?.map((team) => way[team])
          .join('') ?? way,
    );
    expect(bySeat).toEqual(expect.arrayContaining([...seated]));
    // With many players, a duel may be decided before it has used all seatings.
    if (bySeat.length <= 12) expect(seated.size).toBe(bySeat.length);
    for (let seat = 0; seat < seats; seat++) expect(new Set([...seated].map((way) => way[seat])).size).toBe(2);
  });

  if (isWhole)
    test('tournament, rate, and report accept several built-in bots', async () => {
      const names = [...new Set([weakest, next, partners.sparring, ...partners.show])];
      const args = [...once, '--seats', String(sides(seats)), ...onBoards(seats), '--format', 'roundrobin'];
      await done('tournament', ...names, ...args, '--matches', String(seats), '-o', `t${seats}`);
      expect(results(`t${seats}`).every((line) => line.players.length === seats)).toBe(true);
      const rated = await done('rate', `t${seats}`);
      for (const name of names) expect(rated).toContain(name);
      await done('report', `t${seats}`, '-o', `t${seats}.html`);
      expect(readFileSync(join(folder, `t${seats}.html`), 'utf8')).toContain(next);
    });

  // A quick run skips this test, because every-command.test.ts tests the command and the studio with another game.
  if (isWhole) test('view serves a replay', () => served(['view', replay(seats)], [`/folder/${replay(seats)}`]));
});

if (isWhole)
  test('play writes a replay', async () => {
    expect(await done('play', '--game', ID, '-s', '3', '--no-live')).toContain('The replay is replays');
  });

if (isWhole) test('the studio serves its folder', () => served(['open', '.'], ['/api/folder']));

/** The program that runs a language. */
const TOOLS: Readonly<Record<Language, readonly string[]>> = {
  typescript: ['node', '--version'],
  javascript: ['node', '--version'],
  cpp: ['g++', '--version'],
  python: ['python3', '--version'],
  java: ['javac', '-version'],
  rust: ['rustc', '--version'],
  go: ['go', 'version'],
};
const isInstalled = ([tool, ...args]: readonly string[]) => spawnSync(tool, args).status === 0;

// A quick run skips these tests, because new-player.slow.test.ts also starts players.
if (isWhole)
  describe.each(Object.entries(samples))('a player in %s', (language, sample) => {
    test.skipIf(!isInstalled(TOOLS[language as Language]))(
      'passes check, and plays a match with a budget',
      async () => {
        await done('new', 'player', language, '--lang', language, '--game', ID, '--name', 'Mine');
        const file = join(language, sample.as.replace('NAME', 'Mine'));
        expect(await done('check', file, '--game', ID)).toContain('All steps passed');
        const begun = `${language}/board${game.boardExtension}`;
        const others = some(game.seatsOf(boardOf(join(folder, begun))) - 1);
        const own = `${language}${game.replayExtension}`;
        await done('match', `./${file}`, ...others, '-i', begun, '--budget', 'cpu', '-o', own);
        expect(await done('verify', own)).toBe(`ok ${own}\n`);
      },
    );
  });

test.skipIf(strength === undefined)('strength measures a bot on the game’s first board', async () => {
  const said = await done('strength', '--game', ID, '--seeds', '2', '-j', '1', '--players', next);
  expect(said).toContain(strength!.boards[0]);
  expect(said).toMatch(new RegExp(`^${next} +\\d`, 'm'));
});

const BENCH = fileURLToPath(new URL('../bench/main.ts', import.meta.url));
const PYTHON = fileURLToPath(new URL('../packages/env/python', import.meta.url));
describe.skipIf(simulator === undefined)('the simulator', () => {
  test('is listed by env and measured by bench env', async () => {
    expect((await done('env', '--list')).split('\n')).toContain(ID);
    const bench = spawnSync(process.execPath, [BENCH, 'env', '--game', ID, '--runs', '1'], { encoding: 'utf8' });
    expect(bench.stderr).toBe('');
    expect(bench.stdout).toContain('saving and restoring a match');
  });

  // A quick run skips this test, because packages/env/python.slow.test.ts plays built-in games with this client.
  if (isWhole)
    test.skipIf(!isInstalled(['python3', '-c', 'import numpy']))('works with the Python client', () => {
      const played = spawnSync('python3', [join(PYTHON, 'examples/random_agent.py'), ID, '7'], { encoding: 'utf8' });
      expect(played.stderr).toBe('');
      expect(played.stdout).toMatch(/^player_0 -?\d+ player_1 -?\d+/);
    });
});
