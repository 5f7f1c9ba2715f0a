import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gameNamed } from './games.ts';
import { typeMistakes } from './type-check.ts';

// Long: each call starts the compiler, which takes about a second.

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ludus-type-check-'));
  folder = join(root, 'mine');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.ts'), "export const key = 'hunter2' as const;");
});
afterEach(() => rmSync(root, { recursive: true }));

function mistakes(text: string, config?: object | string): string[] | string | undefined {
  const file = join(folder, 'Mine.ts');
  writeFileSync(file, text);
  if (config !== undefined)
    writeFileSync(join(folder, 'tsconfig.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return typeMistakes(file, gameNamed('trails'));
}

const OUTSIDE = 'not checked, because the bot imports files outside its folder';

test('the type check uses the strictness of a tsconfig.json, but no option that writes files', () => {
  writeFileSync(join(root, 'base.json'), JSON.stringify({ compilerOptions: { noUnusedLocals: true } }));
  const config = `{
    // "noImplicitAny": true,
    "extends": "../base.json",
    "compilerOptions": {
      "strict": false, /* "strict": true */ "noImplicitReturns": true,
      "incremental": true, "composite": true, "tsBuildInfoFile": "../written", "generateTrace": "../trace",
    },
  }`;
  const text = 'export function f(a) {\n  const b = 1;\n  if (a) return 2;\n}\n';
  expect(mistakes(text, config)).toEqual(['Mine.ts:1:17: Not all code paths return a value']);
  expect(['written', 'trace'].filter((name) => existsSync(join(root, name)))).toEqual([]);
});

test('the type check skips a bot that imports files outside its folder, because errors would quote those files', () => {
  const wrong = 'const n: { a: typeof key } = key;\nexport default n;\n';
  expect(mistakes(`import { key } from '../secret.ts';\n${wrong}`)).toBe(OUTSIDE);
  expect(mistakes(`import { key } from '@ludus/../../../../../..${root}/secret.ts';\n${wrong}`)).toBe(OUTSIDE);
  symlinkSync(join(root, 'secret.ts'), join(folder, 'link.ts'));
  expect(mistakes(`import { key } from './link.ts';\n${wrong}`)).toBe(OUTSIDE);
  writeFileSync(join(folder, 'help.ts'), "export const key = 'mine' as const;");
  expect(mistakes(`import { key } from './help.ts';\n${wrong}`)).toEqual([expect.stringContaining('"mine"')]);
});
