import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestSource } from './build.ts';

const VIEWER = fileURLToPath(new URL('../../viewer/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../.cache/viewer/', import.meta.url));

/** The viewer's script, built when its sources have changed since the last time; takes some seconds then. */
export async function viewerCode(): Promise<Buffer> {
  const ready = join(CACHE, `ludus-viewer-${Math.round(newestSource(['kernel', 'game', 'games', 'viewer']))}.js`);
  if (!existsSync(ready)) {
    process.stderr.write('preparing the viewer …\n');
    const { build } = await import('vite');
    mkdirSync(CACHE, { recursive: true });
    const folder = mkdtempSync(join(CACHE, 'build-'));
    try {
      await build({
        configFile: join(VIEWER, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: folder, emptyOutDir: true },
      });
      renameSync(join(folder, 'ludus-viewer.js'), ready);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return readFileSync(ready);
}
