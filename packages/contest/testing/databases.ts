import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { openStore, type Store, type StorePlace } from '../store/open.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from './postgres.ts';

interface Database {
  /** The place of a new one. */
  fresh(): StorePlace;
  /** A new one; the test closes it. */
  open(): Promise<Store>;
}

/** The same tests on both databases in a long run; a quick one has PostgreSQL alone, as other tests of the server run in a folder. */
export function onBothDatabases(tests: (database: Database) => void): void {
  if (IS_LONG_RUN || postgresPrograms() === undefined) inFolder(tests);
  onPostgres(tests);
}

export function inFolder(tests: (database: Database) => void): void {
  describe('in a folder', () => {
    const folders: string[] = [];
    const fresh = () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ludus-store-'));
      folders.push(dataDir);
      return { dataDir };
    };
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    tests({ fresh, open: () => openStore(fresh()) });
  });
}

export function onPostgres(tests: (database: Database) => void): void {
  describe.skipIf(postgresPrograms() === undefined)('on PostgreSQL (without it: skipped, install postgresql)', () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());
    const fresh = () => ({ databaseUrl: server.fresh() });
    tests({ fresh, open: () => openStore(fresh()) });
  });
}
