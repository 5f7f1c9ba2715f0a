import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_MARK, ownerIsGone, ownerMark } from '../process/owner.ts';

let root: string | undefined;
let count = 0;
const forgetters = new Set<() => void>();

/** A folder of this process alone, readable for all users; it goes when the process does. */
export function processFolder(): string {
  if (root === undefined) {
    removeLeftOver();
    const made = mkdtempSync(join(tmpdir(), `ludus-sandbox-${ownerMark()}-`));
    chmodSync(made, 0o755);
    process.once('exit', clearProcessFolders);
    root = made;
  }
  const folder = join(root, String(count++));
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

/** Removes all copies at once; they are made again when they are needed. For tests, whose process may end without notice. */
export function clearProcessFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
  for (const forget of forgetters) forget();
}

/** Whoever remembers folders of ours is told when they are gone. */
export function onProcessFoldersCleared(forget: () => void): void {
  forgetters.add(forget);
}

/** Folders of processes of this user that were killed. */
function removeLeftOver(): void {
  const pattern = new RegExp(`^ludus-sandbox-${OWNER_MARK}-`);
  for (const name of readdirSync(tmpdir())) {
    const mark = pattern.exec(name)?.[1];
    if (mark === undefined || !ownerIsGone(mark)) continue;
    const folder = join(tmpdir(), name);
    try {
      if (lstatSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another referee has removed it.
    }
  }
}
