import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dusk } from '@ludus/game/conformance/dusk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kit } from './dusk/kit.ts';
import { program } from './program.ts';

// A game of turns with fog, hidden dice, and chance through the commands: players in the referee, as programs, in fuel.

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

const { ludus } = program(() => folder, { LUDUS_GAMES: here('kit.ts') });

test.each([
  ['built-in players', ['Hunter', 'Stroller'], []],
  ['a program', ['Hunter', here('samples/walker.py')], ['--budget', 'cpu']],
  ['a module', ['./Mine.ts', 'Stroller'], []],
  ['a module that is counted in fuel', ['Hunter', './Mine.ts'], ['--budget', 'fuel']],
])('%s: the match is verified, and only the one whose turn it is moves', (_, players, options) => {
  const played = ludus('match', ...players, '-i', BOARD, '-s', '7', '-o', 'match.dusk', ...options);
  expect(played).toMatchObject({ status: 0 });
  expect(played.stderr).not.toContain('disqualified');
  expect(ludus('verify', 'match.dusk').stdout).toContain('ok match.dusk');
  const text = readFileSync(join(folder, 'match.dusk'), 'utf8');
  expect(
    text
      .match(/^\d+:.*/gm)!
      .slice(0, 4)
      .join(),
  ).toMatch(/^1:,2: 0=\w+,3: 1=\w+,4: 0=\w+$/);
  expect(dusk.replay.recognizes(text)).toBe(true);
});

test('a move that the rules refuse is asked for again, and then it is the empty one', () => {
  const played = ludus(
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
  expect(kit.game.illegalMove).toEqual({ kind: 'ask', times: 2 });
});

/** Catches whatever passes through built-in functions, and looks around for more; what it finds goes into its log. */
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

test.each(['none', 'cpu', 'fuel'])(
  'budget %s: code that changes built-in objects finds nothing of the match',
  (budget) => {
    writeFileSync(join(folder, 'Spy.ts'), SPY);
    rmSync(join(folder, 'wall.dusk'), { force: true });
    rmSync(join(folder, 'match.dusk'), { force: true });
    const options = ['--budget', budget, '--log-folder', 'spied'];
    const played = ludus(
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
      // The engine tells lines in bytes: what is caught there is the question that it is shown anyway.
      const text = found.map((each: unknown) => (Array.isArray(each) ? String.fromCharCode(...each) : '')).join('');
      expect(text.replaceAll(/[\x20-\x7e\n\0]/g, '')).toBe('');
      expect(found.filter((each: unknown) => typeof each === 'string' && each !== 'cells')).toEqual([]);
      expect(dice).toBeUndefined();
      expect(replay.filter((name: string) => name === `spy-${budget}.dusk`)).toEqual([]);
    }
  },
);
