import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineBuffer } from './streams.ts';

function linesOf(chunks: readonly string[]): string[] {
  const buffer = new LineBuffer(2 ** 20);
  const lines: string[] = [];
  for (const chunk of chunks) {
    buffer.add(Buffer.from(chunk, 'latin1'));
    for (let line = buffer.next(); line !== undefined; line = buffer.next()) lines.push(line);
  }
  return lines;
}

test('LineBuffer returns the same lines, however the input is split', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\0', '\xff') });
  fc.assert(
    fc.property(fc.array(text), (chunks) => {
      const whole = chunks.join('').split('\n').slice(0, -1);
      expect(linesOf(chunks)).toEqual(whole.map((line) => line.replace(/\r$/, '')));
    }),
  );
});

test('LineBuffer assembles a long line that arrives byte by byte', () => {
  const [line] = linesOf([...new Array<string>(600_000).fill('x'), '\n']);
  expect(line.length).toBe(600_000);
});
