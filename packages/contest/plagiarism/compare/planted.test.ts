import { describe, expect, test } from 'vitest';
import { originals, type Player, readSet } from '../fixtures/planted.ts';
import { comparedPairs, type Pair } from './pairs.ts';
import { finished } from './run.ts';
import { usual } from './similarity-threshold.ts';

const honest = await readSet('honest');
const planted = await readSet('planted', honest.length);
const players: readonly Player[] = [...honest, ...planted];
const sources = players.map(({ source }) => source);
const pairs = finished(comparedPairs(sources, []));

/**
 * Copies that can't be distinguished from honest pairs: the changes leave too little in common, as docs/plagiarism.md
 * explains.
 */
const HIDDEN = ['mm24-everything', 'mm35-expressions'];

const named = ({ left, right }: Pair): [string, string] => [players[left].name, players[right].name];
const isHonest = (name: string): boolean => honest.some((player) => player.name === name);
const honestPairs = pairs.filter((pair) => named(pair).every(isHonest));
const plantedPairs = planted.flatMap(({ name }) =>
  originals(name).map((original) => ({
    name,
    pair: pairs.find((pair) => named(pair).includes(original) && named(pair).includes(name)),
  })),
);

describe('the planted set', () => {
  test('contains at least 60 honest players, and an honest original for each planted copy', () => {
    expect(honest.length).toBeGreaterThanOrEqual(60);
    for (const { name } of planted) {
      expect(originals(name).length).toBeGreaterThan(0);
      expect(originals(name).every(isHonest)).toBe(true);
    }
  });

  test('has planted pairs that are all more similar than any honest pair, apart from listed exceptions', () => {
    const highest = honestPairs[0].similarity;
    const all = (honest.length * (honest.length - 1)) / 2;
    const below = plantedPairs.map(
      ({ pair }) => 1 - honestPairs.filter(({ similarity }) => similarity >= (pair?.similarity ?? 0)).length / all,
    );
    const area = below.reduce((sum, share) => sum + share, 0) / below.length;
    const lines = plantedPairs
      .map(({ name, pair }) => ({ name, similarity: pair?.similarity ?? 0 }))
      .sort((a, b) => b.similarity - a.similarity)
      .map(({ name, similarity }) => `  ${similarity.toFixed(3)} ${name}`);
    console.log(
      [
        `${honest.length} honest players, ${plantedPairs.length} planted pairs`,
        ...lines,
        ...honestPairs
          .slice(0, 3)
          .map((pair) => `  ${pair.similarity.toFixed(3)} honest: ${named(pair).join(' and ')}`),
        `area under the curve ${area.toFixed(5)}`,
      ].join('\n'),
    );
    const hidden = plantedPairs.filter(({ pair }) => (pair?.similarity ?? 0) <= highest).map(({ name }) => name);
    expect(hidden).toEqual(HIDDEN);
    expect(area).toBeGreaterThan(0.998);
  });

  test('has no unusual honest pair', () => {
    const field = usual(sources, pairs);
    expect(honestPairs[0].similarity).toBeLessThan(field.unusual);
    expect(field.median).toBeLessThan(0.1);
  });

  test('gives the same result when the sources are in reverse order', () => {
    const back = finished(comparedPairs([...sources].reverse(), []));
    const told = (all: readonly Pair[], at: (place: number) => number) =>
      all.map(({ left, right, similarity }) => {
        const ends = [at(left), at(right)].sort((a, b) => a - b);
        return `${ends.join(' ')} ${similarity.toFixed(9)}`;
      });
    expect(told(back, (place) => sources.length - 1 - place).sort()).toEqual(told(pairs, (place) => place).sort());
  });
});
