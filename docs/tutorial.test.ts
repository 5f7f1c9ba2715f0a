import { readFileSync } from 'node:fs';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { ROOT } from '../tools/structure/tracked-files.ts';
import { table } from './document.ts';

test('the tutorial page lists all lessons with their goals', () => {
  const rows = table(readFileSync(`${ROOT}/docs/tutorial.md`, 'utf8'));
  const lessons = KITS.flatMap((kit) => kit.lessons ?? []);
  expect(rows.length).toBe(lessons.length);
  for (const [n, { title, goal }] of lessons.entries()) {
    expect(rows[n][0]).toMatch(new RegExp(`^${n + 1}\\. \\[${title}\\]`));
    expect(goal.startsWith(rows[n][1]), goal).toBe(true);
  }
});
