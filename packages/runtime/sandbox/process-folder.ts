import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_MARK, ownerIsGone, ownerMark } from '../groups/owner-mark.ts';

let root: string | undefined;
let count = 0;
const forgetters = new Set<() => void>();

/**
 * A temporary folder `ludus-WHAT-MARK-…` of this process. If the process is killed, the next process that creates such
 * a folder removes it. Other users can pass through the folder but cannot list it.
 */
export function ownedFolder(what: string): string {
  removeAbandonedFolders();
  const made = mkdtempSync(join(tmpdir(), `ludus-${what}-${ownerMark()}-`));
  chmodSync(made, 0o711);
  return made;
}

/** A folder for this process only. All users can read its files, and the folder is removed when the process ends. */
export function processFolder(): string {
  if (root === undefined) {
    root = ownedFolder('sandbox');
    process.once('exit', clearProcessFolders);
  }
  const folder = join(root, String(count++));
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

/**
 * Removes this process's private folder immediately; it is created again when needed. Tests call this function, because
 * their process may be killed without warning.
 */
export function clearProcessFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
  for (const forget of forgetters) forget();
}

/** Registers a function that is called when the folders are removed, for code that remembers their paths. */
export function onProcessFoldersCleared(forget: () => void): void {
  forgetters.add(forget);
}

/** Removes the folders that killed processes of this user have left. */
export function removeAbandonedFolders(): void {
  removeWhere(ownerIsGone);
}

/** Removes all folders of this process. Any thread may call this function when the process is about to be killed. */
export function removeOwnFolders(): void {
  const own = ownerMark();
  removeWhere((mark) => mark === own);
}

function removeWhere(wanted: (mark: string) => boolean): void {
  const pattern = new RegExp(`^ludus-[a-z]+-${OWNER_MARK}-`);
  for (const name of readdirSync(tmpdir())) {
    const mark = pattern.exec(name)?.[1];
    if (mark === undefined || !wanted(mark)) continue;
    const folder = join(tmpdir(), name);
    try {
      if (lstatSync(folder).uid !== process.getuid?.()) continue;
      // Retries, because a process that was killed a moment ago may still be writing to the folder.
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Another process has already removed it.
    }
  }
}
