import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Answer, Question } from './pglite-thread.ts';

/** A database in a folder (without one: in memory) that lives in a thread of its own, so that the server answers while it works. */
export function pgliteDialect(folder: string | undefined): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ThreadDriver(folder),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

interface Waiting {
  readonly done: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/** There is one connection: who wants it waits for its turn. */
class ThreadDriver implements Driver {
  private readonly folder: string | undefined;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 0;
  private turn: Promise<void> = Promise.resolve();
  private readonly releases = new WeakMap<DatabaseConnection, () => void>();
  private ended: Error | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  async init(): Promise<void> {
    const worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), { workerData: { folder: this.folder } });
    this.worker = worker;
    worker.on('message', (answer: Answer) => this.take(answer));
    worker.on('error', (error: Error) => this.end(error));
    worker.on('exit', () => this.end(new Error('the database’s thread has ended')));
    const id = this.nextId++;
    await new Promise<Answer>((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.turn;
    let release = () => {};
    this.turn = new Promise((done) => {
      release = done;
    });
    await before;
    const connection: DatabaseConnection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
        const { rows = [], affected } = await this.ask({ kind: 'query', sql, parameters });
        return { rows: rows as R[], ...(affected !== undefined && { numAffectedRows: BigInt(affected) }) };
      },
      // biome-ignore lint/correctness/useYield: there are no streams
      async *streamQuery() {
        throw new Error('the database in a folder gives no streams');
      },
    };
    this.releases.set(connection, release);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.releases.get(connection)?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.turn;
    if (this.worker && !this.ended) await this.ask({ kind: 'close' });
    await this.worker?.terminate();
  }

  private async ask(
    question: { kind: 'query'; sql: string; parameters: readonly unknown[] } | { kind: 'close' },
  ): Promise<Answer> {
    if (this.ended) throw this.ended;
    const id = this.nextId++;
    const answer = await new Promise<Answer>((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker!.postMessage({ ...question, id } satisfies Question);
    });
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  }

  private take(answer: Answer): void {
    this.waiting.get(answer.id)?.done(answer);
    this.waiting.delete(answer.id);
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { failed } of this.waiting.values()) failed(error);
    this.waiting.clear();
  }
}
