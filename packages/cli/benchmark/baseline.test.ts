import type { BenchmarkResult } from '@ludus/lab/league.ts';
import { kitOf } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { baselineBots } from './baseline.ts';
import { baselineTables } from './baseline-tables.ts';

// baseline.long.test.ts plays these bots.

const bots = baselineBots(kitOf('trails'));

test('the baseline includes the built-in bots, one starter per language, and the other samples', () => {
  const rows = bots.map(({ kind, name, spec }) => `${kind} ${name} ${spec}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows).toEqual(
    expect.arrayContaining([
      'built-in Lynx Lynx',
      'built-in Null Null',
      'starter Cyclist Cyclist.ts',
      'starter Cyclist Cyclist.cc',
      'starter Cyclist Cyclist.py',
    ]),
  );
});

test('every starter and every sample includes its file, unlike the built-in bots', () => {
  for (const { kind, spec, files = [] } of bots)
    expect(
      files.some(({ path }) => path === spec),
      spec,
    ).toBe(kind !== 'built-in');
});

test('the baseline’s table has one row per bot, with the strongest bot first and bots without a place last', () => {
  const [Null, Lynx] = ['Null', 'Lynx'].map((name) => bots.find((bot) => bot.name === name)!);
  const starter = bots.find(({ kind }) => kind === 'starter')!;
  const result = (bot: string, language: string | null, value: number | null): BenchmarkResult => ({
    game: 'trails',
    bot,
    language,
    budget: 'none',
    sources: null,
    state: value === null ? 'not built' : 'played',
    problems: [],
    place: value === null ? null : { value, low: value - 0.25, high: value + 0.25 },
    elo: value === null ? null : { value: 100 * value, low: 0, high: 900 },
    opponents: Array.from({ length: 6 }, (_, n) => ({ name: `${n}`, rating: n, share: null })),
    boards: 1,
    matches: 12,
    disqualified: 0,
    void: 0,
  });
  const results = [result('Null', null, 0.5), result('Cyclist', 'TypeScript', null), result('Lynx', null, 5.25)];
  expect(baselineTables([Null, starter, Lynx], results)).toBe(`
| Trails | place | Elo |
| --- | --- | --- |
| Lynx | 5.25 of 6 (5.00 to 5.50) | 525 |
| Null | 0.50 of 6 (0.25 to 0.75) | 50 |
| Cyclist (starter, TypeScript) | not built |  |
`);
});
