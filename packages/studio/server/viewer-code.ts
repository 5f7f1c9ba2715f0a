import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildViewer } from './build.ts';

/** The whole viewer as one script, built when its sources have changed since the last time; takes some seconds then. */
export async function viewerCode(): Promise<Buffer> {
  const folder = await buildViewer();
  const scripts = ['ludus-viewer.js', 'ludus-viewer-more.js'].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([scripts[0], Buffer.from('\n'), scripts[1]]);
}
