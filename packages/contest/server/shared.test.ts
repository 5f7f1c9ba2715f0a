import { expect, test } from 'vitest';
import * as z from 'zod';
import { answerKey } from './shared.ts';

const params = { contest: 'spring' };

test('answerKey ignores parameters that the route doesn’t use', () => {
  const key = (query: object) => answerKey('wins', {}, { params, query }, false);
  expect(key({ x: '1' })).toBe(key({}));
});

test('answerKey distinguishes contests, routes, queries, and whether real names are shown', () => {
  const query = z.object({ limit: z.number() });
  const keys = [
    answerKey('wins', {}, { params, query: {} }, false),
    answerKey('ladder', {}, { params, query: {} }, false),
    answerKey('wins', {}, { params: { contest: 'autumn' }, query: {} }, false),
    answerKey('matches', { query }, { params, query: { limit: 1 } }, false),
    answerKey('matches', { query }, { params, query: { limit: 2 } }, false),
    answerKey('wins', {}, { params, query: {} }, true),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
