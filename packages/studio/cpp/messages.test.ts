import { expect, test } from 'vitest';
import { errorLines, mistakesIn } from './messages.ts';

const SAID = `AIMine.cc:3:7: error: use of undeclared identifier 'no_such_thing'
    3 |       no_such_thing();
      |       ^~~~~~~~~~~~~
AIMine.cc:9:1: warning: unused variable 'n'
./own/ways.hh:2:5: fatal error: 'nothing.hh' file not found
2 errors and 1 warning generated.`;

test('errorLines returns one line per error, without excerpts and warnings, and names the file of an error in a helper file', () => {
  const mistakes = mistakesIn(SAID, 'AIMine.cc', [{ name: 'ways.hh', text: '' }]);
  expect(errorLines(SAID, mistakes)).toBe(
    "line 3: use of undeclared identifier 'no_such_thing'\nways.hh, line 2: 'nothing.hh' file not found",
  );
});

test('errorLines keeps a message that has no position in the player, and only the first of many errors', () => {
  expect(errorLines('wasm-ld: error: undefined symbol: f', [])).toBe('wasm-ld: error: undefined symbol: f');
  const many = Array.from({ length: 8 }, (_, n) => `AIMine.cc:${n + 1}:1: error: no`).join('\n');
  expect(errorLines(many, mistakesIn(many, 'AIMine.cc')).split('\n').slice(5)).toEqual(['line 6: no', '… and 2 more']);
});
