import { readSync, writeSync } from 'node:fs';
import type { Observer } from './observer.ts';
import type { AnyVectorEnv } from './vector.ts';

/**
 * Serves a VectorEnv to another program over two file descriptors; docs/research.md describes the bytes (little-endian).
 * First a line of JSON with the shapes, then one answer to each request: `r` reset all, `R` reset one, `s` step, `v` save,
 * `l` load, `L` load into all, `d` drop a saved state. It ends with its input.
 */
export function servePipe(env: AnyVectorEnv, observer: Observer, input = 0, output = 1): void {
  const saved = new Map<number, unknown>();
  let nextHandle = 1;

  const observe = (): void => {
    observer.observe();
    writeAll(output, observer.bytes);
  };

  writeAll(output, Buffer.from(`${JSON.stringify(shapes(env, observer))}\n`));
  const reader = new Reader(input);
  const actions = new Uint8Array(env.size * env.units);
  for (let request = reader.byte(); request !== undefined; request = reader.byte()) {
    switch (String.fromCharCode(request)) {
      case 'r':
        env.reset(reader.int());
        observe();
        break;
      case 'R':
        env.resetMatch(matchOf(reader, env), reader.int());
        observe();
        break;
      case 's':
        reader.fill(actions);
        env.step(actions);
        observe();
        break;
      case 'v':
        saved.set(nextHandle, env.save(matchOf(reader, env)));
        writeAll(output, Buffer.from(Int32Array.of(nextHandle++).buffer));
        break;
      case 'l': {
        const match = matchOf(reader, env);
        const snapshot = saved.get(reader.int());
        if (!snapshot) throw new Error('there is no such saved state');
        env.restore(match, snapshot);
        observe();
        break;
      }
      case 'L': {
        const snapshot = saved.get(reader.int());
        if (!snapshot) throw new Error('there is no such saved state');
        for (let match = 0; match < env.size; match++) env.restore(match, snapshot);
        observe();
        break;
      }
      case 'd':
        saved.delete(reader.int());
        break;
      default:
        throw new Error(`there is no request ${request}`);
    }
  }
}

/** The first line: everything that the other side needs to take the answers apart. */
function shapes(env: AnyVectorEnv, observer: Observer): object {
  const { board, game, simulator } = env;
  return {
    protocol: 2,
    game: game.id,
    size: env.size,
    seats: env.seats,
    units: env.units,
    rounds: simulator.rounds(board),
    actions: simulator.actionNames,
    noAction: simulator.noAction,
    planes: simulator.planes,
    planeMost: simulator.planeMost,
    tables: simulator.tables.map(({ name, fields, counted }) => ({ name, fields, counted })),
    parts: observer.parts.map(({ name, type, shape }) => ({ name, type, shape })),
    settings: simulator.settings(board),
  };
}

function matchOf(reader: Reader, env: AnyVectorEnv): number {
  const match = reader.int();
  if (match < 0 || match >= env.size) throw new Error(`there is no match ${match}`);
  return match;
}

/** Reads whole values from a descriptor, waiting for them. */
class Reader {
  private readonly descriptor: number;
  private readonly small = new DataView(new ArrayBuffer(4));

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** The next byte, or undefined at the end. */
  byte(): number | undefined {
    return readSome(this.descriptor, this.small, 0, 1) === 0 ? undefined : this.small.getUint8(0);
  }
  int(): number {
    this.fill(new Uint8Array(this.small.buffer));
    return this.small.getInt32(0, true);
  }
  fill(into: Uint8Array): void {
    for (let at = 0; at < into.length; ) {
      const count = readSome(this.descriptor, into, at, into.length - at);
      if (count === 0) throw new Error('the input ended in the middle of a request');
      at += count;
    }
  }
}

function readSome(descriptor: number, into: NodeJS.ArrayBufferView, at: number, length: number): number {
  for (;;) {
    try {
      return readSync(descriptor, into, at, length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at, bytes.length - at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
