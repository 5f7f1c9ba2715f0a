import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another process has the folder. */
export class FolderTaken extends Error {}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * A database in a folder is for one process at a time, and does not see to that itself. Who has it holds an open socket: it is gone
 * with its process however that ends, and a process that only has the same number does not have it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = addressOf(realpathSync(folder));
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => socket.destroy());
    const taken = await listen(server, address);
    if (!taken) {
      server.unref();
      return { release: () => new Promise((done) => server.close(() => done())) };
    }
    if (attempt > 0 || (await answers(address)))
      throw new FolderTaken(`another process has the database in ${folder}: end it first`);
    // A file that nobody listens at was left by a process that was killed.
    rmSync(address, { force: true });
  }
}

/** On Linux a name without a file; a pipe on Windows; elsewhere a socket's file in the folder for such things, for paths may be too long. */
function addressOf(folder: string): string {
  const name = `ludus-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(true);
      else failed(error);
    });
    server.listen(address, () => done(false));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
