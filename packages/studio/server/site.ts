import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CppGame } from '@ludus/runtime/compile.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { errorReason, makeFolder } from '@ludus/shell/files.ts';
import { buildStudio, buildViewer } from './build.ts';
import { sdkFile } from './cpp-layout.ts';
import { dressed } from './policy.ts';
import { type GuestModulesByGame, type PythonSdkFolders, pythonModules, runFiles } from './run-files.ts';
import { serviceWorker } from './service-worker.ts';
import { cppSite, packedClang } from './site-clang.ts';

/** The parts of a site other than the pages. */
export interface SiteOffer {
  readonly guests: GuestModulesByGame;
  readonly pythons: PythonSdkFolders;
  /** By game: the compilation settings for C++ players, and the sample for new players; empty without a compiler. */
  readonly cpp: readonly { readonly game: CppGame; readonly template: string }[];
}

/** The number of created files, and their total size. */
export interface Site {
  readonly files: number;
  readonly bytes: number;
}

/** The file that marks a folder as built by `ludus site build`. */
const MARK = 'site.json';

/** The reason why a site cannot be built into a folder, such as other contents. Undefined if the folder can be used. */
export function wrongFolder(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (!statSync(folder).isDirectory()) return `${folder} is a file. Choose a folder`;
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, MARK)))
    return `${folder} contains files that don’t belong to a site. Choose an empty or new folder`;
  return undefined;
}

/**
 * Writes the playground and the viewer as plain files, which any server can serve from any path: `index.html` and its
 * scripts; `ludus-run.js` (for users' pages); `viewer/`; `run/` (the runtimes of players in TypeScript and Python);
 * `site.json` (the site's features); and `sw.js`. Files of an older site in the folder are deleted.
 */
export async function buildSite(folder: string, offer: SiteOffer): Promise<Site> {
  // The site is first built in a temporary folder, so that a served site is always replaced as a whole.
  const begun = `${folder}.part-${process.pid}`;
  try {
    makeFolder(dirname(begun));
    makeFolder(begun);
    const site = await layOut(begun, offer);
    rmSync(folder, { recursive: true, force: true });
    renameSync(begun, folder);
    return site;
  } catch (error) {
    // Replaces the temporary folder in the message, because messages must name the user's folder.
    if (error instanceof UsageError) throw new UsageError(error.message.replaceAll(begun, folder));
    const { path } = error as NodeJS.ErrnoException;
    throw path?.startsWith(begun)
      ? new UsageError(`can’t write to the folder ${folder}: ${errorReason(error)}`)
      : error;
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
}

async function layOut(folder: string, { guests, pythons, cpp }: SiteOffer): Promise<Site> {
  const [studio, viewer] = [await buildStudio(), await buildViewer()];
  copyFolder(studio, folder);
  // Rooms need a server, so a site has no page for rooms.
  rmSync(join(folder, 'room.html'), { force: true });
  copyFolder(viewer, join(folder, 'viewer'));
  const page = join(folder, 'index.html');
  writeFileSync(page, dressed(readFileSync(page, 'utf8')));
  const run = join(folder, 'run');
  mkdirSync(run, { recursive: true });
  // A script isn't packed, because pages import it by its address.
  for (const [name, bytes] of runFiles(guests, pythons))
    if (name.endsWith('.js')) writeFileSync(join(run, name), await bytes());
    else writeFileSync(join(run, `${name}.gz`), gzipSync(await bytes(), { level: 9 }));
  if (cpp.length > 0) {
    const games = cpp.map(({ game }) => game);
    mkdirSync(join(folder, 'cpp'));
    const sdks = async (): Promise<void> => {
      for (const game of games) {
        const text = JSON.stringify(await cppSite(game, games, join(folder, 'cpp')));
        writeFileSync(join(folder, sdkFile(game.id)), gzipSync(text, { level: 9 }));
      }
    };
    const [clang] = await Promise.all([packedClang(), sdks()]);
    copyFolder(clang, join(folder, 'cpp'));
  }
  const info = {
    scripts: Object.keys(guests),
    python: pythonModules(pythons),
    cpp: Object.fromEntries(cpp.map(({ game, template }) => [game.id, { template, words: game.sdk.words.source }])),
  };
  writeFileSync(join(folder, MARK), `${JSON.stringify(info)}\n`);
  const files = filesBelow(folder);
  writeFileSync(join(folder, 'sw.js'), serviceWorker(folder, files));
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return { files: files.length + 1, bytes };
}

/** Copies a folder. The new folders have default permissions, because the web server must be able to read them. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name));
    else copyFileSync(join(from, entry.name), join(to, entry.name));
}

/** The sorted paths of all files, relative to the folder and with slashes. */
export function filesBelow(folder: string, before = ''): string[] {
  return readdirSync(join(folder, before), { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(folder, `${before}${entry.name}/`) : [`${before}${entry.name}`],
    )
    .sort();
}
