import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersElsewhere } from './games-elsewhere.ts';
import { keptBuild } from './kept-build.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = join(ROOT, 'packages');
const STUDIO = join(PACKAGES, 'studio');

/** All inputs of a bundle. The inputs are whole folders, so that a new import needs no change of this list. */
export const SOURCES: readonly string[] = [
  PACKAGES,
  ...['docs', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'].map((name) => join(ROOT, name)),
];

/**
 * Builds the studio from its current source files as a static application for any file server. Returns the
 * application's folder. Takes some seconds if the source files have changed.
 */
export async function buildStudio(): Promise<string> {
  return await buildApplication('studio', join(STUDIO, 'vite.config.ts'));
}

/** Builds only the viewer: a folder with `viewer.html` and the scripts `ludus-viewer.js` and `ludus-viewer-more.js`. */
export async function buildViewer(): Promise<string> {
  return await buildApplication('viewer', join(STUDIO, 'embed/vite.config.ts'));
}

/** The prebuilt pages of an installed Ludus. The package doesn't contain the pages' source files. */
const COMES_BUILT = join(STUDIO, 'built');

/** Builds the pages of a Vite configuration, once per state of the source files. */
export async function buildApplication(what: string, configFile: string): Promise<string> {
  const elsewhere = foldersElsewhere();
  if (existsSync(COMES_BUILT)) {
    if (elsewhere.length > 0)
      process.stderr.write(
        'the pages support only the games that come with Ludus. To see a custom game, use a clone of the repository\n',
      );
    return join(COMES_BUILT, what);
  }
  const own = configFile.startsWith(PACKAGES) ? [] : [dirname(configFile)];
  return await keptBuild(what, [...SOURCES, ...own, ...elsewhere], async (folder) => {
    process.stderr.write(`preparing the ${what} …\n`);
    const { build } = await import('vite');
    // Builds are for production, even if a test starts them.
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      // The bundler's warnings (about a busy machine, for example) don't concern users. Errors are thrown.
      await build({ configFile, mode: 'production', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    } finally {
      if (NODE_ENV === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = NODE_ENV;
    }
  });
}

/**
 * The viewer as one script. If the viewer's source files have changed, the script is rebuilt, which takes some seconds.
 */
export async function viewerCode(): Promise<Buffer> {
  const folder = await buildViewer();
  const scripts = ['ludus-viewer.js', 'ludus-viewer-more.js'].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([scripts[0], Buffer.from('\n'), scripts[1]]);
}
