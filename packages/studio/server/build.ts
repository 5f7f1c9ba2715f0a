import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const STUDIO = join(PACKAGES, 'studio');
/** Where the built studio lies: a static application that any file server can serve. */
export const STUDIO_APP: string = join(STUDIO, 'dist');
/** All that is built into it. */
const SOURCES = ['kernel', 'game', 'games', 'runtime', 'referee', 'lab', 'viewer', 'studio'];

/** Builds the studio if it has not been built since its sources changed; takes some seconds. True if it was built. */
export async function buildStudio(): Promise<boolean> {
  const page = join(STUDIO_APP, 'index.html');
  const built = existsSync(page) ? statSync(page).mtimeMs : 0;
  if (built > newestSource(SOURCES)) return false;
  const { build } = await import('vite');
  await build({ configFile: join(STUDIO, 'vite.config.ts'), logLevel: 'warn' });
  return true;
}

/** When the newest source file in these folders, relative to packages/, was changed. */
export function newestSource(folders: readonly string[]): number {
  return Math.max(...folders.map((folder) => newest(join(PACKAGES, folder))));
}

/** When the newest source file below a folder was changed. */
function newest(folder: string): number {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || /\.test\.ts$|^\./.test(entry.name)) continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}
