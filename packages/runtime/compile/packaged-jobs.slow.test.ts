import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ATTEMPTS } from './attempts.ts';
import { SourceRejectedError } from './compiler-error.ts';
import type { CppGame } from './cpp-sdk.ts';
import type { PackagedJob } from './packaged-pool.ts';
import { buildWasm } from './wasm.ts';

// This test is slow only because of its mocks. It can't be a unit test: unit tests share their modules, and other test
// files have already loaded the modules that this test mocks.
const folder = mkdtempSync(join(tmpdir(), 'ludus-jobs-'));
vi.stubEnv('LUDUS_CACHE', join(folder, 'cache'));
vi.stubEnv('LUDUS_WASM_CXX', 'yowasp');
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The requests to the packaged clang, in order. */
const jobs: PackagedJob[] = [];
const kinds = (what: PackagedJob['what']) => jobs.filter((job) => job.what === what).length;
beforeEach(() => {
  jobs.length = 0;
});
vi.mock('./fetched-clang.ts', async () => {
  const { pathToFileURL } = await import('node:url');
  return { clangModule: () => pathToFileURL(join(folder, 'gen/bundle.js')).href };
});
vi.mock('./packaged-pool.ts', () => ({
  runPackaged: async (job: PackagedJob) => {
    jobs.push(job);
    return job.what === 'object' && job.source.text.includes('wrong')
      ? { ok: false, said: `${job.source.name}:1:1: error: no` }
      : { ok: true, module: new Uint8Array(8) };
  },
}));

writeFileSync(join(folder, 'package.json'), '{ "version": "1.0.0" }');
const headers = join(folder, 'sdk');
mkdirSync(headers);
writeFileSync(join(headers, 'all.hh'), '');
const game: CppGame = {
  id: 'mine',
  title: 'Mine',
  sdk: {
    include: [headers],
    fallback: headers,
    prefix: 'all.hh',
    runtime: { host: join(headers, 'host.cc'), player: join(headers, 'player.cc'), wasm: join(headers, 'wasm.cc') },
    ownHeaders: /^all\.hh$/,
    words: /$^/g,
  },
};
const built = (name: string, text = '') => buildWasm({ name, folder, text, includes: [] }, game, { isShared: true });

test('four players are compiled with a single prefix header and a single runtime', async () => {
  await Promise.all(['AIA.cc', 'AIB.cc', 'AIC.cc', 'AID.cc'].map((name) => built(name)));
  expect([kinds('prefix'), kinds('runtime'), kinds('object'), kinds('link')]).toEqual([1, 1, 4, 4]);
  expect(jobs[0].what).toBe('prefix');
  jobs.length = 0;
  await built('AIA.cc');
  expect(jobs).toEqual([]);
});

test('a second rejected file needs no new prefix headers, and isn’t compiled again on the next request', async () => {
  await expect(built('AIA.cc', 'wrong')).rejects.toThrow(SourceRejectedError);
  expect([kinds('object'), kinds('link')]).toEqual([ATTEMPTS.length, 0]);
  jobs.length = 0;
  await expect(built('AIA.cc', 'wrong again')).rejects.toThrow(SourceRejectedError);
  expect(jobs.map(({ what }) => what)).toEqual(ATTEMPTS.map(() => 'object'));
  jobs.length = 0;
  await expect(built('AIA.cc', 'wrong again')).rejects.toThrow(SourceRejectedError);
  expect(jobs).toEqual([]);
});
