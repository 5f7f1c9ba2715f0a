import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';
import { foldName, inLatin, newClassCode, oddName, readClassCode } from './secrets.ts';

const HERE = { address: '192.0.2.1' };

test('a class code is read however it is typed', () => {
  const code = newClassCode();
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code.replace('-', ' – ')} `])
    expect(readClassCode(typed)).toBe(code);
  expect(readClassCode('O1lI0-uuuuu')).toBe('01110-vvvvv');
});

test('names that look alike are one name', () => {
  expect(foldName('  ADA   Lovelace ')).toBe(foldName('ada lovelace'));
  expect(foldName('Zoe\u0308')).toBe(foldName('Zoë'));
});

test('a password is known by its hash, and nobody else’s is', async () => {
  const hash = await hashPassword('contraseña', HERE);
  expect(hash).not.toContain('contra');
  expect(await hashPassword('contraseña', HERE)).not.toBe(hash);
  expect(await isPassword('contrasen\u0303a', hash, HERE)).toBe(true);
  for (const wrong of ['', 'contrasena', 'contraseña ']) expect(await isPassword(wrong, hash, HERE)).toBe(false);
  expect(await isPassword('anything', null, HERE)).toBe(false);
});

test('names that look like another one, or like somebody who was deleted, are told', () => {
  for (const name of ['entrant 4', 'Entrant  12', 'deleted 3']) expect(oddName(foldName(name))).toBe('name/reserved');
  for (const name of ['Rаce', 'Αda']) expect(oddName(foldName(name))).toBe('name/mixed');
  for (const name of ['Entrant', 'entrant four', 'Núria Vidal 2', 'Раса', 'Ελένη'])
    expect(oddName(foldName(name))).toBeUndefined();
  expect(inLatin(foldName('Расе'))).toBe('pace');
  expect(inLatin(foldName('Жанна'))).toBe('жанна');
});
