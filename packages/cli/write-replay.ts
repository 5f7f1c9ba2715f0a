import { rmSync } from 'node:fs';
import { type Sidecar, sidecarName } from '@ludus/game/sidecar.ts';
import { isStream, writeComplete } from '@ludus/shell/files.ts';

/** Writes a replay (gzipped where its name ends so) and, where there is something to tell, its sidecar. */
export function writeReplay(file: string, text: string, sidecar: Sidecar | undefined): void {
  writeComplete(file, file.endsWith('.gz') ? process.getBuiltinModule('node:zlib').gzipSync(text) : text);
  if (isStream(file)) return;
  if (sidecar) writeComplete(sidecarName(file), JSON.stringify(sidecar));
  else rmSync(sidecarName(file), { force: true });
}
