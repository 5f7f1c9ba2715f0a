import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { withQuickBuiltins } from './quick-builtins.ts';
import { pathTo, ROOT } from './sources.ts';

/** Folder of modules that several entries share, relative to the package's root. */
const SHARED = 'packages/shared';

/** The name by which modules import the package's `place.js` until the final location of their code is known. */
const PLACE = 'ludus/place';

/** Calls with which a module names a file that is loaded by path: a thread, a program, or a part of a game. */
const BY_PATH = /(?:new URL\(|path\(|import\.meta\.resolve\()\s*['"]([^'"]+\.js)['"]/g;
/** Modules that are loaded by path, where the path is computed at run time. */
const ALWAYS = [
  'packages/cli/main.js',
  'packages/runtime/process/node-host.js',
  'packages/games/hooks.js',
  'packages/games/*/{node,kit}.js',
  'packages/games/*/player/{api,host}.js',
];

/**
 * Packages that are bundled, for speed or because few of their files are needed. The published package names the
 * authors of these packages (build.ts).
 */
export const TAKEN_IN = ['commander', '@modelcontextprotocol/server', '@modelcontextprotocol/core'];

/** The modules for every command, and for a match of built-in players. */
const START = ['packages/cli/main.js', 'packages/cli/commands/match.js'];

/** The modules that `START` imports statically, directly or indirectly, except the games' modules. */
function startModules(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = START.map((file) => join(folder, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, named] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}).* from '(\.[^']+)';$/gm))
      if (/\/packages\/(?:cli|referee|shell|runtime|game|kernel)\//.test(join(dirname(file), named)))
        waiting.push(join(dirname(file), named));
  }
  // The main module waits for the command that it loads. If the command imported the main module, each of the two would
  // wait for the other.
  found.delete(join(folder, START[0]));
  return found;
}

/**
 * Merges the many small modules of a built package into a few large ones, in place. Modules loaded by path keep their
 * path. Every other module moves into a file that is shared by all modules that import it. Because modules move, each
 * module asks `at` for its original location.
 */
export async function bundle(folder: string, dependencies: readonly string[]): Promise<void> {
  const modules = globSync('packages/**/*.js', {
    cwd: folder,
    // These files aren't Node modules, but built pages, samples, and a part of a page.
    exclude: ['packages/studio/built/**', 'packages/**/samples/**', 'packages/lab/report/watch.js'],
  });
  const own = modules.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.startsWith('packages/cli/bin/'));
  const entries = new Set(globSync(ALWAYS, { cwd: folder }).map((file) => file.replaceAll('\\', '/')));
  for (const file of own)
    for (const [, word] of readFileSync(join(folder, file), 'utf8').matchAll(BY_PATH)) {
      const named = posix.join(dirname(file), word);
      if (own.includes(named)) entries.add(named);
    }
  const start = startModules(folder);
  const build = await rolldown({
    cwd: folder,
    platform: 'node',
    // The package may be assembled anywhere, but bundled packages are installed here.
    resolve: { modules: [join(ROOT, 'node_modules')] },
    input: Object.fromEntries([...entries].sort().map((file) => [file.replace(/\.js$/, ''), join(folder, file)])),
    external: (id) =>
      builtinModules.includes(id.replace(/^node:/, '')) ||
      id === PLACE ||
      dependencies.some((name) => !TAKEN_IN.includes(name) && (id === name || id.startsWith(`${name}/`))),
    plugins: [
      {
        // Only programs with commands in separate executables need child processes. Loading the module for child
        // processes takes a tenth of Node's start.
        name: 'without child processes',
        transform: (text, id) =>
          id.includes('/node_modules/commander/')
            ? text.replace(
                "import childProcess from 'node:child_process';",
                "const childProcess = { spawn: (...args) => process.getBuiltinModule('node:child_process').spawn(...args) };",
              )
            : undefined,
      },
      {
        name: 'place',
        transform(text, id) {
          const code = text.replace(
            /import\.meta\.resolve\((['"]\.{1,2}\/[^'"]+['"])\)/g,
            'new URL($1, import.meta.url).href',
          );
          if (!code.includes('import.meta.url')) return;
          const file = id.slice(folder.length + 1);
          return `import { at as placeAt } from '${PLACE}';\n${code.replaceAll('import.meta.url', `placeAt(${JSON.stringify(file)})`)}`;
        },
      },
    ],
    treeshake: { moduleSideEffects: true },
    checks: {
      // Prevents a list of the plugins' times, which the bundler prints on a busy machine.
      bundlerTimings: false,
      // Prevents the warning about dynamic imports that don't split the bundle. In the unbundled repository, these
      // imports keep commands from loading unused code.
      ineffectiveDynamicImport: false,
    },
    // A package built with a warning, such as an import that isn't found, would fail on users' machines.
    onLog(_, { message }) {
      throw new Error(message);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    // The modules for every command are in two files, because each additional file costs a quarter of a millisecond.
    // Players need only one of the two files.
    codeSplitting: {
      groups: [
        { name: 'base', priority: 2, test: (id) => start.has(id) && /\/packages\/(?:game|kernel)\//.test(id) },
        { name: 'start', priority: 1, test: (id) => start.has(id) || /\/node_modules\/commander\//.test(id) },
      ],
    },
    plugins: [
      {
        name: 'builtins',
        renderChunk: (code, { fileName }) =>
          withQuickBuiltins(code).replace(
            `"${PLACE}"`,
            JSON.stringify(pathTo(fileName, posix.join('packages', 'place.js'))),
          ),
      },
    ],
    chunkFileNames: `${SHARED}/[name]-[hash].js`,
    minify: false,
  });
  await build.close();
  for (const file of own) rmSync(join(folder, file));
  for (const chunk of output)
    if (chunk.type === 'chunk') {
      const to = join(folder, chunk.fileName);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, chunk.code);
    }
  writeFileSync(
    join(folder, 'packages', 'place.js'),
    "/** Where a module of this package stood, by its path from the root. */\nexport const at = (file) => new URL('../' + file, import.meta.url).href;\n",
  );
}
