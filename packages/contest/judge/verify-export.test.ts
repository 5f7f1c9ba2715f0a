import { expect, test } from 'vitest';
import { readExport } from './verify-export.ts';

const HEAD = '{"kind":"contest","form":{"game":"toy"},"engine":"x"}';

async function* linesOf(text: string) {
  yield* text.split('\n');
}

test.each([
  ['{"kind":"contest"}', 'line 1 is no line of an export: engine does not fit'],
  ['{"kind":"__proto__"}', 'this isn’t the export of a contest'],
  [`${HEAD}\n{"kind":"match","number":1,"state":"done"}`, 'line 2 is no line of an export: match does not fit'],
  [`${HEAD}\n{"kind":"table","batch":1}`, 'line 2 is no line of an export: rows does not fit'],
  [`${HEAD}\n{"kind":"batch","number":1,"live":{}}`, 'line 2 is no line of an export: live does not fit'],
  [`${HEAD}\n${'['.repeat(100_000)}`, 'line 2 is no line of an export'],
  [HEAD, 'the export is not whole: it ends after line 1'],
])('rejects an invalid export with its line: %#', async (text, sentence) => {
  await expect(readExport(linesOf(text))).rejects.toThrow(sentence);
});

test('lines of kinds that are not looked at are let be', async () => {
  const read = await readExport(linesOf(`${HEAD}\n{"kind":"entrant","name":7}\n{"kind":"end"}`));
  expect(read).toMatchObject({ game: 'toy', engine: 'x', matches: [] });
});
