import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEVELS, ROOT } from '../tools/structure/tracked-files.ts';
import { table } from './document.ts';

const text = readFileSync(`${ROOT}/docs/architecture.md`, 'utf8');
const after = (words: string) => text.slice(text.indexOf(words));

test('each topic in architecture.md names an existing file, and no two topics name the same file', () => {
  const rows = table(after('## Where is …'));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.filter(([, file]) => !existsSync(`${ROOT}/${file}`))).toEqual([]);
  expect(new Set(rows.map(([, file]) => file)).size).toBe(rows.length);
});

test('architecture.md lists all packages, and the levels that the import test checks', () => {
  const said = /^kernel <.*$/m.exec(text)![0].replace('.', '');
  const levels = said.split(' < ').map((level) => level.split(', '));
  expect(levels).toEqual(LEVELS);
  expect(levels.flat().sort()).toEqual(readdirSync(`${ROOT}/packages`).sort());
  for (const name of levels.flat()) expect(text).toMatch(new RegExp(`^  ${name}/ `, 'm'));
});

test('each game has the documented entry points', () => {
  const doors = table(after('**Three doors per game**')).map(([door]) => door);
  expect(doors).toEqual(['kit.ts', 'view/index.ts', 'node.ts']);
  const kits = readFileSync(`${ROOT}/packages/games/kits.ts`, 'utf8');
  for (const [, id] of kits.matchAll(/from '\.\/(\w+)\/kit\.ts'/g))
    for (const door of doors) expect(existsSync(`${ROOT}/packages/games/${id}/${door}`), `${id}/${door}`).toBe(true);
});
