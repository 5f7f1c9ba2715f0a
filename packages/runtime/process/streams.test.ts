import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineBuffer, PlayerLog } from './streams.ts';

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

test('PlayerLog keeps characters whole, however the input is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.array(fc.nat(200)), (text, cuts) => {
      const bytes = Buffer.from(text);
      let written = '';
      const log = new PlayerLog((part) => {
        written += part;
      });
      let from = 0;
      for (const to of [...cuts.sort((a, b) => a - b), bytes.length]) {
        log.add(bytes.subarray(from, to));
        log.flush();
        from = to;
      }
      log.end();
      expect(written).toBe(text.replace(/\n$/, ''));
    }),
  );
});

test('PlayerLog doesn’t cut a character when it omits the rest of a round’s log', () => {
  let written = '';
  const log = new PlayerLog((part) => {
    written += part;
  });
  for (const text of [`x${'ü'.repeat(40_000)}`, 'abc\n', 'def\n']) log.add(Buffer.from(text));
  log.end();
  expect(written.split('\n')).toEqual([`x${'ü'.repeat(32_767)}`, '[ludus: the rest of this round’s log is omitted]']);
});

test('PlayerLog passes on an incomplete character at the end', () => {
  let written = '';
  const log = new PlayerLog((part) => {
    written += part;
  });
  log.add(Buffer.from([0x61, 0xc3]));
  log.end();
  expect(written).toBe('a\ufffd');
});
