import { expect, test } from 'vitest';
import { allOf, scriptOf, variantOf } from './script.ts';

test('scriptOf returns the same ordered steps for the same seed, and different steps for a different seed', () => {
  for (const submissions of [1, 2, 5, 20, 41]) {
    const script = scriptOf(7, submissions);
    expect(script).toEqual(scriptOf(7, submissions));
    expect(allOf(script)).toHaveLength(submissions);
    expect(script.steps.map(({ until }) => until)).toEqual(script.steps.map((_, i) => 2 * (i + 1)));
    for (const { entrant } of allOf(script)) expect(entrant).toBeLessThan(script.entrants);
  }
  expect(scriptOf(8, 20)).not.toEqual(scriptOf(7, 20));
  expect(allOf(scriptOf(7, 20)).filter(({ variant }) => variant === undefined)).toHaveLength(1);
});

test('variantOf returns a different file for each number, and none if the sample has no known function', () => {
  const sample = 'export default class Player extends Base {\n  play() {\n    this.go(1);\n  }\n}\n';
  const variants = Array.from({ length: 30 }, (_, variant) => variantOf(sample, variant));
  expect(new Set(variants).size).toBe(30);
  expect(variants[0]).toContain('play() {\n  if (++turn % 2 === 0) return [];');
  expect(variantOf('print("hello")', 1)).toBeUndefined();
});
