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
