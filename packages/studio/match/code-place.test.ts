import { expect, test } from 'vitest';
import { placeIn } from './code-place.ts';

test.each([
  ['Mine threw Error: no in round 3 (Mine.ts:5:3).', { line: 5 }],
  ['Mine threw Error: at line 9: no in round 3 (helper.ts:5:3).', { line: 5, file: 'helper.ts' }],
  ['Mine used up its budget of 1 s of fuel in round 5 (AIMine.cc:41 in search).', { line: 41 }],
  ['Mine can’t be a bot: helper.ts:2:11: Expression expected', { line: 2, file: 'helper.ts' }],
  ['Mine cannot be read: line 2: Unexpected token', { line: 2 }],
  ['Mine cannot be read: helper.ts: line 2: Unexpected token', { line: 2, file: 'helper.ts' }],
  ['Mine has no default export that is a class with play() or a function', undefined],
])('placeIn returns the position in “%s”, if there is one', (sentence, place) => {
  expect(placeIn(sentence, (file) => file === 'helper.ts')).toEqual(place);
});
