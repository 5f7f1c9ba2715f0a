import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersElsewhere } from './games-elsewhere.ts';
import { keptBuild } from './kept-build.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = join(ROOT, 'packages');
const STUDIO = join(PACKAGES, 'studio');

/** All that decides what a bundle of our code is: nothing must be listed again when an import is new. */
export const SOURCES: readonly string[] = [
  PACKAGES,
  ...['docs', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'].map((name) => join(ROOT, name)),
];

/** The studio built of what its sources are now, a static application that any file server can serve: its folder. Takes some seconds if they have changed. */
export async function buildStudio(): Promise<string> {
  return await buildApplication('studio', join(STUDIO, 'vite.config.ts'));
}

/** The same for the viewer alone: a folder with `viewer.html` and the scripts `ludus-viewer.js` and `ludus-viewer-more.js`. */
export async function buildViewer(): Promise<string> {
  return await buildApplication('viewer', join(STUDIO, 'embed/vite.config.ts'));
}

/** The prebuilt files of an installed Ludus, which has no sources of the pages. */
const COMES_BUILT = join(STUDIO, 'built');

/** Builds a Vite configuration, once per state of the sources. */
export async function buildApplication(what: string, configFile: string): Promise<string> {
  const elsewhere = foldersElsewhere();
  if (existsSync(COMES_BUILT)) {
    if (elsewhere.length > 0)
      process.stderr.write(
        'the pages know the games that come with Ludus only: a game made elsewhere is seen in a clone of the repository\n',
      );
    return join(COMES_BUILT, what);
  }
  const own = configFile.startsWith(PACKAGES) ? [] : [dirname(configFile)];
  return await keptBuild(what, [...SOURCES, ...own, ...elsewhere], async (folder) => {
    process.stderr.write(`preparing the ${what} …\n`);
    const { build } = await import('vite');
    // Anyone who builds (a test, say): what is built is for users.
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      // The bundler's warnings (about a busy machine, for example) do not concern users. Errors are thrown.
      await build({ configFile, mode: 'production', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    } finally {
      if (NODE_ENV === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = NODE_ENV;
    }
  });
}

/** The whole viewer as one script, built when its sources have changed since the last time; takes some seconds then. */
export async function viewerCode(): Promise<Buffer> {
  const folder = await buildViewer();
  const scripts = ['ludus-viewer.js', 'ludus-viewer-more.js'].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([scripts[0], Buffer.from('\n'), scripts[1]]);
}
