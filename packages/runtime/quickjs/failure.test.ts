import { expect, test } from 'vitest';
import { readFailure } from './failure.ts';
import type { Script } from './script.ts';

const script = (text: string): Script => ({
  game: 'trails',
  name: 'Mine',
  guest: [{ name: 'ludus/trails', text: '' }],
  player: { name: 'Mine.ts', text },
});
const missing = "SyntaxError: Could not find export 'gone' in module 'ludus/trails'";

test.each([
  ["import { gone } from 'ludus/trails';", 'Mine.ts:1:10'],
  [
    'import type { Move }         from \'ludus/trails\';\nimport { here, gone as other } from "ludus/trails";',
    'Mine.ts:2:16',
  ],
  ["import { gone } from './one.ts';\nimport { gone } from 'ludus/trails';", 'Mine.ts:2:10'],
  ["const gone = 'ludus/trails';", ''],
])('the error for a missing export includes the import’s position, if there is one (%j)', (text, place) => {
  expect(readFailure(missing, script(text), true)).toMatchObject({
    what: 'imports gone, which ludus/trails doesn’t export',
    place,
  });
});

test.each([
  [missing, 'import gone '.repeat(80_000)],
  [missing, `import ${'gone '.repeat(200_000)}`],
  ['ReferenceError: ludus-import:./gone.ts', `from${' '.repeat(2 ** 20)}`],
])('readFailure finds no position in a long text without a matching import (%#)', (told, text) => {
  expect(readFailure(told, script(text), true)).toMatchObject({ fault: 'protocol', place: '' });
});

test.each(['TypeError: it exports you.', missing, 'ReferenceError: ludus-import:node:fs'])(
  'a player can’t imitate the referee’s messages (%s)',
  (told) => {
    const { fault, what } = readFailure(`${told}\n    at play (Mine.ts:1:1)`, script(''), false);
    expect({ fault, what }).toEqual({ fault: 'crash', what: `threw ${told.replace(/\.$/, '')}` });
  },
);
