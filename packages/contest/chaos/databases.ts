import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownedFolder } from '@ludus/runtime/files.ts';
import type { StorePlace } from '../store/open.ts';
import { databaseEnded } from '../store/postgres/folder-database.ts';

/**
 * A temporary database, with a copy of one of its earlier states. The copy is made and restored only while no server is
 * running.
 */
export interface ChaosDatabase {
  /** Creates an empty database. */
  fresh(): StorePlace;
  /** Copies the current state, and replaces the previous copy. */
  keep(place: StorePlace): Promise<void>;
  /** Restores the copied state. */
  putBack(place: StorePlace): Promise<void>;
  close(): Promise<void>;
}

/** Returns databases in temporary folders. */
export function chaosDatabase(): ChaosDatabase {
  const root = ownedFolder('chaos');
  let made = 0;
  const copyOf = (folder: string) => `${folder}.copy`;
  const folderOf = (place: StorePlace) => (place as { readonly dataDir: string }).dataDir;
  return {
    fresh() {
      return { dataDir: join(root, String(++made)) };
    },
    async keep(place) {
      await databaseEnded(folderOf(place));
      copy(folderOf(place), copyOf(folderOf(place)));
    },
    async putBack(place) {
      await databaseEnded(folderOf(place));
      copy(copyOf(folderOf(place)), folderOf(place));
    },
    async close() {
      // The last server was killed, but its PostgreSQL may still be writing.
      for (; made > 0; made--) await databaseEnded(join(root, String(made)));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Copies a folder with owners and permissions, as PostgreSQL requires. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}
