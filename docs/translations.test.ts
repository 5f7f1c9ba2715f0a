import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// The rules in Spanish and Catalan have the same sections, code, and numbers as the English rules.

interface Section {
  readonly heading: string;
  readonly blocks: readonly string[];
  /** Sorted, because word order differs between languages. */
  readonly code: readonly string[];
  readonly numbers: readonly string[];
  readonly rows: number;
}

/** The sections, each identified by its level and number. Decimal commas are replaced by points. */
function sectionsOf(text: string): Section[] {
  const blocks: string[] = [];
  const bare = text.replace(/^```[\s\S]*?^```$/gm, (block) => `@@${blocks.push(block) - 1}@@`);
  return bare.split(/^(?=#)/m).map((part) => {
    const [, level, number = ''] = /^(#+) (?:(\d[\d.]*))?/.exec(part)!;
    const words = part.replace(/@@\d+@@/g, '').replace(/\]\([^)]*\)/g, ']');
    return {
      heading: `${level} ${number}`,
      blocks: [...part.matchAll(/@@(\d+)@@/g)].map(([, at]) => blocks[Number(at)]),
      code: [...words.matchAll(/`[^`\n]+`/g)].map(([code]) => code.replace(/(?<=^`\d+),(?=\d+`$)/, '.')).sort(),
      numbers: [...words.replace(/`[^`\n]+`/g, '').matchAll(/[−-]?\d+(?:[.,]\d+)?/g)]
        .map(([each]) => each.replace(',', '.').replace('-', '−'))
        .sort(),
      rows: [...words.matchAll(/^\|/gm)].length,
    };
  });
}

const LANGUAGES = ['ca', 'es'];
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const pages = readdirSync(new URL('es', import.meta.url));

test('both languages have the same pages, and each page is a translation of a page in docs', () => {
  for (const language of LANGUAGES) {
    expect(readdirSync(new URL(language, import.meta.url))).toEqual(pages);
    for (const page of pages) expect(existsSync(new URL(page, import.meta.url)), page).toBe(true);
  }
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(pages)('%s has the headings, code, tables, and numbers of the English page', (page) => {
    const [translated, original] = [sectionsOf(read(`${language}/${page}`)), sectionsOf(read(page))];
    expect(translated.map(({ heading }) => heading)).toEqual(original.map(({ heading }) => heading));
    for (const [at, section] of original.entries()) expect(translated[at], section.heading).toEqual(section);
  });
});

test('a translation is reported if a number, code, a heading, or a table row differs from the original', () => {
  const text = '## 1. A\n\nAt most 0.2 of `x`.\n\n| 8 |\n\n```\n5\n```\n';
  const same = '## 1. Ah\n\nDe `x`, 0,2 máximo.\n\n| 8 |\n\n```\n5\n```\n';
  expect(sectionsOf(same)).toEqual(sectionsOf(text));
  for (const [from, to] of [
    ['0,2', '0,3'],
    ['`x`', '`y`'],
    ['## 1', '### 1'],
    ['| 8 |', '| 8 |\n| |'],
    ['\n5', '\n6'],
  ])
    expect(sectionsOf(same.replace(from, to)), to).not.toEqual(sectionsOf(text));
});
