import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A Python with numpy and PyTorch, or undefined. Where it is elsewhere, $LUDUS_TORCH_PYTHON names it. */
const python = [process.env.LUDUS_TORCH_PYTHON ?? 'python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import numpy, torch']).status === 0,
);

// Minutes: it trains small networks in all games. The quick suite tests what plays (tests/test_learn.py).
test.skipIf(python === undefined && process.env.CI !== 'true')(
  'networks learn in all games, and become players (needs python3 with numpy and PyTorch: pip install torch)',
  () => {
    expect(python).toBeDefined();
    const { stderr, status } = spawnSync(python!, ['-m', 'unittest', 'tests.test_train'], {
      cwd: fileURLToPath(new URL('./python/', import.meta.url)),
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
    });
    expect(stderr).toMatch(/\nOK\n$/);
    expect(status).toBe(0);
  },
  600_000,
);
