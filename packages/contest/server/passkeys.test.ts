import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { Challenges, keyPlaceOf } from './passkeys.ts';

const at = (protocol: string, host: string) =>
  keyPlaceOf({ protocol, host, hostname: host.replace(/:\d+$/, '') } as FastifyRequest);

test('keys are bound to a name, over HTTPS or on this machine', () => {
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

test('a question is good once, for whom it was put, and not for long', () => {
  vi.useFakeTimers();
  const challenges = new Challenges();
  challenges.add('a', 7);
  expect(challenges.take('a', 8)).toBe(false);
  challenges.add('b', null);
  expect(challenges.take('b', null)).toBe(true);
  expect(challenges.take('b', null)).toBe(false);
  challenges.add('c', 7);
  vi.advanceTimersByTime(400_000);
  expect(challenges.take('c', 7)).toBe(false);
  expect(challenges.take('never', 7)).toBe(false);
  vi.useRealTimers();
});
