import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersElsewhere } from './games-elsewhere.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const STUDIO = join(PACKAGES, 'studio');
/** Where what is built for this machine is kept. */
const CACHE = fileURLToPath(new URL('../../../.cache/', import.meta.url));

/** What is built into each of its own two, relative to packages/. */
const SOURCES = {
  studio: ['kernel', 'game', 'games', 'runtime', 'env', 'referee', 'lab', 'viewer', 'studio'],
  viewer: ['kernel', 'game', 'games', 'viewer', 'studio/embed', 'studio/games', 'studio/server'],
} as const;

/** The studio built of what its sources are now, a static application that any file server can serve: its folder. Takes some seconds if they have changed. */
export async function buildStudio(): Promise<string> {
  return await buildApplication('studio', join(STUDIO, 'vite.config.ts'), SOURCES.studio);
}

/** The same for the viewer alone: a folder with `viewer.html` and the scripts `ludus-viewer.js` and `ludus-viewer-more.js`. */
export async function buildViewer(): Promise<string> {
  return await buildApplication('viewer', join(STUDIO, 'embed/vite.config.ts'), SOURCES.viewer);
}

/** What comes built with an installed Ludus: there the sources of the pages are not. */
const COMES_BUILT = join(STUDIO, 'built');

/** Builds what a configuration of Vite says, once for each state of the sources (folders relative to packages/); old ones go. */
export async function buildApplication(what: string, configFile: string, sources: readonly string[]): Promise<string> {
  const elsewhere = foldersElsewhere();
  if (existsSync(COMES_BUILT)) {
    if (elsewhere.length > 0)
      process.stderr.write(
        'the pages know the games that come with Ludus only: a game made elsewhere is seen in a clone of the repository\n',
      );
    return join(COMES_BUILT, what);
  }
  const folders = [...sources.map((folder) => join(PACKAGES, folder)), ...elsewhere];
  const games = createHash('sha256').update(elsewhere.join(':')).digest('hex').slice(0, 8);
  const ready = join(CACHE, `${what}-${games}-${Math.round(Math.max(...folders.map(newest)))}`);
  if (existsSync(ready)) return ready;
  process.stderr.write(`preparing the ${what} …\n`);
  mkdirSync(CACHE, { recursive: true });
  const older = readdirSync(CACHE).filter((name) => name.startsWith(`${what}-`) && isOld(join(CACHE, name)));
  const folder = mkdtempSync(join(CACHE, 'build-'));
  try {
    const { build } = await import('vite');
    // Whoever builds (a test, say): what is built is for users.
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      // What the bundler warns of (that the machine is busy, say) is for nobody who only wants the pages; what fails is thrown.
      await build({ configFile, mode: 'production', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    } finally {
      if (NODE_ENV === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = NODE_ENV;
    }
    keep(folder, ready);
    for (const name of older) rmSync(join(CACHE, name), { recursive: true, force: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return ready;
}

/** Somebody else may have built the same meanwhile. */
function keep(folder: string, ready: string): void {
  try {
    renameSync(folder, ready);
  } catch (error) {
    if (!existsSync(ready)) throw error;
  }
}

const DAY_MS = 86_400_000;
/** A younger one may still be served. */
const isOld = (folder: string): boolean => statSync(folder).mtimeMs < Date.now() - DAY_MS;

/** When the newest source file below a folder was changed. */
function newest(folder: string): number {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || /\.test\.tsx?$|^\./.test(entry.name)) continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}
