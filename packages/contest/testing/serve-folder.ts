import { serveTest } from './contest.ts';

/** A message of a server in a separate process: its address, and the people and data in its database. */
export interface FolderReport {
  readonly url: string;
  readonly organiserSecret: string | undefined;
  readonly people: readonly string[];
  readonly files: readonly string[];
}

// Runs a contest's server on the given folder until it is killed. The server reports when it is ready, and each time
// its database is available again.
const server = await serveTest(
  { dataDir: process.argv[2] },
  { say: (sentence) => sentence === 'the database is available again' && void report() },
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
