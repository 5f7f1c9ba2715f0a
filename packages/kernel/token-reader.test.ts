import { expect, test } from 'vitest';
import { attempt } from './result.ts';
import { TokenReader, toPrintableLines } from './token-reader.ts';

const problemOf = (text: string, read: (reader: TokenReader) => void) => {
  const result = attempt(() => read(new TokenReader(text)));
  return result.ok ? undefined : result.problem;
};

test('a problem keeps its token, and its message shows the token in a shortened and printable form', () => {
  const esc = '\u001b[2Jrounds\u0000\u202e\u2028';
  expect(problemOf(`board\n${esc}`, (reader) => [reader.expectWord('board'), reader.expectWord('rounds')])).toEqual({
    code: 'text/word',
    message: 'expected rounds, found ?[2Jrounds???',
    line: 2,
    token: esc,
  });
  const long = '9'.repeat(1_000_000);
  expect(problemOf(long, (reader) => reader.integer('rows'))).toEqual({
    code: 'text/number',
    message: `expected a whole number for rows, found ${'9'.repeat(40)}…`,
    line: 1,
    token: long,
  });
});

test('a problem shows a token of normal length in full', () => {
  const message = 'expected rows, found größe';
  expect(problemOf('größe', (reader) => reader.expectWord('rows'))).toMatchObject({ message });
});

test('toPrintableLines replaces the control characters in untrusted lines', () => {
  const said = 'one\ttwo\r\n\u001b]52;c;eA==\u0007three\u001b[2J\rfour\u202e\u009b2J\n\nfive é ok';
  expect(toPrintableLines(said)).toBe('one\ttwo\n?]52;c;eA==?three?[2J?four??2J\n\nfive é ok');
});
