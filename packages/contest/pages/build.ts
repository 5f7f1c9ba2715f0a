import { fileURLToPath } from 'node:url';
import { buildApplication } from '@ludus/studio/build.ts';

/** The contest's pages built of what their sources are now, for any file server that gives `index.html` for what it has not: the folder. Takes some seconds if they have changed. */
export async function buildPages(): Promise<string> {
  return await buildApplication('contest', fileURLToPath(new URL('./vite.config.ts', import.meta.url)));
}
