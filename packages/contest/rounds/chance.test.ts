import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical, commitmentOf, drawnOrder, frozenHash, matchKey, seedOf } from './chance.ts';
import { FORMATS, madeEntrants, madeTerms, SECRET } from './testing/made.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const terms = madeTerms(FORMATS.swiss, 2);
const entrants = madeEntrants(3);
const chance = { secret: SECRET, frozen: frozenHash(terms, entrants) };

// Computed as docs/finals.md describes, with Node's own functions.
test('a final’s commitment, hash, keys, and seeds can be computed with standard tools', () => {
  expect(commitmentOf(SECRET)).toBe(sha256(Buffer.from(SECRET, 'hex')));
  const lines = ['ludus round 1', canonical(terms), ...entrants.map(canonical)];
  expect(chance.frozen).toBe(sha256(lines.map((line) => `${line}\n`).join('')));
  const hmac = (text: string) => createHmac('sha256', Buffer.from(SECRET, 'hex')).update(text).digest('hex');
  expect(matchKey(chance, 12)).toBe(hmac(`${chance.frozen} match 12`));
  const [first] = drawnOrder(chance, 'order', [1, 2, 3]);
  expect([1, 2, 3].map((entrant) => hmac(`${chance.frozen} draw order ${entrant}`)).sort()[0]).toBe(
    hmac(`${chance.frozen} draw order ${first}`),
  );
  const seed = seedOf(matchKey(chance, 12));
  expect(seed).toBe(Number.parseInt(sha256(Buffer.from(matchKey(chance, 12), 'hex')).slice(0, 8), 16) % 2 ** 31);
});

test('a match’s key depends on the secret, the submissions, the terms, and the match’s number', () => {
  const keys = [
    chance,
    { ...chance, secret: '1'.repeat(64) },
    { ...chance, frozen: frozenHash(terms, entrants.slice(1)) },
    { ...chance, frozen: frozenHash({ ...terms, playOn: 3 }, entrants) },
    { ...chance, frozen: frozenHash(terms, [entrants[0], { ...entrants[1], source: '0'.repeat(64) }, entrants[2]]) },
  ].map((each) => matchKey(each, 1));
  expect(new Set([...keys, matchKey(chance, 2)]).size).toBe(6);
});

test('canonical sorts keys, and leaves out undefined values', () => {
  expect(canonical({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
});
