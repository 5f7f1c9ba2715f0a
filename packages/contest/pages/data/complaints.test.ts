import fc from 'fast-check';
import { expect, test } from 'vitest';
import { complaints } from './complaints.ts';

test('complaints returns the position of each message about the entrant’s file', () => {
  const said = `it does not compile:
AIMine.cc: In member function 'virtual void AIMine::play()':
AIMine.cc:12:5: error: 'foo' was not declared in this scope; did you mean 'for'?
   12 |     foo();
      |     ^~~
AIMine.cc:9:7: note: declared here
Player.hh:3:1: error: not ours
AIMine.cc:20: warning: no newline
AIMine.cc:99:1: fatal error: too many errors`;
  expect(complaints(said, 'AIMine.cc')).toEqual([
    { line: 12, column: 5, kind: 'error', text: "'foo' was not declared in this scope; did you mean 'for'?" },
    { line: 9, column: 7, kind: 'note', text: 'declared here' },
    { line: 20, column: undefined, kind: 'warning', text: 'no newline' },
    { line: 99, column: 1, kind: 'error', text: 'too many errors' },
  ]);
  expect(complaints('Mine.ts:3:7: unexpected token', 'Mine.ts')).toEqual([
    { line: 3, column: 7, kind: 'error', text: 'unexpected token' },
  ]);
  expect(complaints('Mine threw RangeError: no (Mine.ts:5:43). It was in round 3.', 'Mine.ts')).toEqual([
    { line: 5, column: 43, kind: 'error', text: 'Mine threw RangeError: no' },
  ]);
});

test('complaints returns only whole line numbers, whatever the text contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (said, file) => {
      for (const { line } of complaints(`${said}\n${file}:${said}`, file)) expect(Number.isInteger(line)).toBe(true);
    }),
  );
});
