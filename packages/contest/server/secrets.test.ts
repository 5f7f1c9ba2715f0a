import { expect, test } from 'vitest';
import { Passwords } from './password-hashes.ts';
import { newClassCode, readClassCode } from './secrets.ts';

const HERE = { address: '192.0.2.1' };

test('readClassCode ignores case, spaces, and dashes, and corrects characters that are easily confused', () => {
  const code = newClassCode();
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code.replace('-', ' – ')} `])
    expect(readClassCode(typed)).toBe(code);
  expect(readClassCode('O1lI0-uuuuu')).toBe('01110-vvvvv');
});

test('a password hash accepts only its own password', async () => {
  const passwords = new Passwords(2 ** 4);
  const hash = await passwords.hash('contraseña', HERE);
  expect(hash).not.toContain('contra');
  expect(await passwords.hash('contraseña', HERE)).not.toBe(hash);
  expect(await passwords.isRight('contrasen\u0303a', hash, HERE)).toBe(true);
  for (const wrong of ['', 'contrasena', 'contraseña ']) expect(await passwords.isRight(wrong, hash, HERE)).toBe(false);
  expect(await passwords.isRight('anything', null, HERE)).toBe(false);
});

test('a password hash that is unreadable, or that scrypt would reject, accepts no password', async () => {
  const passwords = new Passwords(2 ** 4);
  const [kind, cost, salt, key] = (await passwords.hash('contraseña', HERE)).split('$');
  const wrong = [
    ...['scrypt', 'scrypt$', 'scrypt$16$$', `scrypt$x$${salt}$${key}`, `${kind}$17$${salt}$${key}`],
    ...[`${kind}$0$${salt}$${key}`, `${kind}$1048576$${salt}$${key}`, `${kind}$${cost}$${salt}$${key.slice(0, 8)}`],
    ...[`bcrypt$${cost}$${salt}$${key}`, `${kind}$${cost}$${salt}$${key}$`, ''],
  ];
  for (const hash of wrong) expect(await passwords.isRight('contraseña', hash, HERE), hash).toBe(false);
});

test('isCheap recognises a password hash whose cost is lower than the current cost', async () => {
  const hash = await new Passwords(2 ** 4).hash('contraseña', HERE);
  const isCheap = (cost: number, each: string | null = hash) => new Passwords(cost).isCheap(each);
  expect([isCheap(2 ** 5), isCheap(2 ** 4), isCheap(2 ** 3), isCheap(2 ** 5, null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a new password hash contains its cost, which is 32,768 by default', async () => {
  const hash = await new Passwords().hash('contraseña', HERE);
  expect(hash).toMatch(/^scrypt\$32768\$/);
  expect(await new Passwords(2 ** 4).isRight('contraseña', hash, HERE)).toBe(true);
});
