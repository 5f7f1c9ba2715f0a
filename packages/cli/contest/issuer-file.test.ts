import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issuerIn } from './issuer-file.ts';

const file = join(mkdtempSync(join(tmpdir(), 'issuer-')), 'issuer.json');
const GOOD = { issuer: 'https://id.uni.example', clientId: 'ludus', clientSecret: 'secret', name: 'Uni' };

test('reads the settings of an issuer, with the usual claims', async () => {
  writeFileSync(file, JSON.stringify(GOOD));
  expect(await issuerIn(file)).toEqual({
    ...GOOD,
    scope: 'openid profile email',
    rosterClaim: 'email',
    nameClaim: 'name',
  });
});

test.each([
  ['{', /can't be read as JSON/],
  [JSON.stringify({ ...GOOD, issuer: 'ftp://id' }), /: issuer: /],
  [JSON.stringify({ ...GOOD, clientSecret: undefined }), /: clientSecret: /],
  [JSON.stringify({ ...GOOD, scope: 'email' }), /: scope: /],
  [JSON.stringify({ ...GOOD, secret: 'x' }), /: settings: .*secret/],
])('reports what is wrong in %s', async (text, message) => {
  writeFileSync(file, text);
  await expect(issuerIn(file)).rejects.toThrow(message);
});
