import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

test('each process reads the compiler’s version again if the compiler is a script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-toolchain-'));
  const version = async (is: string): Promise<string | undefined> => {
    writeFileSync(join(folder, 'version'), `compiler ${is}\n`);
    vi.resetModules();
    return (await import('./toolchain.ts')).nativeCompiler()?.version;
  };
  const compiler = join(folder, 'compiler');
  writeFileSync(compiler, `#!/bin/sh\ncat ${join(folder, 'version')}\n`, { mode: 0o755 });
  vi.stubEnv('CXX', compiler);
  vi.stubEnv('LUDUS_CACHE', join(folder, 'cache'));
  try {
    expect([await version('1'), await version('2')]).toEqual(['compiler 1', 'compiler 2']);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
