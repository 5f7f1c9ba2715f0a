import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, AnswerBuffer, LATER_FRAME, OUTCOME } from './frames.ts';

const MORE = 0x100;

/** The bytes of an answer, split into pieces that each contain this many numbers. */
function frames(outcome: number, question: number, seat: number, numbers: readonly number[], piece: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from === 0 || from < numbers.length; from += piece) {
    const part = numbers.slice(from, from + piece);
    const more = from + piece < numbers.length ? MORE : 0;
    pieces.push(Buffer.from(Int32Array.of(outcome | more, question, seat, 0, 4 * part.length, ...part).buffer));
  }
  return pieces;
}

/** Feeds the bytes in portions of these sizes, which are repeated, and returns the resulting answers. */
function read(bytes: Buffer, portions: readonly number[], most = 2 ** 20): Answer[] {
  const buffer = new AnswerBuffer(most);
  const found: Answer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const room = buffer.room();
    const count = Math.min(room.length, bytes.length - at, portions[turn % portions.length]);
    room.set(bytes.subarray(at, at + count));
    buffer.added(count);
    at += count;
    for (let answer = buffer.next(); answer; answer = buffer.next()) found.push(answer);
  }
  return found;
}

test('answers arrive unchanged, however the pipe splits them', () => {
  const answer = fc.record({
    seat: fc.nat(3),
    numbers: fc.array(fc.integer(), { maxLength: 40 }),
    piece: fc.integer({ min: 1, max: 50 }),
    words: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 9 }),
    isLate: fc.boolean(),
  });
  const portions = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(answer), portions, (answers, sizes) => {
      const bytes = answers.flatMap(({ seat, numbers, piece, words, isLate }, question) => {
        const text = Buffer.from(words);
        const head = Buffer.from(Int32Array.of(OUTCOME.crashed, question, seat, 7, text.length).buffer);
        const pieces = frames(OUTCOME.done, question, seat, numbers, piece);
        // The waker's message may be between any two writes.
        return [...pieces.flatMap((each) => (isLate ? [LATER_FRAME, each] : [each])), head, text];
      });
      const found = read(Buffer.concat(bytes), sizes).filter(({ outcome }) => outcome !== OUTCOME.later);
      expect(found).toEqual(
        answers.flatMap(({ seat, numbers, words }, question) => [
          { outcome: OUTCOME.done, question, seat, logged: 0, numbers, text: '' },
          { outcome: OUTCOME.crashed, question, seat, logged: 7, numbers: [], text: words },
        ]),
      );
    }),
  );
});

test('an invalid answer, or an answer that is too long, is rejected', () => {
  const outcomes = (bytes: Buffer, most?: number) => read(bytes, [1000], most)[0]?.outcome;
  expect(outcomes(Buffer.from(Int32Array.of(0, 0, 0, 0, -1).buffer))).toBe(OUTCOME.wrong);
  expect(outcomes(Buffer.from(Int32Array.of(0, 0, 0, 0, 2 ** 30).buffer))).toBe(OUTCOME.wrong);
  const long = Buffer.concat(frames(OUTCOME.done, 1, 0, new Array<number>(300).fill(1), 100));
  expect(outcomes(long, 1200)).toBe(OUTCOME.done);
  expect(outcomes(long, 1199)).toBe(OUTCOME.long);
});

test('an answer with too many empty pieces is rejected as too long', () => {
  const piece = Buffer.from(Int32Array.of(OUTCOME.done | MORE, 1, 0, 0, 0).buffer);
  expect(read(Buffer.concat(new Array<Buffer>(5000).fill(piece)), [1000])[0]?.outcome).toBe(OUTCOME.long);
});
