import { expect, test } from 'vitest';
import { withQuickBuiltins } from './quick-builtins.ts';

test('withQuickBuiltins turns imports of Node’s own modules into constants, and keeps other imports', () => {
  const code = [
    'import { a } from "./a.js";',
    'import { readFileSync, writeFileSync as write } from "node:fs";',
    'import process from "node:process";',
    'import * as os from "node:os";',
    'import path, { join } from "node:path";',
    '//#region',
    'const text = `',
    'import { spawn } from "node:child_process";',
    '`;',
  ];
  expect(withQuickBuiltins(code.join('\n')).split('\n')).toEqual([
    code[0],
    'const { readFileSync, writeFileSync: write } = globalThis.process.getBuiltinModule("node:fs");',
    'const process = globalThis.process;',
    'const os = globalThis.process.getBuiltinModule("node:os");',
    'const path = globalThis.process.getBuiltinModule("node:path"); const { join } = path;',
    ...code.slice(5),
  ]);
});
