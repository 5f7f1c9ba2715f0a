import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../tools/structure/tracked-files.ts';

// The code quoted in make-a-game.md is in the named files, line for line; `…` marks omitted lines.

const GAME = 'packages/games/trails/';
const text = readFileSync(`${ROOT}/docs/make-a-game.md`, 'utf8');
const trimmed = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface Quotation {
  readonly file: string;
  readonly code: string;
}

/** Code after a sentence that ends with ``From `FILE`:``. */
const quotations: readonly Quotation[] = [...text.matchAll(/From `([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(
  ([, named, code]) => ({ file: existsSync(`${ROOT}/${GAME}${named}`) ? `${GAME}${named}` : named, code }),
);

/** The first quoted line that isn't in the expected place. */
function misquoted({ file, code }: Quotation): string | undefined {
  const source = trimmed(readFileSync(`${ROOT}/${file}`, 'utf8'));
  const parts = trimmed(code).join('\n').split(/^…$/m).map(trimmed);
  let from = 0;
  for (const part of parts) {
    const at = source.findIndex((_, i) => i >= from && part.every((line, n) => source[i + n] === line));
    if (at < 0) return part.find((line) => !source.includes(line)) ?? part[0];
    from = at + part.length;
  }
  return undefined;
}

test('every TypeScript and Python example in make-a-game.md names its source file', () => {
  const fences = [...text.matchAll(/^```(ts|py)$/gm)].length;
  // One block of code isn't a quotation in this sense: the sentence before the line from kits.ts has a different form.
  expect(quotations.length).toBe(fences - 1);
  expect(quotations.length).toBeGreaterThan(15);
  expect(readFileSync(`${ROOT}/packages/games/kits.ts`, 'utf8')).toContain(
    "export { kit as trails } from './trails/kit.ts';",
  );
});

test.each(quotations)('make-a-game.md quotes $file exactly', (quotation) => {
  expect(misquoted(quotation)).toBeUndefined();
});

test('misquoted finds a line that is missing or out of order', () => {
  const file = `${GAME}kit.ts`;
  expect(misquoted({ file, code: '  drawText,\n…\n  simulator: trailsSimulator,\n' })).toBeUndefined();
  expect(misquoted({ file, code: '  drawText,\n  simulator: other,\n' })).toBe('simulator: other,');
  expect(misquoted({ file, code: '  simulator: trailsSimulator,\n…\n  drawText,\n' })).toBe('drawText,');
});
