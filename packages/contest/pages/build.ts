import { fileURLToPath } from 'node:url';
import { buildApplication } from '@ludus/studio/build.ts';

/**
 * Builds the contest's pages from the current source code, and returns their folder. Any file server that falls back to
 * `index.html` can serve it. If the source code has changed, the build takes some seconds.
 */
export async function buildPages(): Promise<string> {
  return await buildApplication('contest', fileURLToPath(new URL('./vite.config.ts', import.meta.url)));
}
