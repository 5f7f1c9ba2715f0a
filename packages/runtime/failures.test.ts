import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource } from './compile/source.ts';
import { bundlePython } from './cpython/python-imports.ts';
import { FAILURES, failure, playerFault } from './failures.ts';
import { splitWords } from './process/language-commands.ts';
import { VOID_REASONS, voidMatch } from './void-match.ts';

test('playerFault builds its message from the bot’s name, the failure, the round, and the position', () => {
  const { fault, message } = playerFault('Max', { ...failure('threw', 'an error'), place: 'Max.ts:3:1' }, 'in round 7');
  expect([fault, message]).toEqual(['crash', 'Max threw an error in round 7 (Max.ts:3:1).']);
  expect(playerFault('Max', failure('processes', 8)).message).toBe('Max ran more than 8 processes at once.');
});

test('voidMatch states the machine limit that makes the match void', () => {
  const { player, limit, message } = voidMatch('Max', 'slow', 9.96, 0.0104);
  expect([player, limit]).toEqual(['Max', 'slow']);
  expect(message).toBe('The match is void: Max took 10.0 s for work that is priced at 0.010 s.');
});

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));

test('every reason for a void match is used somewhere in the code', () => {
  const reported = sources.flatMap((text) =>
    Array.from(text.matchAll(/voidMatch\(\s*[\w.]+, ['`]([\w-]+)(\$\{limit\})?['`]/g), ([, code, open]) =>
      open ? [`${code}memory`, `${code}stack`] : [code],
    ),
  );
  expect(new Set(reported.flat())).toEqual(new Set(Object.keys(VOID_REASONS)));
});

test('every failure is used somewhere in the code', () => {
  const reported = sources.flatMap((text) => Array.from(text.matchAll(/failure\(\s*'([\w-]+)'/g), ([, code]) => code));
  expect(new Set(reported)).toEqual(new Set(Object.keys(FAILURES)));
});

test.each([
  ['player/quote', "the quote ' isn’t closed in bot 'a", () => splitWords("bot 'a")],
  ['compiler/file', 'None.cc does not exist', () => readSource('/none/None.cc', { ownHeaders: /^$/ })],
  ['source/text', 'a.py isn’t UTF-8 text: save it as UTF-8', () => bundlePython('a.py', Uint8Array.of(0xff))],
] as const)('an error about a player has the code %s and its message', (code, message, provoke) => {
  expect(provoke).toThrow(expect.objectContaining({ code, message }));
});
