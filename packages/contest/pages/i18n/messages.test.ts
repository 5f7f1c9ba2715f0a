import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../api/problems.ts';
import { ca } from './ca.ts';
import { en } from './en.ts';
import { es } from './es.ts';

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const PAGES = fileURLToPath(new URL('../', import.meta.url));
const CONTEST = fileURLToPath(new URL('../../', import.meta.url));
const source = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && !/^words.(en|ca|es)\b/.test(file))
  .map((file) => readFileSync(`${PAGES}/${file}`, 'utf8'))
  .join('\n');

type Area = Readonly<Record<string, string>>;
const english: readonly (readonly [area: string, messages: Area])[] = Object.entries(en);
const keys = english.flatMap(([, messages]) => Object.keys(messages));

describe.each([
  ['Catalan', ca],
  ['Spanish', es],
])('the messages in %s', (_, areas: Readonly<Record<string, Area>>) => {
  test('have the same areas as the English messages', () => {
    expect(Object.keys(areas)).toEqual(Object.keys(en));
  });

  test.each(english)('have the English messages’ keys and placeholders (%s)', (area, messages) => {
    expect(Object.keys(areas[area]).sort()).toEqual(Object.keys(messages).sort());
    for (const [key, text] of Object.entries(messages)) expect(places(areas[area][key]), key).toEqual(places(text));
  });

  test.each(english)('differ from the English messages, except for listed words (%s)', (area, messages) => {
    const same = Object.entries(messages).filter(([key, text]) => /[a-z]{4}/.test(text) && areas[area][key] === text);
    // Names that are the same in all languages, and words that happen to be.
    expect(
      same
        .map(([key]) => key)
        .filter(
          (key) =>
            !/^(?:language\.|match\.engine$|group$|tab\.rounds$|kind\.round$|contest\.dates$|said\.received$|audit\.of\.round$)/.test(
              key,
            ),
        ),
    ).toEqual([]);
  });
});

test('every server problem has a message, and provides a value for each of the message’s placeholders', () => {
  const messages: Area = en.problems;
  const codes = Object.keys(PROBLEMS).map((code) => `problem.${code}`);
  expect(Object.keys(messages).sort()).toEqual([...codes, 'problem.network'].sort());
  for (const [code, text] of Object.entries(PROBLEMS))
    for (const place of places(messages[`problem.${code}`])) expect(places(text), code).toContain(place);
});

test('every text for a submission’s log belongs to a message that the server writes', () => {
  const server = globSync('{judge,queue,server,store,worker}/**/*.ts', { cwd: CONTEST })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${CONTEST}/${file}`, 'utf8'))
    .join('\n');
  const codes = Object.keys(en.said).map((key) => key.slice('said.'.length));
  expect(codes.filter((code) => !server.includes(`'${code}'`))).toEqual([]);
});

test('every message key belongs to only one area', () => {
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('every message is used, and neither starts nor ends with a space', () => {
  // `t(`state.${state}`)` uses all keys with this prefix.
  const begun = [...source.matchAll(/`([a-z.-]+\.)\$\{/g)].map(([, start]) => start);
  const unused = keys.filter((key) => {
    const base = key.replace(/\.(?:one|other)$/, '');
    return (
      !source.includes(`'${key}'`) && !source.includes(`'${base}'`) && !begun.some((start) => key.startsWith(start))
    );
  });
  expect(unused).toEqual([]);
  for (const areas of [en, ca, es])
    for (const messages of Object.values(areas))
      for (const [key, text] of Object.entries(messages)) expect(text.trim(), key).toBe(text);
});
