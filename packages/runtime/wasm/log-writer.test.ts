import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogWriter, type Pieces } from './log-writer.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** A memory with the addresses and lengths of pieces, followed by the pieces. */
function pieces(texts: readonly string[]): Pieces {
  const all = bytesOf(texts.join(''));
  const end = 8 * texts.length;
  const memory = new Uint8Array(end + all.length);
  memory.set(all, end);
  const view = new DataView(memory.buffer);
  let at = end;
  for (const [index, text] of texts.entries()) {
    view.setUint32(8 * index, at, true);
    view.setUint32(8 * index + 4, text.length, true);
    at += text.length;
  }
  return { view, first: 0, end, total: all.length };
}

const TEXT = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 3 }),
  fc.string({ unit: 'binary-ascii', maxLength: 900 }),
);

test('a log writer keeps the start of the log and the end of standard error, however the output is split', () => {
  const calls = fc.array(fc.tuple(fc.array(TEXT, { maxLength: 8 }), fc.constantFrom<(1 | 2)[]>(1, 2)), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(calls, (made) => {
      const written = new LogWriter(true);
      let log = '';
      let errors = '';
      for (const [texts, descriptor] of made) {
        const whole = texts.join('');
        if (whole !== '') written.write(pieces(texts), descriptor);
        log += whole;
        if (descriptor === 2) errors += whole;
      }
      expect(textOf(written.log)).toBe(log);
      expect(textOf(written.last)).toBe(errors.slice(-1000));
    }),
  );
});

test('a log stops at 64 KiB, but the log writer still keeps the last output', () => {
  const written = new LogWriter(true);
  for (let n = 0; n < 70; n++) written.write(pieces(['x'.repeat(1000), 'y', `${n}`]), 2);
  expect(written.log!.length).toBe(64 * 1024);
  expect(textOf(written.last).slice(-3)).toBe('y69');
  expect(written.last.length).toBe(1000);
});

test('a log writer keeps no log unless requested, and clears the last output', () => {
  const written = new LogWriter(false);
  written.write(pieces(['one']), 2);
  expect(written.log).toBeUndefined();
  expect(textOf(written.last)).toBe('one');
  written.clear();
  expect(written.last.length).toBe(0);
  written.write(pieces(['two']), 1);
  expect(written.last.length).toBe(0);
});

test.each([1, 7, 31, 32, 33, 400])(
  'a log writer keeps the last thousand bytes of many pieces with %i bytes, even as more follow',
  (length) => {
    const texts = Array.from({ length: Math.ceil(2500 / length) }, (_, n) => `${n % 10}`.padEnd(length, 'abcdefghij'));
    const written = new LogWriter(true);
    written.write(pieces(texts), 2);
    expect(textOf(written.last)).toBe(texts.join('').slice(-1000));
    expect(textOf(written.log)).toBe(texts.join(''));
    for (const more of [['one'], ['', 'two', ''], ['x'.repeat(999)], ['y'.repeat(1000)], ['z'.repeat(1001), '!']]) {
      texts.push(...more);
      written.write(pieces(more), 2);
      expect(textOf(written.last)).toBe(texts.join('').slice(-1000));
    }
  },
);

test('a log that ends within a piece keeps the start of that piece', () => {
  const written = new LogWriter(true);
  const text = Array.from({ length: 700 }, (_, n) => `${n}`.padStart(100, '.'));
  written.write(pieces(text), 1);
  written.write(pieces(['more']), 1);
  expect(textOf(written.log)).toBe(text.join('').slice(0, 65536));
  expect(written.last.length).toBe(0);
});
