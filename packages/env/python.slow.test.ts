import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);
const folder = fileURLToPath(new URL('./python/', import.meta.url));

const run = (...args: string[]) =>
  spawnSync(python!, ['-W', 'error::ResourceWarning', ...args], { cwd: folder, encoding: 'utf8' });

test.skipIf(python === undefined && process.env.CI !== 'true').each(['simulator', 'vector', 'zoo'])(
  'the Python client keeps its contracts: %s (needs python3 with numpy: apt install python3-numpy)',
  (name) => {
    expect(python).toBeDefined();
    const { stderr, status } = run('-m', 'unittest', `tests.test_${name}`);
    expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
    expect(status).toBe(0);
  },
);

test.skipIf(python === undefined && process.env.CI !== 'true').each(['random_agent.py', 'search_agent.py'])(
  'the example %s plays',
  (name) => {
    const { stdout, stderr } = run(`examples/${name}`, 'starwar', '1', '20');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\d+\n$/);
  },
);
