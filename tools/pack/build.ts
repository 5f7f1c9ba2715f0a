import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, TAKEN_IN } from './bundle.ts';
import { rewriteNames } from './rewrite.ts';
import { builtName, isModule, publishedFiles, ROOT } from './sources.ts';

/** The folder for published packages; one subfolder per package. */
export const DIST: string = join(ROOT, 'dist');

process.emitWarning = () => {};

/**
 * Assembles the package `ludus`: every module as JavaScript in its place in packages/, with its types and the built
 * pages.
 */
export async function buildLudus(): Promise<string> {
  const folder = join(DIST, 'ludus');
  await buildProgram(folder);
  declarations(folder);
  await pages(folder);
  return folder;
}

/** Assembles the package without types and pages, so that it can start and play. */
export async function buildProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const file of publishedFiles()) {
    const to = join(folder, builtName(file));
    mkdirSync(dirname(to), { recursive: true });
    if (isModule(file)) writeFileSync(to, modules(readFileSync(join(ROOT, file), 'utf8'), file));
    else cpSync(join(ROOT, file), to);
  }
  cpSync(join(ROOT, 'tools/pack/bin.js'), join(folder, 'packages/cli/bin/ludus.js'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, 'LICENSES-OF-OTHERS.txt'), licences(TAKEN_IN));
  writeJson(join(folder, 'package.json'), manifest());
  writeJson(join(folder, 'packages/cli/package.json'), { type: 'module', version: version() });
  const { engineIdentity } = await import('ludus/installed.ts');
  writeJson(join(folder, 'packages/games/identity.json'), { engine: engineIdentity(undefined, []) });
  const { SOURCE_KEYS, sourceKeys } = await import('@ludus/runtime/testing.ts');
  writeJson(join(folder, 'packages/runtime', SOURCE_KEYS), sourceKeys());
  await bundle(folder, allDependencies());
  await guests(folder);
}

/** The engine's JavaScript for each game, unbundled, because every character costs fuel. */
async function guests(folder: string): Promise<void> {
  const { bundleGuest } = await import('@ludus/runtime/testing.ts');
  const { broughtFor } = await import('@ludus/runtime/kinds.ts');
  const { guestFor } = await import('@ludus/runtime/parts.ts');
  for (const file of globSync('packages/games/*/node.ts', { cwd: ROOT }).sort()) {
    const { kit } = await import(join(ROOT, file, '../kit.ts'));
    // The folder that two games share contains no game.
    if (kit === undefined) continue;
    const guest = guestFor(kit.game, { ...kit, ...(await import(join(ROOT, file))).parts });
    if (guest !== undefined)
      writeFileSync(join(folder, broughtFor(relative(ROOT, guest.entry))), JSON.stringify(await bundleGuest(guest)));
  }
}

export const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
export const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** The common version of all published packages. */
export const version = (): string => json('packages/cli/package.json').version;

/**
 * The dependencies of an installed Ludus: the dependencies of its packages, except those that only the pages, the
 * contest server, or the build use.
 */
const NEEDED = ['cli', 'games', 'kernel', 'game', 'runtime', 'referee', 'lab', 'env', 'shell', 'studio'];
const NOT_NEEDED =
  /^(?:@?ludus(?:\/|$)|typescript-in-script|uplot|vite|rolldown|sucrase|idb-keyval|fflate|@codemirror\/|@lezer\/|@preact\/|@noble\/)/;

/** All dependencies of Ludus's packages. Only those in `TAKEN_IN` are bundled. */
function allDependencies(): string[] {
  const files = globSync('packages/*/package.json', { cwd: ROOT });
  return [...files.flatMap((file) => Object.keys(json(file).dependencies ?? {})), '@yowasp/clang'].filter(
    (name) => !/^@?ludus(?:\/|$)/.test(name),
  );
}

function manifest(): object {
  const all = NEEDED.flatMap((name) =>
    Object.entries<string>(json(`packages/${name}/package.json`).dependencies ?? {}),
  );
  const dependencies = Object.fromEntries(
    all.filter(([name]) => !NOT_NEEDED.test(name) && !TAKEN_IN.includes(name)).sort(),
  );
  return {
    name: 'ludus',
    version: version(),
    description: 'Bot-programming games: write a player, let it fight, watch the match, improve it.',
    license: json('package.json').license,
    type: 'module',
    bin: { ludus: './packages/cli/bin/ludus.js' },
    engines: { node: '>=22.18' },
    exports: {
      './package.json': './package.json',
      ...Object.fromEntries(libraries()),
    },
    files: ['packages', 'docs', 'LICENSE', 'LICENSES-OF-OTHERS.txt', 'CHANGELOG.md'],
    dependencies,
  };
}

/** The imports `ludus/ID` of players, for every game with a library. */
function libraries(): [string, { types: string; default: string }][] {
  return globSync('packages/games/*/player/api.ts', { cwd: ROOT })
    .sort()
    .map((file) => {
      const path = `./${file.replaceAll('\\', '/').replace(/\.ts$/, '')}`;
      return [`./${basename(dirname(dirname(file)))}`, { types: `${path}.d.ts`, default: `${path}.js` }];
    });
}

/** The authors and licences of bundled packages. */
export function licences(names: readonly string[]): string {
  const each = names.map(
    (name) =>
      `${name} ${json(`node_modules/${name}/package.json`).version}\n\n${readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8')}`,
  );
  return `This package contains parts of other packages:\n\n${each.join('\n\n')}`;
}

function modules(text: string, file: string): string {
  return rewriteNames(stripTypeScriptTypes(text, { mode: 'strip' }).replace(/[ \t]+$/gm, ''), file);
}

/** Writes the types of all modules next to the modules. */
function declarations(folder: string): void {
  const types = join(DIST, 'types');
  rmSync(types, { recursive: true, force: true });
  const options = [
    '--noEmit',
    'false',
    '--noCheck',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    types,
    '--rootDir',
    ROOT,
  ];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', ROOT, ...options], { cwd: ROOT, stdio: 'inherit' });
  // Players need the types of their imports, including indirect imports.
  const published = new Set(publishedFiles());
  for (const file of globSync('packages/{games,game,kernel,runtime,env,lab,referee,shell}/**/*.d.ts', { cwd: types })) {
    const source = file.replace(/\.d\.ts$/, '.ts');
    if (!published.has(source)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), rewriteNames(readFileSync(join(types, file), 'utf8'), source));
  }
  rmSync(types, { recursive: true, force: true });
}

/** Writes the pages to the folder in which the servers look for them. */
async function pages(folder: string): Promise<void> {
  const { buildStudio, buildViewer } = await import('@ludus/studio/build.ts');
  const { buildPages } = await import('@ludus/contest/server.ts');
  const built = { studio: await buildStudio(), viewer: await buildViewer(), contest: await buildPages() };
  for (const [what, from] of Object.entries(built))
    cpSync(from, join(folder, 'packages/studio/built', what), { recursive: true });
}

// The program alone, in a folder of the repository, for `npm run bench -- start`.
if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildProgram(resolve(process.argv[2]));
