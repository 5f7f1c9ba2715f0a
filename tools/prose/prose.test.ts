import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles } from '../structure/tracked-files.ts';
import { bannedIn, bannedInName } from './banned.ts';
import { namesOfTests, sentencesOfCode, sentencesOfTexts } from './code.ts';
import { sentencesOf, wordsIn } from './sentences.ts';

// Pages, comments, names of tests, and user-visible texts use short sentences and plain words. CONTRIBUTING.md, "Write
// text", lists the rules.

const MAX_WORDS = 25;

const read = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');

const pages = trackedFiles(/^(?:[A-Z]+|docs\/(?:[a-z-]+|decisions\/[\w-]+))\.md$/);
const sources = trackedFiles(/\.(?:tsx?|hh|hpp|java|py)$/);

// English user-visible texts. The output of tests and tools is only for developers.
const shown = sources.filter(
  (file) =>
    /^(?:packages|docs\/site)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\/testing\/|testing\.ts$|fixture|\/conformance\/|\/(?:i18n|problems|words)[/.](?:ca|es)\b|\/(?:ca|es)\//.test(
      file,
    ),
);

const sentences = [
  ...pages.flatMap((file) => sentencesOf(read(file)).map((sentence) => ({ file, ...sentence }))),
  ...sources.flatMap((file) => sentencesOfCode(file, read(file)).map((sentence) => ({ file, ...sentence }))),
  ...shown.flatMap((file) => sentencesOfTexts(file, read(file)).map((sentence) => ({ file, ...sentence }))),
];

const names = sources
  .filter((file) => /\.test\.tsx?$/.test(file))
  .flatMap((file) => namesOfTests(file, read(file)).map((name) => ({ file, ...name })));

test('a sentence has at most 25 words', () => {
  const long = sentences.filter(({ text }) => wordsIn(text) > MAX_WORDS);
  expect(long.map(({ file, line, text }) => `${file}:${line}: ${wordsIn(text)} words: ${text}`)).toEqual([]);
});

test('a sentence uses no banned word', () => {
  const found = sentences.flatMap(({ file, line, text }) =>
    bannedIn(text).map((message) => `${file}:${line}: ${message} (${text})`),
  );
  expect(found).toEqual([]);
});

test('a test’s name starts with a subject or a verb, and has no semicolon', () => {
  const found = names.flatMap(({ file, line, text }) =>
    bannedInName(text).map((message) => `${file}:${line}: ${message} (${text})`),
  );
  expect(found).toEqual([]);
  expect(['where there is none', 'Who fails ends', 'how it ends', 'one; two'].map(bannedInName)).not.toContainEqual([]);
  expect(bannedInName('whole numbers are read')).toEqual([]);
});

test('sentencesOfCode finds comments and test names, without tags and examples', () => {
  const source = [
    '/** One value.',
    ' * @param count How many.',
    ' * @example',
    ' * const notThis = 1;',
    ' */',
    '// A comment',
    '// on two lines.',
    "test.each([1])('a name', () => {});",
    "const notThis = '// either';",
  ].join('\n');
  expect(sentencesOfCode('a.ts', source)).toEqual([
    { line: 1, text: 'One value.' },
    { line: 1, text: 'count How many.' },
    { line: 6, text: 'A comment on two lines.' },
    { line: 8, text: 'a name' },
  ]);
  expect(sentencesOfCode('a.py', '"""One."""\nx = 1  # Two.').map(({ text }) => text)).toEqual(['One.', 'Two.']);
});

test('sentencesOfTexts finds strings, templates, and JSX, without imports, SQL, and code', () => {
  const source = [
    "import { one } from 'a module with words';",
    "const text = 'One short sentence. Another one.';",
    `const made = \`the bot $\{1} has ended\`;`,
    'const jsx = <p>Words on a page</p>;',
    'const rows = sql`select all of them`;',
    "const code = 'const a = b + c;', word = 'two words';",
  ].join('\n');
  expect(sentencesOfTexts('a.tsx', source)).toEqual([
    { line: 2, text: 'One short sentence.' },
    { line: 2, text: 'Another one.' },
    { line: 3, text: 'the bot ¤ has ended' },
    { line: 4, text: 'Words on a page' },
  ]);
});

test('sentencesOf omits code, and reads links and cells as text', () => {
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
