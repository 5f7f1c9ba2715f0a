import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isModuleText } from '../regular-file.ts';
import { hasDefaultExport } from './language-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a default class', 'export default class {}', true, true],
  ['an export list', '// mine\n\n  export {\n  one,\n  two as default,\n};\n', true, true],
  ['a CommonJS module', '\n\nmodule.exports = 1;', true, false],
  ['named exports only', 'export const one = 1;\nexport { one as two };\n', false, true],
  ['an import and an export on one line', "import { x } from 'y'; export default class {}", true, true],
  ['a minified file', 'var a=class{};export{a as default};', true, true],
  ['a minified file without semicolons', 'class a{}export{b as c,a as default}', true, true],
  [
    'a guarded CommonJS export',
    "if (typeof module !== 'undefined') { const f = 1; module.exports = { f }; }",
    false,
    false,
  ],
  ['a comment about exports', '/* run with node; export default is not used */', false, false],
  ['a wrapped library', 'const wrapped = { 1: function (module) {"use strict";module.exports=1} };', false, false],
  ['a comment about an import', '// needs a board; import nothing', false, false],
  ['a string about exports', "console.error('bye; export done; export default x;');", false, false],
  ['plain words about exports', 'the export default of it', false, false],
  ['a million line breaks', '\n'.repeat(1_000_000), false, false],
  ['110,000 unfinished exports', '\nexport {'.repeat(110_000), false, true],
])('hasDefaultExport and isModuleText return the expected results for %s', (_, text, hasDefault, isModule) => {
  const file = join(folder, 'mine.js');
  writeFileSync(file, text);
  expect(hasDefaultExport(file)).toBe(hasDefault);
  expect(isModuleText(text)).toBe(isModule);
});
