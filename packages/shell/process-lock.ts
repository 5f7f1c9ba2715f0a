import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The lock of a name, which only one process on this machine can have at a time. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Acquires the lock of a name; returns undefined if another process has the lock. A lock is an open socket. The system
 * closes the socket when its process ends, and another process with the same id doesn't inherit it.
 */
export async function tryLock(name: string): Promise<ProcessLock | undefined> {
  const address = addressOf(name);
  for (let attempt = 0; ; attempt++) {
    const held = new Set<Socket>();
    const server = createServer((socket) => {
      held.add(socket);
      socket.on('error', () => {}).once('close', () => held.delete(socket));
      socket.unref();
    });
    if (await listen(server, address)) {
      server.unref();
      return {
        release: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of held) socket.destroy();
          }),
      };
    }
    const holder = await reach(address);
    holder?.destroy();
    if (attempt > 0 || holder !== undefined) return undefined;
    // No process is listening at this address any longer. A killed process leaves the file behind.
    if (hasFile) rmSync(address, { force: true });
  }
}

/** Acquires the lock of a name; waits while another process has the lock. */
export async function waitForLock(name: string): Promise<ProcessLock> {
  for (;;) {
    const lock = await tryLock(name);
    if (lock) return lock;
    const holder = await reach(addressOf(name));
    if (holder) await new Promise((done) => holder.once('close', done).resume());
  }
}

const hasFile = process.platform !== 'linux' && process.platform !== 'win32';

/**
 * On Linux, the address is a name without a file, and on Windows, a pipe. On other systems, it is a socket file in the
 * folder for temporary files, because other paths may be too long.
 */
function addressOf(name: string): string {
  const short = `ludus-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${short}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`;
  return join(tmpdir(), `${short}.sock`);
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(false);
      else failed(error);
    });
    server.listen(address, () => done(true));
  });
}

/** A connection to the process that has the lock; undefined if no process has it. */
function reach(address: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect(address);
    socket.once('connect', () => done(socket));
    socket.on('error', () => done(undefined));
  });
}
