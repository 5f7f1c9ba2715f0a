import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Cable } from '../chaos/links.ts';
import { SharedDatabase } from '../chaos/shared-database.ts';
import { openStore } from './open.ts';

// Slow: a PostgreSQL, and a process in another network namespace.
const HOLDER = fileURLToPath(new URL('../testing/hold-store.ts', import.meta.url));

test.skipIf(Cable.problem(1) !== undefined)(
  'a lost machine’s lock on a row expires (skipped without network namespaces: run as root with iproute2)',
  async () => {
    const database = new SharedDatabase();
    onTestFinished(() => database.close());
    await database.start(1, () => {});
    const [link] = database.links;
    const [execPath, ...args] = link.within;
    const place = JSON.stringify({ databaseUrl: link.databaseUrl });
    const holder = fork(HOLDER, [place, 'Ada'], {
      execPath,
      execArgv: [...args, process.execPath, ...process.execArgv],
    });
    await once(holder, 'message');
    link.part(true);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await link.close();
    const store = await openStore({ databaseUrl: database.url });
    onTestFinished(() => store.close());
    const [{ numUpdatedRows }] = await store.db.updateTable('people').set({ locale: 'es' }).execute();
    expect(numUpdatedRows).toBe(1n);
  },
);
