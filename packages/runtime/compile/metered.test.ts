import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { engineBytes, ourEngine } from '../quickjs/our-engine.ts';
import { meteredOnce } from './metered.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-metered-'));
vi.stubEnv('LUDUS_CACHE', folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a player that consists of the engine’s bytes is rejected, even if the metered engine is cached', async () => {
  const memoryBytes = 200 * 2 ** 20;
  await ourEngine(memoryBytes);
  await expect(meteredOnce(engineBytes(), memoryBytes)).rejects.toThrow(/ludus/);
});
