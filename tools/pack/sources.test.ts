import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rewriteNames } from './rewrite.ts';
import { isModule, namedFile, publishedFiles, ROOT } from './sources.ts';

const published = new Set(publishedFiles());
/** Libraries of pages, of which only some modules run in Node. */
const OF_PAGES = /^packages\/(?:contest\/pages|viewer)\//;

test('the package contains every module that its modules import', () => {
  const missing = [...published]
    .filter((file) => isModule(file) && !OF_PAGES.test(file))
    .flatMap((file) => {
      const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'), { mode: 'strip' });
      const words = [...text.matchAll(/^(?:import|export|\}).* from '(\.{1,2}\/[^'?]+|@?ludus\/[^'?]+)';$/gm)];
      return words
        .map(([, word]) => namedFile(word, file) ?? word)
        .filter((named) => !published.has(named))
        .map((named) => `${file} → ${named}`);
    });
  expect(missing).toEqual([]);
});

test('rewriteNames replaces the name of an entry with the name of its file', () => {
  const text = "import { serveMatches } from '@ludus/lab/serve-matches.ts';";
  expect(rewriteNames(text, 'packages/cli/lab/match-worker.ts')).toContain("'../../lab/batch/serve-matches.js'");
});
