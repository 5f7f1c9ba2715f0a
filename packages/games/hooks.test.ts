import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs Node with the hooks, and returns what it prints. */
function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--import', new URL('hooks.ts', import.meta.url).href, ...args],
    {
      encoding: 'utf8',
      input: '',
    },
  );
  return stdout + stderr;
}

/** Imports a module in a file outside the repository, and prints the error. */
function importError(specifier: string): string {
  const file = join(folder, 'import.mjs');
  writeFileSync(file, `import('${specifier}').catch(({ code, message }) => console.log(code, message));`);
  return run(file);
}

test('the error about a missing library lists the libraries, and keeps the code of Node’s error', () => {
  expect(importError('ludus/madmaks')).toMatch(
    /^ERR_MODULE_NOT_FOUND there is no module ludus\/madmaks; choose ludus\/angrymob, .*, ludus\/trails\n$/,
  );
});

test.each(['@ludus/nothing', 'ludus/trails?x=1', 'ludus/trails/..', 'ludus/%2e%2e/x'])(
  'the import of %s has the same error',
  (specifier) => {
    const [, ...message] = importError(specifier).split(' ');
    expect(message.join(' ')).toMatch(`there is no module ${specifier}; choose `);
  },
);

test('an existing library is loaded from any folder', () => {
  expect(importError('ludus/trails')).toBe('');
});

test('a player that runs as a program ends with the error about a missing library', () => {
  const file = join(folder, 'Typo.ts');
  writeFileSync(file, "import 'ludus/madmaks';\nexport default () => {};\n");
  const lines = run(pathOf('../runtime/process/node-host.ts'), pathOf('madmax/player/host.ts'), file)
    .trimEnd()
    .split('\n');
  expect(lines.at(-1)).toMatch(/^Error: there is no module ludus\/madmaks; choose /);
});
