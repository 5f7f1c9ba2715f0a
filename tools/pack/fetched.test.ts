import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ENGINE_BYTES, ENGINE_FILE, MAX_ENGINE_BYTES } from './fetched.ts';
import { publishedFiles, ROOT } from './sources.ts';

test('the package contains one engine for Python bots, compressed to at most 2 MB', () => {
  const engines = publishedFiles().filter((file) => file.startsWith('packages/runtime/cpython/engine/'));
  expect(engines.filter((file) => !/LICENSE/.test(file))).toEqual([ENGINE_FILE]);
  expect(ENGINE_BYTES).toBeLessThanOrEqual(MAX_ENGINE_BYTES);
  expect(WebAssembly.validate(new Uint8Array(brotliDecompressSync(readFileSync(join(ROOT, ENGINE_FILE)))))).toBe(true);
});
