import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// These test suites take minutes: one trains small networks in all games, and one kills a node of a real cluster. The
// quick tests cover the rest.
const SUITES = [
  { suite: 'train', name: 'torch', does: 'networks learn in all games, and can play as bots' },
  { suite: 'ray_cluster', name: 'ray', does: 'Ray plays the same matches as one machine, even when a node is killed' },
];

for (const { suite, name, does } of SUITES) {
  /**
   * A Python with numpy and the package, or undefined. $LUDUS_TORCH_PYTHON and $LUDUS_RAY_PYTHON override its location.
   */
  const python = [process.env[`LUDUS_${name.toUpperCase()}_PYTHON`] ?? 'python3', '/usr/bin/python3'].find(
    (each) => spawnSync(each, ['-c', `import numpy, ${name}`]).status === 0,
  );

  test.skipIf(python === undefined && process.env.CI !== 'true')(
    `${does} (needs python3 with numpy and ${name}: pip install ${name})`,
    () => {
      expect(python).toBeDefined();
      const { stderr, status } = spawnSync(python!, ['-m', 'unittest', `tests.test_${suite}`], {
        cwd: fileURLToPath(new URL('./python/', import.meta.url)),
        encoding: 'utf8',
        env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', RAY_USAGE_STATS_ENABLED: '0' },
      });
      expect(stderr).toMatch(/\nOK\n$/);
      expect(status).toBe(0);
    },
    600_000,
  );
}
