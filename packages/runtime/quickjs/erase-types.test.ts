import { expect, test } from 'vitest';
import { threadedEraser } from './eraser.ts';
import { eraser } from './our-engine.ts';

test('text that is nested too deeply is rejected, without affecting the next text', async () => {
  const erase = await eraser();
  const deep = { problem: { line: 0, column: 0, message: 'it is nested too deeply for its types to be erased' } };
  expect(await erase(`${'a<'.repeat(20_000)}b`, 'Mine.ts')).toEqual(deep);
  expect(await erase('let x: number = 1;', 'Theirs.ts')).toEqual({ text: 'let x         = 1;' });
});

test('a short text that takes forever is abandoned, and the next text is read', async () => {
  let longest = 300;
  const erase = threadedEraser(() => longest);
  // Each question mark doubles the number of ways in which the rest of the text can be parsed.
  const message = 'its types could not be erased within 0.3 s';
  expect(await erase('a?(b):c=>a?'.repeat(60), 'Mine.ts')).toEqual({ problem: { line: 0, column: 0, message } });
  longest = 60_000;
  expect(await erase('let x: number = 1;', 'Theirs.ts')).toEqual({ text: 'let x         = 1;' });
});
