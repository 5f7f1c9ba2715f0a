import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Each request is answered with the address of a new database. */
    databases: string;
  }
}

/** Gives the tests of a run databases, all from one PostgreSQL, which the first that asks waits for. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined;
  const server = createServer((_request, response) => {
    postgres ??= startPostgres();
    postgres
      .then((running) => running.fresh())
      .then(
        (url) => response.end(url),
        (error) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  project.provide('databases', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    await (await postgres)?.stop();
  };
}
