import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAMES_FOLDER } from './script-match.ts';

test('all Python search libraries contain the same search code', () => {
  // Each search library must be a single file, so each has its own copy of the search.
  const folders = readdirSync(GAMES_FOLDER).map((game) => `${GAMES_FOLDER}${game}/sdk/python`);
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.py'))
        .map((name) => `${folder}/${name}`),
    );
  const texts = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const from = text.indexOf('class _Grid:');
    return from < 0 ? [] : [text.slice(from, text.indexOf('_grid = _Grid', from))];
  });
  expect(texts.length).toBeGreaterThan(2);
  expect(new Set(texts).size).toBe(1);
});
