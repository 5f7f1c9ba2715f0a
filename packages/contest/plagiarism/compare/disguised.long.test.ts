import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renamed, stretched, turned } from '../fixtures/disguise.ts';
import { readSet } from '../fixtures/planted.ts';
import { languageOf } from '../syntax/languages.ts';
import { readTokens } from '../syntax/parser.ts';
import { comparedPairs } from './pairs.ts';
import { finished } from './run.ts';
import type { Source } from './source.ts';

const honest = await readSet('honest');
const text = (name: string) => readFileSync(new URL(`../fixtures/honest/${name}.cc`, import.meta.url), 'utf8');

/**
 * Returns the similarity of each honest player to its disguised version, in ascending order, and that of the most
 * similar honest pair.
 */
async function similarities(disguise: (text: string) => string | Promise<string>) {
  const copies = await Promise.all(
    honest.map(async ({ name, source }): Promise<Source> => {
      const tokens = await readTokens('a.cc', await disguise(text(name)));
      return { ...source, entrant: source.entrant + honest.length, tokens };
    }),
  );
  const pairs = finished(comparedPairs([...honest.map(({ source }) => source), ...copies], []));
  const own = pairs.filter(({ left, right }) => right === left + honest.length).map(({ similarity }) => similarity);
  const other = pairs.find(({ left, right }) => left < honest.length && right < honest.length)!.similarity;
  return { own: own.sort((a, b) => a - b), other };
}

const DISGUISES = [
  ['new names', (source: string) => renamed('a.cc', source), 0.95],
  ['new names and functions in reverse order', async (source: string) => turned(await renamed('a.cc', source)), 0.7],
  [
    'new names and dead code after every fourth statement',
    async (source: string) => stretched(await renamed('a.cc', source), 4),
    0.6,
  ],
  [
    'new names and dead code after every second statement',
    async (source: string) => stretched(await renamed('a.cc', source), 2),
    0.4,
  ],
] as const;
test.each(DISGUISES)(
  'copies of honest bots are more similar to their originals than honest bots are to each other, despite %s',
  async (what, disguise, least) => {
    const { own, other } = await similarities(disguise);
    console.log(
      `${what}: ${own.length} copies, lowest ${own[0].toFixed(3)}, median ${own[own.length >> 1].toFixed(3)}; honest pairs beside them up to ${other.toFixed(3)}`,
    );
    expect(own).toHaveLength(honest.length);
    expect(own[0]).toBeGreaterThan(least);
    expect(own[0]).toBeGreaterThan(other);
  },
);

// The games' samples in the other languages.
const SAMPLES = ['angrymob', 'trails', 'cylinder'].flatMap((game) => {
  const folder = new URL(`../../../games/${game}/samples/`, import.meta.url);
  return readdirSync(folder).map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
});

test.each([
  ['TypeScript', 'ts'],
  ['Java', 'java'],
  ['Python', 'py'],
])(
  '%s samples almost completely match copies in which names are changed, and match other samples less',
  async (language, ending) => {
    const samples = SAMPLES.filter(({ file }) => file.endsWith(`.${ending}`) && !file.includes('.test.'));
    expect(samples.length).toBeGreaterThanOrEqual(4);
    const copies = await Promise.all(
      samples.map(async ({ file, text: own }) => ({ file, text: await renamed(file, own) })),
    );
    const sources = await Promise.all(
      [...samples, ...copies].map(async (each, entrant): Promise<Source> => {
        expect(languageOf(each.file)?.language).toBe(language);
        const tokens = await readTokens(each.file, each.text);
        return { entrant, version: 0, language: languageOf(each.file)!.language, tokens, earlier: false };
      }),
    );
    for (const { left, right, similarity, leftCovered } of finished(comparedPairs(sources, []))) {
      if (right === left + samples.length) expect(leftCovered).toBeGreaterThan(0.99);
      else expect(similarity).toBeLessThan(0.6);
    }
  },
);
