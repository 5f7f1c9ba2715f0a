import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';

/** A Python with numpy, or undefined. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import numpy']).status === 0);
const folder = fileURLToPath(new URL('./python/', import.meta.url));

/** The folder with gymnasium and pettingzoo in CI. */
const checkers = fileURLToPath(new URL('../../.cache/python', import.meta.url));
const PYTHONPATH = [checkers, process.env.PYTHONPATH ?? ''].filter((path) => path !== '').join(':');

const run = (variables: Record<string, string>, ...args: string[]) =>
  spawnSync(python!, ['-W', 'error::ResourceWarning', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // One thread is enough, because the matrices are small, and waiting threads of numpy use CPU time.
    env: { ...process.env, PYTHONPATH, OPENBLAS_NUM_THREADS: '1', ...variables },
  });

if (IS_LONG_RUN)
  test.skipIf(python === undefined && process.env.CI !== 'true')(
    'the example ismcts.py prints its share of the points',
    () => {
      const dusk = fileURLToPath(new URL('../../e2e/dusk/kit.ts', import.meta.url));
      const { stdout, stderr } = run(
        { LUDUS_GAMES: dusk },
        'examples/ismcts.py',
        'dusk',
        'Hunter',
        '--pairs',
        '1',
        '--simulations',
        '25',
      );
      expect(stderr).toBe('');
      expect(stdout).toMatch(/\n\d+\.\d% ± \d+\.\d% of the points against Hunter, \d+ steps per second\n$/);
    },
    600_000,
  );

const SUITES = [
  'simulator',
  'vector',
  'zoo',
  'openspiel',
  'copies',
  'dataset',
  'boards',
  'programs',
  'learn',
  'ray',
  'kaggle',
  'codeclash',
  'openenv',
  'connectx',
];
/** A quick run tests a few cases of each kind. */
const QUICK = [
  'simulator.Observations',
  'simulator.TheSameEverywhere',
  'vector.Vector.test_next_step',
  'copies',
  'ray',
  'zoo.InTurn.test_a_whole_episode',
  'openspiel.OfGames.test_chance_is_sampled_again_by_each_clone_and_the_same_by_each_seed',
  'kaggle.WithoutPackages',
  'boards.Generated.test_states_keep_their_boards',
  'learn.Playing',
  'programs.Programs.test_programs_play_what_they_play_in_a_match',
];
// All tests run in one process, because each process would load numpy and the checkers again.
test.skipIf(python === undefined && process.env.CI !== 'true')(
  'the Python client passes its own tests (needs python3 with numpy: apt install python3-numpy)',
  () => {
    expect(python).toBeDefined();
    const { stderr, status } = run(
      {},
      '-m',
      'unittest',
      ...(IS_LONG_RUN ? SUITES : QUICK).map((name) => `tests.test_${name}`),
    );
    expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
    expect(status).toBe(0);
  },
  // One of the tests trains a network, which takes a few seconds of CPU time, but minutes on a busy machine.
  600_000,
);

if (IS_LONG_RUN)
  test.skipIf(python === undefined && process.env.CI !== 'true').each(['random_agent.py', 'search_agent.py'])(
    'the example %s plays three games, or reports that a game has too many actions',
    (name) => {
      for (const game of ['starwar', 'trails', 'angrymob']) {
        const { stdout, stderr } = run({}, `examples/${name}`, game, '1', '20');
        const isTooLarge = game === 'angrymob' && name === 'search_agent.py';
        expect(stderr).toEqual(isTooLarge ? expect.stringMatching(/^search_agent\.py tries .* 792: too many\n$/) : '');
        if (!isTooLarge) expect(stdout).toMatch(/\d+\n$/);
      }
    },
  );
