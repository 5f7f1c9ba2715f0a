import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address to which tests send requests; each reply is the address of a new database. */
    databases: string;
  }
}

/** The databases of a test run, all in one PostgreSQL, which starts at a test's first request. */
export class RunDatabases {
  readonly url: string;
  private readonly server: Server;
  private postgres: Promise<TestPostgres> | undefined;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on('request', (_request, response) => {
      this.fresh().then(
        (url) => response.end(url),
        (error) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async open(): Promise<RunDatabases> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new RunDatabases(server);
  }

  /** Stops the PostgreSQL of this run; the next run starts another PostgreSQL. */
  async end(): Promise<void> {
    const postgres = this.postgres;
    this.postgres = undefined;
    await (await postgres?.catch(() => undefined))?.stop();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.end();
  }

  private async fresh(): Promise<string> {
    // The module is loaded here, since most test runs need no database.
    this.postgres ??= import('./postgres.ts').then(({ startPostgres }) => startPostgres());
    return await (await this.postgres).fresh();
  }
}
