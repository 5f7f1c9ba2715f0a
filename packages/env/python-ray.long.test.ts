import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A Python with numpy and Ray, or undefined. Where it is elsewhere, $LUDUS_RAY_PYTHON names it. */
const python = [process.env.LUDUS_RAY_PYTHON ?? 'python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import numpy, ray']).status === 0,
);

// Minutes: it starts a real cluster of two nodes, and kills one of them.
test.skipIf(python === undefined && process.env.CI !== 'true')(
  'Ray plays the same as one machine, also when a node is killed (needs python3 with numpy and ray: pip install ray)',
  () => {
    expect(python).toBeDefined();
    const { stderr, status } = spawnSync(python!, ['-m', 'unittest', 'tests.test_ray_cluster'], {
      cwd: fileURLToPath(new URL('./python/', import.meta.url)),
      encoding: 'utf8',
      env: { ...process.env, RAY_USAGE_STATS_ENABLED: '0' },
    });
    expect(stderr).toMatch(/\nOK\n$/);
    expect(status).toBe(0);
  },
  600_000,
);
