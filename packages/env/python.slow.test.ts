import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);
const folder = fileURLToPath(new URL('./python/', import.meta.url));

test.skipIf(python === undefined && process.env.CI !== 'true')(
  'the Python client keeps the contracts of PettingZoo and Gymnasium (needs python3 with numpy: apt install python3-numpy)',
  () => {
    expect(python).toBeDefined();
    const run = spawnSync(python!, ['-W', 'error::ResourceWarning', 'test_ludus_env.py'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
    expect(run.status).toBe(0);
  },
);
