import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { challengeEnd, keyPlaceOf, newChallenge } from './passkeys.ts';

const at = (protocol: string, host: string) =>
  keyPlaceOf({ protocol, host, hostname: host.replace(/:\d+$/, '') } as FastifyRequest);

test('passkeys are bound to a host name, over HTTPS or on this machine', () => {
  expect(at('https', 'contest.example.org')).toEqual({
    host: 'contest.example.org',
    origin: 'https://contest.example.org',
  });
  expect(at('http', 'localhost:3000')).toEqual({ host: 'localhost', origin: 'http://localhost:3000' });
  for (const [protocol, host] of [
    ['http', 'contest.example.org'],
    ['http', '127.0.0.1:3000'],
    ['https', '10.0.0.7'],
    ['https', '[::1]'],
  ])
    expect(() => at(protocol, host)).toThrow(/passkey/);
});

test('a passkey challenge is valid for one account, for five minutes, and only with the key that created the challenge', () => {
  const asked = newChallenge('key', 7, 1000);
  expect(challengeEnd('key', asked, 7, 2000)).toBe(301_000);
  expect(challengeEnd('key', asked, 7, 301_000)).toBeUndefined();
  expect(challengeEnd('other key', asked, 7, 2000)).toBeUndefined();
  for (const person of [8, null]) expect(challengeEnd('key', asked, person, 2000)).toBeUndefined();
  expect(challengeEnd('key', newChallenge('key', null, 1000), null, 2000)).toBe(301_000);
  expect(newChallenge('key', 7, 1000)).not.toBe(asked);
});

test('a changed passkey challenge is rejected', () => {
  const asked = newChallenge('key', 7, 1000);
  for (const other of [
    asked.replace(' 301000 ', ' 901000 '),
    asked.replace(' 7 ', ' 8 '),
    asked.replace('passkey', 'Passkey'),
    `${asked} `,
    asked.slice(0, -1),
    '',
  ])
    for (const person of [7, 8]) expect(challengeEnd('key', other, person, 2000), other).toBeUndefined();
});
