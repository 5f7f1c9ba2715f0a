import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A name that one process of this machine has at a time. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of a name, or gives undefined when it is taken. A lock is an open socket: it goes with its process however that ends,
 * and another process that gets the same number doesn't have it.
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
    // No process listens there any longer. A file is left if its process was killed.
    if (hasFile) rmSync(address, { force: true });
  }
}

/** Takes the lock of a name; waits until each process that has it before releases it or ends. */
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
 * On Linux a name without a file, on Windows a pipe. Elsewhere a socket file in the folder for temporary files, because other
 * paths may be too long.
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

/** A connection to the process that has the lock; undefined if none has it. */
function reach(address: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect(address);
    socket.once('connect', () => done(socket));
    socket.on('error', () => done(undefined));
  });
}
