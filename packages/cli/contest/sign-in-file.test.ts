import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signInOf } from './sign-in-file.ts';

const file = join(mkdtempSync(join(tmpdir(), 'issuer-')), 'issuer.json');
const GOOD = { id: 'uni', issuer: 'https://id.uni.example', clientId: 'ludus', clientSecret: 'secret', name: 'Uni' };

const one = (settings: object) => JSON.stringify({ issuers: [settings] });

test('the sign-in file lists issuers, sets whether passwords are allowed, and has defaults for omitted settings', async () => {
  const other = { ...GOOD, id: 'other', issuer: 'https://id.other.example', rosterClaim: null, groupClaim: 'groups' };
  writeFileSync(file, JSON.stringify({ issuers: [GOOD, other], passwords: false }));
  const usual = { scope: 'openid profile email', rosterClaim: 'email', nameClaim: 'name' };
  expect(await signInOf(file)).toEqual({
    issuers: [
      { ...usual, ...GOOD },
      { ...usual, ...other },
    ],
    passwords: false,
  });
  writeFileSync(file, one(GOOD));
  expect((await signInOf(file)).passwords).toBe(true);
});

test.each([
  ['{', /is not valid JSON/],
  [one({ ...GOOD, issuer: 'ftp://id' }), /: issuers.0.issuer: /],
  [one({ ...GOOD, clientSecret: undefined }), /: issuers.0.clientSecret: /],
  [one({ ...GOOD, scope: 'email' }), /: issuers.0.scope: /],
  [one({ ...GOOD, issuer: 'http://id.uni.example' }), /: issuers.0.issuer: the address must begin with https:/],
  [one({ ...GOOD, secret: 'x' }), /: issuers.0: unknown setting secret; allowed: id, issuer, clientId,/],
  [
    JSON.stringify({ issuers: [GOOD], password: false }),
    /: settings: unknown setting password; allowed: issuers, pass/,
  ],
  [JSON.stringify({ issuers: [GOOD, GOOD] }), /: issuers: an id or an issuer is listed twice/],
  [JSON.stringify({ issuers: [], passwords: false }), /: issuers: /],
])('the sign-in file’s reader reports the error in %s', async (text, message) => {
  writeFileSync(file, text);
  await expect(signInOf(file)).rejects.toThrow(message);
});
