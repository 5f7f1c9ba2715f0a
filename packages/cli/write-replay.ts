import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Sidecar, sidecarFileName } from '@ludus/game/replay.ts';
import { isStream, writeComplete } from '@ludus/shell/files.ts';

/** Writes a replay (gzipped if its name ends in `.gz`) and its sidecar if the sidecar isn't empty. */
export function writeReplay(file: string, text: string, sidecar: Sidecar | undefined): void {
  writeComplete(file, file.endsWith('.gz') ? process.getBuiltinModule('node:zlib').gzipSync(text) : text);
  if (isStream(file)) return;
  if (sidecar) writeComplete(sidecarFileName(file), JSON.stringify(sidecar));
  else rmSync(sidecarFileName(file), { force: true });
}

/**
 * Returns the hash by which a sidecar identifies its replay: the SHA-256 of the replay's text with Unix line endings,
 * in hexadecimal digits.
 */
export function replayHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n'), 'utf8').digest('hex');
}
