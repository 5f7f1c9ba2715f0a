import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles } from '../structure/files.ts';
import { BANNED } from './banned.ts';
import { sentencesOf, wordsIn } from './sentences.ts';

// The pages keep to short sentences and plain words. CONTRIBUTING.md, "How to write", says why.

const MAX_WORDS = 25;

/** Pages that have not been rewritten yet. */
const OPEN = ['docs/clusters.md'];

const pages = trackedFiles(/^(?:[A-Z]+|docs\/(?:[a-z-]+|decisions\/[\w-]+))\.md$/).filter(
  (file) => !OPEN.includes(file),
);

const sentences = pages.flatMap((file) =>
  sentencesOf(readFileSync(`${ROOT}/${file}`, 'utf8')).map((sentence) => ({ file, ...sentence })),
);

test('a sentence of a page has at most 25 words', () => {
  const long = sentences.filter(({ text }) => wordsIn(text) > MAX_WORDS);
  expect(long.map(({ file, line, text }) => `${file}:${line}: ${wordsIn(text)} words: ${text}`)).toEqual([]);
});

test('a page uses no banned word', () => {
  const found = sentences.flatMap(({ file, line, text }) =>
    BANNED.filter(({ pattern }) => pattern.test(text)).map(
      ({ pattern, instead }) => `${file}:${line}: “${pattern.exec(text)![0]}”, write: ${instead} (${text})`,
    ),
  );
  expect(found).toEqual([]);
});

test('sentencesOf leaves out code and reads links and cells as text', () => {
  const page =
    '# Title\n\nRun `a b c` [here](x). It\nworks.\n\n| a | b c |\n| - | --- |\n\n```\nnot this\n```\n- One. Two.';
  expect(sentencesOf(page).map(({ text }) => text)).toEqual([
    'Title',
    'Run ¤ here.',
    'It works.',
    'a',
    'b c',
    'One.',
    'Two.',
  ]);
});
