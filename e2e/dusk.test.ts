import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dusk } from '@ludus/game/conformance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { kit } from './dusk/kit.ts';
import { program, programHere } from './program.ts';

// Tests a turn-based game with fog, hidden dice, and chance in all commands. Players run in the referee's process, as
// programs, and with a fuel budget.

const here = (name: string): string => fileURLToPath(new URL(`./dusk/${name}`, import.meta.url));
const BOARD = here('boards/default.board');
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-dusk-'));
  writeFileSync(
    join(folder, 'Mine.ts'),
    `import type { Dusk } from 'ludus/dusk';
export default function play({ cells, me }: Dusk) {
  return cells[me] === 0 ? 'right' : 'left';
}
`,
  );
  writeFileSync(join(folder, 'Wall.ts'), "export default () => 'left';\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ELSEWHERE = { LUDUS_GAMES: here('kit.ts') };
const { ludus } = programHere(() => folder, ELSEWHERE);
const { ludus: ludusApart } = program(() => folder, ELSEWHERE);

test.each([
  ['built-in players', ['Hunter', 'Stroller'], []],
  ['a program', ['Hunter', here('samples/walker.py')], ['--budget', 'cpu']],
  ['a module', ['./Mine.ts', 'Stroller'], []],
  ['a module that is counted in fuel', ['Hunter', './Mine.ts'], ['--budget', 'fuel']],
])('a match with %s verifies, and only the player whose turn it is moves', async (_, players, options) => {
  const played = await ludus('match', ...players, '-i', BOARD, '-s', '7', '-o', 'match.dusk', ...options);
  expect(played).toMatchObject({ status: 0 });
  expect(played.stderr).not.toContain('disqualified');
  expect((await ludus('verify', 'match.dusk')).stdout).toContain('ok match.dusk');
  const text = readFileSync(join(folder, 'match.dusk'), 'utf8');
  expect(
    text
      .match(/^\d+:.*/gm)!
      .slice(0, 4)
      .join(),
  ).toMatch(/^1:,2: 0=\w+,3: 1=\w+,4: 0=\w+$/);
  expect(dusk.replay.recognizes(text)).toBe(true);
});

test('the terminal draws the whole state, or only a seat’s observation', async () => {
  const drawn = async (...options: string[]) =>
    (await ludus('play', 'Hunter', 'Stroller', '-g', 'dusk', '-i', BOARD, '-s', '7', '--no-live', ...options)).stdout;
  expect((await drawn()).match(/die \d/g)).toEqual([expect.stringMatching(/[1-6]/), expect.stringMatching(/[1-6]/)]);
  expect((await drawn('--seat', '1')).match(/die \d/g)).toEqual(['die 0', expect.stringMatching(/[1-6]/)]);
  expect((await ludus('play', '-g', 'dusk', '-i', BOARD, '--seat', '2')).stderr).toContain('seats 0 to 1, not 2');
});

if (IS_LONG_RUN)
  test('a bot plays all seats of its team in duels, tournaments, and batches, and replays prove a duel’s results', async () => {
    const boards = ['--boards', here('boards/teams.board'), '--jobs', '1'];
    const of = async (...words: string[]) => {
      const run = await ludus(...words, ...boards, '--json');
      expect(run.stderr).not.toContain('error');
      return JSON.parse(run.stdout);
    };
    const duel = await of('duel', 'Hunter', 'Stroller', '--limit', '4', '-o', 'duel', '--replays');
    expect(duel.matches).toBe(2 * duel.pairs);
    const lines = readFileSync(join(folder, 'duel/results.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ players, teams }) => `${players} ${teams}`).slice(0, 2)).toEqual([
      'Hunter,Stroller,Hunter,Stroller 0,1,0,1',
      'Stroller,Hunter,Stroller,Hunter 0,1,0,1',
    ]);
    for (const { scores, shares } of lines) {
      expect([scores[0], shares[0]]).toEqual([scores[2], shares[2]]);
      expect(shares[0] + shares[1]).toBe(1);
    }
    const rated = JSON.parse((await ludus('rate', 'duel', '--verify', '--json')).stdout);
    expect(rated.ratings.map(({ name, games }: { name: string; games: number }) => [name, games])).toEqual(
      expect.arrayContaining([['Hunter', duel.matches]]),
    );
    const { standings } = await of('tournament', 'Hunter', 'Stroller', 'Hunter', '-f', 'roundrobin', '-o', 'cup');
    expect(standings).toHaveLength(3);
    const { players } = await of('batch', 'Hunter', 'Stroller', '--seeds', '1..3', '--rotate', '-o', 'batch');
    expect(players.map(({ matches }: { matches: number }) => matches)).toEqual([6, 6]);
    expect((await ludus('batch', 'Hunter', 'Stroller', 'Hunter', ...boards)).stderr).toContain(
      'needs 2 players, not 3',
    );
    expect((await ludus('report', 'duel')).status).toBe(0);
  });

test('the referee asks again after a refused move, and then substitutes an empty move', async () => {
  const played = await ludus(
    'match',
    './Wall.ts',
    'Stroller',
    '-i',
    BOARD,
    '-s',
    '7',
    '-o',
    'wall.dusk',
    '--log-folder',
    'logs',
  );
  expect(played).toMatchObject({ status: 0 });
  const text = readFileSync(join(folder, 'wall.dusk'), 'utf8');
  expect(text).toMatch(/^\d+: 0=$/m);
  expect(readFileSync(join(folder, 'logs/seat0.log'), 'utf8')).toContain(
    'refused: a step left from cell 0 leaves the row',
  );
  if (!IS_LONG_RUN) return;
  const checked = await ludus('check', './Wall.ts', '-g', 'dusk');
  expect(checked.status).toBe(1);
  expect(checked.stdout).toMatch(
    /FAIL {2}chooses only allowed moves: \d+ moves were refused, the first in round \d+ of the board \w+: a step left from cell 0 leaves the row/,
  );
  expect((await ludus('check', './Mine.ts', '-g', 'dusk')).stdout).toContain(
    'chooses only allowed moves: no move was refused',
  );
  expect(kit.game.illegalMove).toEqual({ kind: 'ask', times: 2 });
});

/** Intercepts all values that pass through built-in functions, searches for more, and logs them. */
const SPY = `
const found: unknown[] = [];
const hooks: [object, string][] = [
  ...['subarray', 'set', 'slice', 'fill', 'map', 'copyWithin'].map((name) => [Object.getPrototypeOf(Int8Array.prototype), name] as [object, string]),
  ...['map', 'slice', 'concat', 'filter', 'push', 'join'].map((name) => [Array.prototype, name] as [object, string]),
];
for (const [owner, name] of hooks) {
  const own = (owner as any)[name];
  (owner as any)[name] = function (...given: any[]) {
    for (const each of [this, ...given])
      if (each instanceof Int8Array || each instanceof Uint8Array || each?.buffer instanceof ArrayBuffer) found.push([...each]);
    return own.apply(this, given);
  };
}
for (const name of ['cells', 'dice', 'chance', 'board', 'state'])
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    set(value) {
      found.push(name);
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
const world = globalThis as any;
export default function play({ cells, dice }: any) {
  const replay = world.process?.getBuiltinModule?.('node:fs')?.readdirSync('.').filter((name: string) => name.endsWith('.dusk'));
  console.log('found ' + JSON.stringify({ found, dice, argv: world.process?.argv?.slice(3), replay }));
  found.length = 0;
  return 'stay';
}
`;

// The match runs in a separate process, because the code changes objects of its process.
test.each(['none', 'cpu', 'fuel'])(
  'with --budget %s, code that changes built-in objects learns nothing about the match',
  (budget) => {
    writeFileSync(join(folder, 'Spy.ts'), SPY);
    rmSync(join(folder, 'wall.dusk'), { force: true });
    rmSync(join(folder, 'match.dusk'), { force: true });
    const options = ['--budget', budget, '--log-folder', 'spied'];
    const played = ludusApart(
      'match',
      './Spy.ts',
      'Stroller',
      '-i',
      BOARD,
      '-s',
      '7',
      '-o',
      `spy-${budget}.dusk`,
      ...options,
    );
    expect(played.stderr).not.toContain('disqualified');
    const said = readFileSync(join(folder, 'spied/seat0.log'), 'utf8').match(/found .*/g)!;
    expect(said.length).toBeGreaterThan(10);
    for (const line of said) {
      const { found, dice, replay = [] } = JSON.parse(line.slice('found '.length));
      // The engine receives lines as bytes. The intercepted line is the question that the player receives anyway.
      const text = found.map((each: unknown) => (Array.isArray(each) ? String.fromCharCode(...each) : '')).join('');
      expect(text.replaceAll(/[\x20-\x7e\n\0]/g, '')).toBe('');
      expect(found.filter((each: unknown) => typeof each === 'string' && each !== 'cells')).toEqual([]);
      expect(dice).toBeUndefined();
      expect(replay.filter((name: string) => name === `spy-${budget}.dusk`)).toEqual([]);
    }
  },
);
