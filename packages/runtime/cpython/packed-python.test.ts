import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick } from '@ludus/game/conformance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MEMORY_BYTES } from '../budget/fuel.ts';
import { meteredOnce } from '../compile/metered.ts';
import { packScript, unpackScript } from '../quickjs/packed-script.ts';
import { PlayerRejectedError } from '../resolve.ts';
import { scriptKind } from '../script-kind.ts';
import { ModuleRejectedError } from '../wasm/module-problems.ts';
import { engineBytes } from './our-python.ts';
import { readPythonScript } from './python-source.ts';

const FILES = {
  'Mine.py': 'import sdk, helper\nprint(helper.answer)\n',
  'helper.py': 'answer = 5\n',
  'sdk.py': 'part = "of the game"\n',
  'other.py': 'not = imported\n',
};
let folder: string;
let sdk: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-packed-'));
  sdk = mkdtempSync(join(tmpdir(), 'ludus-sdk-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(sdk, 'sdk.py'), FILES['sdk.py']);
});
afterAll(() => {
  for (const each of [folder, sdk]) rmSync(each, { recursive: true, force: true });
});

const packed = () =>
  packScript(readPythonScript(join(folder, 'Mine.py'), pick.id, { libraries: { cpp: [], python: [sdk] } }));

test('a packed Python bot contains only its own files, without the engine and the game’s library', () => {
  const module = packed();
  const files = (['Mine.py', 'helper.py'] as const).map((name) => ({ name, text: FILES[name] }));
  expect(unpackScript(module)).toEqual({ game: pick.id, name: 'Mine', files });
  expect(module.length).toBeLessThan(JSON.stringify(files).length + 100);
});

test.each([
  ['before', (engine: Uint8Array, script: Uint8Array) => Buffer.concat([engine, script.subarray(8)])],
  ['after', (engine: Uint8Array, script: Uint8Array) => Buffer.concat([script, engine.subarray(8)])],
])('a bot with the engine’s bytes %s its script is rejected', async (where, together) => {
  const file = `${where}.wasm`;
  writeFileSync(join(folder, file), together(engineBytes(), packed()));
  const context = { game: pick, folder, budget: 'fuel', image: undefined } as const;
  expect(scriptKind.accepts(file, context)).toBe(true);
  const prepared = scriptKind.prepare(file, context);
  await expect(prepared).rejects.toThrow(PlayerRejectedError);
  await expect(prepared).rejects.toThrow(/other sections next to its script, such as an engine/);
});

test('the engine itself is rejected as a bot', async () => {
  await expect(meteredOnce(engineBytes(), DEFAULT_MEMORY_BYTES)).rejects.toThrow(ModuleRejectedError);
});
