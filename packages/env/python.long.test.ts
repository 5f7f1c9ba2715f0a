import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);

/** The folder with gymnasium and pettingzoo in CI. */
const checkers = fileURLToPath(new URL('../../.cache/python', import.meta.url));

// These tests take minutes, because they play whole random matches of every game. The quick tests check the start of
// matches, or a few games.
test.skipIf(python === undefined && process.env.CI !== 'true').each([
  ['OpenSpiel’s property checks in several matches', 'test_openspiel.EveryGame'],
  ['PettingZoo’s own check', 'test_zoo.InTurn.test_their_own_check_where_it_is_installed'],
  ['Gymnasium’s own check', 'test_vector.Vector.test_where_gymnasium_is_installed_games_are_known_to_it'],
])(
  'every game passes %s (needs python3 with numpy)',
  (_, name) => {
    expect(python).toBeDefined();
    const { stderr, status } = spawnSync(python!, ['-m', 'unittest', `tests.${name}`], {
      cwd: fileURLToPath(new URL('./python/', import.meta.url)),
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: checkers, LUDUS_MATCHES: '5', OPENBLAS_NUM_THREADS: '1' },
    });
    expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
    expect(status).toBe(0);
  },
  3_600_000,
);
