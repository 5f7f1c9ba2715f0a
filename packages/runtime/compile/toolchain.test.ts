import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasNative } from './toolchain.ts';

test.skipIf(!hasNative())('a script that starts a compiler is asked for its version in each process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-toolchain-'));
  const version = async (is: string): Promise<string | undefined> => {
    writeFileSync(join(folder, 'version'), `g++ ${is}\n`);
    vi.resetModules();
    return (await import('./toolchain.ts')).nativeCompiler()?.version;
  };
  const compiler = join(folder, 'g++');
  writeFileSync(compiler, `#!/bin/sh\ncat ${join(folder, 'version')}\n`, { mode: 0o755 });
  vi.stubEnv('CXX', compiler);
  vi.stubEnv('LUDUS_CACHE', join(folder, 'cache'));
  try {
    expect([await version('1'), await version('2')]).toEqual(['g++ 1', 'g++ 2']);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
