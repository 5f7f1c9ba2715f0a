import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portions, sourcesOf, sourcesOfExport } from './added-sources.ts';

const file = (path: string, text = 'int a;') => ({ path, text: async () => text });

test('sourcesOf assigns each file or subfolder to one person, and counts the files that it leaves out', async () => {
  const { sources, left } = await sourcesOf([
    file('ada.cc', '\ufeffint a;'),
    file('bob/1/AIMine.cc'),
    file('bob/2/AIMine.py'),
    file('.git/x.cc'),
    file('notes.txt'),
    file('cyd.cc', 'a\0b'),
  ]);
  expect(sources.map(({ name, version, text }) => [name, version, text])).toEqual([
    ['ada', '', 'int a;'],
    ['bob', '1/AIMine.cc', 'int a;'],
    ['bob', '2/AIMine.py', 'int a;'],
  ]);
  expect(left).toBe(3);
});

test('sourcesOfExport returns an export’s source files with their entrants’ names', () => {
  const lines = [
    { kind: 'contest', slug: 'last' },
    { kind: 'entrant', number: 7, name: 'Núria' },
    { kind: 'submission', number: 3, entrant: 7, file: 'AIMine.cc', source: btoa('int a; // \xc3\xa9') },
    { kind: 'submission', number: 4, entrant: 7, file: 'AIMine.wasm', source: btoa('x') },
    { kind: 'submission', number: 5, entrant: 7, file: 'AIMine.cc', source: null },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno line`;
  expect(sourcesOfExport(text)).toEqual([{ name: 'Núria', version: '3', file: 'AIMine.cc', text: 'int a; // é' }]);
});

test('portions contain all sources in order, and exceed no limit unless a single source is too large', () => {
  const source = fc.nat(9).map((length) => ({ name: 'a', version: '', file: 'a.cc', text: 'x'.repeat(length) }));
  fc.assert(
    fc.property(fc.array(source), fc.integer({ min: 1, max: 5 }), fc.nat(20), (sources, most, characters) => {
      const all = [...portions(sources, { sources: most, characters })];
      expect(all.flat()).toEqual(sources);
      for (const portion of all) {
        expect(portion.length).toBeLessThanOrEqual(most);
        if (portion.length > 1)
          expect(portion.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(characters);
      }
    }),
  );
});
