import { serveTest } from './contest.ts';

/** The messages of a server in a separate process: its address, and the people and data in its database. */
export interface FolderReport {
  readonly url: string;
  readonly organiserSecret: string | undefined;
  readonly people: readonly string[];
  readonly files: readonly string[];
}

// A contest's server on the folder that it is given, until it is killed. It reports when it is ready, and each time it has its database back.
const server = await serveTest(
  { dataDir: process.argv[2] },
  { say: (sentence) => sentence === 'the database is there again' && void report() },
);
await report();

async function report(): Promise<void> {
  const { db } = server.context.store;
  const people = await db.selectFrom('people').select('name').execute();
  const files = await db.selectFrom('submissions').select('file').execute();
  process.send!({
    url: server.url,
    organiserSecret: server.organiserSecret,
    people: people.map(({ name }) => name),
    files: files.map(({ file }) => file),
  } satisfies FolderReport);
}
