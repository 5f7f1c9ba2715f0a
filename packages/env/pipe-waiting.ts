import { read } from 'node:fs';
import { cutOff, lengthOf } from './requests.ts';

/** The part of a pipe server that answers requests. */
interface Server {
  sayHead(): void;
  answer(kind: number, bytes: Uint8Array): void | Promise<void>;
  close(): void;
}

/** The matches with players that must be stopped at the end. */
interface Players {
  close(): Promise<void>;
}

/**
 * Serves requests as `servePipe` does, while it waits for players' programs. Also watches the input: when it ends, the
 * client is gone, so the programs are stopped immediately.
 */
export async function serveWaiting(players: Players, server: Server, input: number): Promise<void> {
  try {
    server.sayHead();
    const kind = new Uint8Array(1);
    let next = fill(input, kind);
    while (await next) {
      const [asked] = kind;
      const length = new Uint8Array(4);
      if (!(await fill(input, length))) throw cutOff();
      const bytes = new Uint8Array(lengthOf(new DataView(length.buffer).getUint32(0, true)));
      if (!(await fill(input, bytes))) throw cutOff();
      const answered = server.answer(asked, bytes);
      next = fill(input, kind);
      if (!(await Promise.race([answered, gone(next)]))) continue;
      answered?.catch(() => {
        // The client is gone, so nothing waits for this promise any longer.
      });
      break;
    }
  } finally {
    await players.close();
    server.close();
  }
}

/** Resolves with true at the end of the input. Until then, the promise stays pending. */
function gone(next: Promise<boolean>): Promise<true> {
  return new Promise((resolve, reject) => {
    next.then((isThere) => isThere || resolve(true), reject);
  });
}

/** Fills bytes from a descriptor; returns false if the input ends too early. */
async function fill(descriptor: number, into: Uint8Array): Promise<boolean> {
  for (let at = 0; at < into.length; ) {
    const count = await some(descriptor, into, at);
    if (count === 0) return false;
    at += count;
  }
  return true;
}

function some(descriptor: number, into: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, at, into.length - at, null, (error, count) => {
      if (!error) resolve(count);
      else if (error.code === 'EOF') resolve(0);
      else if (error.code !== 'EAGAIN') reject(error);
      else setTimeout(() => some(descriptor, into, at).then(resolve, reject), 1);
    });
  });
}
