import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildViewer } from './build.ts';

/** The viewer's script, built when its sources have changed since the last time; takes some seconds then. */
export async function viewerCode(): Promise<Buffer> {
  return readFileSync(join(await buildViewer(), 'ludus-viewer.js'));
}
