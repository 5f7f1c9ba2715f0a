import { existsSync, openAsBlob, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';

/** The thread in which the database in a folder lives: one question at a time, one answer each, in order. */
const { folder } = workerData as { readonly folder: string | undefined };
/** Bytes go to the database and back as hexadecimal digits; what comes with it makes them one by one. */
const bytes = {
  serializers: { [types.BYTEA]: (value: Uint8Array) => `\\x${asBuffer(value).toString('hex')}` },
  // A buffer of its own, since all of the memory that it is in goes to the other thread.
  parsers: { [types.BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
};
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);
const database = await openDatabase();
const port = parentPort!;

/** Making an empty database takes two seconds; the tests keep one and begin with it. */
async function openDatabase(): Promise<PGlite> {
  const kept = process.env.LUDUS_EMPTY_DATABASE;
  const isNew = folder === undefined || !existsSync(join(folder, 'PG_VERSION'));
  const loadDataDir = kept !== undefined && isNew && existsSync(kept) ? await openAsBlob(kept) : undefined;
  const opened = await PGlite.create({
    ...bytes,
    ...(folder !== undefined && { dataDir: folder }),
    ...(loadDataDir && { loadDataDir }),
  });
  if (kept !== undefined && isNew && loadDataDir === undefined) {
    const own = `${kept}.${process.pid}-${threadId}`;
    writeFileSync(own, Buffer.from(await (await opened.dumpDataDir('none')).arrayBuffer()));
    renameSync(own, kept);
  }
  return opened;
}

let queue: Promise<unknown> = Promise.resolve();
port.on('message', (question: Question) => {
  queue = queue.then(async () => {
    if (question.kind === 'close') {
      await database.close();
      port.postMessage({ id: question.id, rows: [] });
      port.close();
      return;
    }
    try {
      const { rows, affectedRows } = await database.query(question.sql, [...question.parameters]);
      port.postMessage({ id: question.id, rows, affected: affectedRows });
    } catch (error) {
      const { message, code, constraint, detail } = error as Error & Record<string, string>;
      port.postMessage({ id: question.id, error: { message, code, constraint, detail } });
    }
  });
});
port.postMessage({ id: 0, rows: [] });

export type Question = { readonly id: number } & (
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'close' }
);
export interface Answer {
  readonly id: number;
  readonly rows?: readonly unknown[];
  readonly affected?: number;
  readonly error?: { readonly message: string; readonly code?: string; readonly constraint?: string };
}
