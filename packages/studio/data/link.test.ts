import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type LinkedMatch, linkOf, readLink } from './link.ts';

const match: LinkedMatch = {
  game: 'starwar',
  boardName: 'maze1',
  board: 'a board ✓',
  seed: 5,
  players: [
    { kind: 'builtin', name: 'Demo' },
    { kind: 'own', name: 'Mine', source: '// über\nexport default () => {};' },
  ],
  round: 17,
};
const pack = (value: unknown) => `#match=1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

const withFile = (file: unknown) =>
  pack({ ...match, players: [{ kind: 'own', name: 'x', source: '', files: [file] }] });

test('a player with several files makes a version 2 link, so that older readers don’t omit files', async () => {
  const files = [{ name: 'helper.ts', text: 'export const one = 1;' }];
  const whole = { ...match, players: [{ kind: 'own', name: 'Mine', source: '', files } as const] };
  const link = await linkOf(whole);
  expect(link).toMatch(/^match=2\./);
  expect(await readLink(`#${link}`)).toEqual(whole);
});

test('a match with a revision makes a version 3 link, even if a player has several files', async () => {
  const files = [{ name: 'helper.ts', text: '' }];
  const second: LinkedMatch = {
    ...match,
    revision: '2',
    players: [{ kind: 'own', name: 'Mine', source: '', files }],
  };
  const link = await linkOf(second);
  expect(link).toMatch(/^match=3\./);
  expect(await readLink(`#${link}`)).toEqual(second);
});

test('a link keeps a JavaScript player’s file extension, and an invalid extension is rejected', async () => {
  const whole = (ending: string): LinkedMatch => ({
    ...match,
    players: [{ kind: 'own', name: 'Mine', source: '', ending }],
  });
  expect(await readLink(`#${await linkOf(whole('.mjs'))}`)).toEqual(whole('.mjs'));
  expect(await readLink(pack(whole('.js/x')))).toContain('a script’s file extension');
});

test('a link contains the whole match, starting with the link’s version', async () => {
  const link = await linkOf(match);
  expect(link).toMatch(/^match=1\.[\w-]+$/);
  expect(await readLink(`#${link}`)).toEqual(match);
});

test('a player with 300 lines makes a link of a few thousand characters', async () => {
  const source = Array.from({ length: 300 }, (_, n) => `  if (game.round > ${n}) target = nearest(units[${n}]);`).join(
    '\n',
  );
  const link = await linkOf({ ...match, players: [{ kind: 'own', name: 'Mine', source }] });
  expect(link.length).toBeLessThan(8000);
});

test.each([
  ['no data', '#match=', 'damaged'],
  ['truncated data', '#match=1.q1bKz', 'damaged'],
  ['invalid base64', '#match=1.%%', 'damaged'],
  ['an unknown version', '#match=4.AAAA', 'version 4'],
  ['more than a megabyte', pack({ ...match, board: 'x'.repeat(1_000_001) }), 'more than 1000000 bytes'],
  ['a list instead of a match', pack([]), 'an object is expected'],
  ['an unknown kind of player', pack({ ...match, players: [{ kind: 'wasm', name: 'x' }] }), 'players.0.kind'],
  [
    'a source that isn’t text',
    pack({ ...match, players: [{ kind: 'own', name: 'x', source: 1 }] }),
    'players.0.source',
  ],
  [
    'a name with code in it',
    pack({ ...match, players: [{ kind: 'own', name: 'x\nrun()', source: '' }] }),
    'a name has',
  ],
  ['a version of 1,000 digits', `#match=${'9'.repeat(1000)}.AAAA`, 'damaged'],
  ['a file in another folder', withFile({ name: '../helper.ts', text: '' }), 'players.0.files.0.name'],
  ['a file without text', withFile({ name: 'helper.ts' }), 'players.0.files.0.text'],
  ['a round before the first round', pack({ ...match, round: -1 }), 'round'],
])('a link with %s is rejected with an error', async (_, hash, part) => {
  expect(await readLink(hash)).toContain(part);
});
