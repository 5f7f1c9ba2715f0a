import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store, type StorePlace } from '../store/open.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from './postgres.ts';

/** The same tests on both databases. `fresh` gives the place of a new one; what was opened is closed by the test. */
export function onBothDatabases(tests: (database: { fresh(): StorePlace; open(): Promise<Store> }) => void): void {
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
