import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownedFolder } from '@ludus/runtime/files.ts';
import type { StorePlace } from '../store/open.ts';
import { databaseEnded } from '../store/postgres/folder-database.ts';

/** A database of a run's own, with copies of earlier states of it. A copy is made and put back while no server is there. */
export interface ChaosDatabase {
  /** A new, empty database. */
  fresh(): StorePlace;
  /** Keeps a copy of how it is now, instead of the one before. */
  keep(place: StorePlace): Promise<void>;
  /** Makes it what it was when it was kept. */
  putBack(place: StorePlace): Promise<void>;
  close(): Promise<void>;
}

/** Databases in folders that go with it. */
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
      // The last server was killed: its PostgreSQL still writes.
      for (; made > 0; made--) await databaseEnded(join(root, String(made)));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** With owners and rights, as PostgreSQL needs them. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}
