import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAILURES, failure, playerFault } from './failures.ts';

test('makes a sentence of the name, the words, the moment, and the place', () => {
  const { fault, message } = playerFault('Max', { ...failure('threw', 'an error'), place: 'Max.ts:3:1' }, 'in round 7');
  expect([fault, message]).toEqual(['crash', 'Max threw an error in round 7 (Max.ts:3:1).']);
  expect(playerFault('Max', failure('processes', 8)).message).toBe('Max ran more than 8 processes at once.');
});

test('every failure has a place that reports it', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));
  const reported = sources.flatMap((text) => Array.from(text.matchAll(/failure\(\s*'([\w-]+)'/g), ([, code]) => code));
  expect(new Set(reported)).toEqual(new Set(Object.keys(FAILURES)));
});
