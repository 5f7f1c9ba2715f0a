import { readFileSync } from 'node:fs';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { productFiles, ROOT } from './tracked-files.ts';

/** A game's names in code and text: its id, its title with or without spaces, and the folder that two games share. */
const names = [...KITS.flatMap(({ game }) => [game.id, game.title.replaceAll(' ', ' ?')]), 'cylinder'];
const NAMED = new RegExp(`(?<![a-z])(?:${names.join('|')})`, 'i');
/** Text for people: a comment, or an example in a help text. */
const COMMENT = /^\s*(?:\/\/|\/?\*).*$|\/\/ .*$/;
/** Code that follows a rule cites the page of the rule. */
const PAGE = /docs\/[\w-]+\.md/g;

test('games’ names occur in product code only in packages/games', () => {
  const found = productFiles(/\.(tsx?|js|css|html)$/)
    .filter((file) => !file.startsWith('packages/games/'))
    .filter((file) => {
      const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n');
      return lines.some((line) => NAMED.test(line.replace(COMMENT, '').replace(PAGE, '')) && !isExample(line));
    });
  expect(found).toEqual([]);
});

/** Help texts contain example commands. */
function isExample(line: string): boolean {
  return /ludus [a-z]+ |Example:/.test(line);
}

test('the registry is the only list of games', () => {
  const list = readFileSync(`${ROOT}/packages/games/kits.ts`, 'utf8').trim().split('\n').slice(1);
  expect(list).toEqual(KITS.map(({ game }) => `export { kit as ${game.id} } from './${game.id}/kit.ts';`).toSorted());
  const listing = productFiles(/\.tsx?$/).filter((file) => {
    if (file === 'packages/games/kits.ts') return false;
    const text = readFileSync(`${ROOT}/${file}`, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    // A folder that two games share may name both games; three names are a list.
    return KITS.filter(({ game }) => new RegExp(`\\b${game.id}\\b`).test(text)).length > 2;
  });
  expect(listing).toEqual([]);
});
