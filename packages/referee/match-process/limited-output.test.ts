import { expect, test } from 'vitest';
import { limitedOutput } from './limited-output.ts';

test('a player’s log is truncated to 64 KiB with a note, and its drawings to about 1,000', () => {
  const texts: string[] = [];
  let shapes = 0;
  const output = limitedOutput({ log: (text) => texts.push(text), draw: () => shapes++ });
  for (let i = 0; i < 3000; i++) output.log('é'.repeat(33));
  const bytes = Buffer.byteLength(texts.join('\n'));
  expect(bytes).toBeLessThanOrEqual(64 * 1024);
  expect(bytes).toBeGreaterThan(63 * 1024);
  expect(texts.at(-1)).toMatch(/^é+\n\(the rest of the log is omitted\)$/);
  for (let i = 0; i < 3000; i++) output.draw({ kind: 'point', at: [0, 0] });
  expect(shapes).toBeLessThan(1100);
  expect(shapes).toBeGreaterThan(1000);
});

test('a single text that is too long is truncated to 64 KiB', () => {
  const texts: string[] = [];
  limitedOutput({ log: (text) => texts.push(text), draw() {} }).log('x'.repeat(10 ** 6));
  expect(Buffer.byteLength(texts.join('\n'))).toBeLessThanOrEqual(64 * 1024);
});

test('values that aren’t drawings are ignored', () => {
  const drawn: unknown[] = [];
  const output = limitedOutput({ log() {}, draw: (shape) => drawn.push(shape) });
  for (const none of [null, undefined, 7, {}, { kind: 'text', at: [0, 0], text: 5 }]) output.draw(none as never);
  output.draw({ kind: 'point', at: [0, 0] });
  expect(drawn).toEqual([{ kind: 'point', at: [0, 0] }]);
});
