import { SILENT_OUTPUT } from '@ludus/game/output.ts';
import { expect, test } from 'vitest';
import { seedBoard } from '../data/boards.ts';
import { codeOf, type MatchNews, mainFileOf } from './order.ts';
import { openOwnPlayer } from './own-player.ts';
import { playOrder } from './play-order.ts';

const problemOf = (source: string, game = 'madmax'): string => {
  try {
    openOwnPlayer(game, { name: 'Mine', source }, SILENT_OUTPUT);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ["import { MadMaxPlayer } from 'ludus/madmax'; export default class extends MadMaxPlayer { play() {} }", ''],
  ["import * as all from 'ludus/madmax'; export default () => all.ALL_DIRECTIONS.length;", ''],
  // A type needn't exist at run time, with or without the keyword `type`.
  ["import { type MadMaxApi, Car, UP } from 'ludus/madmax'; export default (game: MadMaxApi, car: Car) => UP;", ''],
  [
    "import { Upp } from 'ludus/madmax'; export default () => Upp;",
    'Mine imports Upp from ludus/madmax, which exports only',
  ],
  ["import * as all from 'ludus/madmax'; export default () => all.Upp;", 'Mine imports Upp from ludus/madmax'],
  ["import x from 'elsewhere'; export default () => x;", 'Mine imports elsewhere, but can import only ludus/'],
  ['const one = 1;\nexport default (', 'Mine cannot be read: line 2: Unexpected token'],
  ['export const one = 1;', 'Mine has no default export that is'],
  ["throw new Error('no');", 'Mine fails when it is loaded: line 1: no'],
])('a player’s source is loaded, or rejected with an error: %s', (source, problem) => {
  if (problem === '') expect(problemOf(source)).toBe('');
  else expect(problemOf(source)).toContain(problem);
});

const board = seedBoard('angrymob', 1)!.text;

test('a message names the seat before each turn of a user’s player', () => {
  const news: MatchNews[] = [];
  const players = [
    { kind: 'builtin', name: 'CamperJoe' },
    { kind: 'own', name: 'Mine', source: 'export default () => [];' },
  ] as const;
  playOrder({ game: 'angrymob', board, seed: 1, players }, (one) => news.push(one));
  const turns = news.flatMap((one) => (one.type === 'asking' ? [`${one.seat} ${one.round}`] : []));
  expect(turns.slice(0, 3)).toEqual(['1 -1', '1 -1', '1 0']);
  expect(turns.at(-1)).toBe(`1 ${turns.length - 3}`);
  expect(news.at(-1)).toMatchObject({ type: 'done' });
});

test('the error for an unusable player names the player’s seat', () => {
  const news: MatchNews[] = [];
  const own = { kind: 'own', name: 'Mine', source: 'export default (' } as const;
  const rival = { kind: 'builtin', name: 'CamperJoe' } as const;
  playOrder({ game: 'angrymob', board, seed: 1, players: [rival, own] }, (one) => news.push(one));
  expect(news.at(-1)).toMatchObject({
    type: 'problem',
    seat: 1,
    message: expect.stringContaining('Mine cannot be read'),
  });
});

test('a failure in a player with several files is reported with its file', () => {
  const news: MatchNews[] = [];
  const source = "import { fail } from './helper.ts';\nexport default () => {\n  fail();\n};";
  const files = [{ name: 'helper.ts', text: "\nexport const fail = () => {\n  throw new Error('no');\n};\n" }];
  const own = { kind: 'own', name: 'Mine', source, files } as const;
  playOrder({ game: 'angrymob', board, seed: 1, players: [own, { kind: 'builtin', name: 'CamperJoe' }] }, (one) =>
    news.push(one),
  );
  expect(news.find(({ type }) => type === 'fault')).toMatchObject({ place: { file: 'helper.ts', line: 3 } });
  expect(news.at(-1)).toMatchObject({ verdicts: [expect.stringMatching(/\(helper\.ts, line 3\)\.$/)] });
});

test('a player’s file keeps its extension, so that other files can import it', () => {
  const files = [{ name: 'helper.js', text: "import './Mine.js';\nexport const fail = () => missing();\n" }];
  const own = { kind: 'own', name: 'Mine', ...codeOf({ source: '\nno();', ending: '.js' }) } as const;
  expect(() => openOwnPlayer('angrymob', own, SILENT_OUTPUT)).toThrow(
    'Mine fails when it is loaded: line 2: no is not',
  );
  const source = "import { fail } from './helper.js';\nexport default () => fail();";
  expect(() => openOwnPlayer('angrymob', { ...own, source, files }, SILENT_OUTPUT)).not.toThrow();
  expect(() => openOwnPlayer('angrymob', { name: 'Mine', source, files }, SILENT_OUTPUT)).toThrow(
    'Mine imports ./Mine.js',
  );
  expect(mainFileOf(own)).toBe('Mine.js');
  expect(codeOf({ source, ending: '.ts' })).toEqual({ source });
});

const HELPED =
  "import { best } from './helper.ts'; import type { Word } from './words.ts'; export default () => best();";
const HELPERS = [
  { name: 'helper.ts', text: "import { one } from './more.ts';\nexport const best = (): number[] => [one];" },
  { name: 'more.ts', text: "import './helper.ts';\nexport const one = 1;" },
];

test.each([
  ['files that import each other', HELPERS, ''],
  ['a missing file', [], 'Mine imports ./helper.ts, but can import only ludus/'],
  ['a file without its extension', [{ name: 'helper', text: '' }], 'Mine imports ./helper.ts'],
  ['a file with a syntax error', [{ name: 'helper.ts', text: '\n(' }], 'Mine cannot be read: helper.ts: line 2'],
  [
    'a file that fails when it is loaded',
    [{ name: 'helper.ts', text: '\nthrow 1 as never;\n' }],
    'Mine fails when it is loaded: helper.ts: ',
  ],
])('a player with several files is loaded, or rejected with an error: %s', (_, files, problem) => {
  const open = () => openOwnPlayer('angrymob', { name: 'Mine', source: HELPED, files }, SILENT_OUTPUT);
  if (problem === '') expect(open).not.toThrow();
  else expect(open).toThrow(problem);
});
