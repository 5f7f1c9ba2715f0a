import { readSync, writeSync } from 'node:fs';
import { MISSILE_FIELDS, PLANES, UNIT_FIELDS, writeMissiles, writePlanes, writeUnits } from './observe.ts';
import { ACTIONS, NO_ACTION, type Snapshot, type VectorEnv } from './vector.ts';

/** Missiles that an observation lists at most. */
const MOST_MISSILES = 64;

/**
 * Serves a VectorEnv to another program over two file descriptors; docs/research.md describes the bytes (little-endian).
 * First a line of JSON with the shapes, then one answer to each request: `r` reset all, `R` reset one, `s` step, `v` save,
 * `l` load, `L` load into all, `d` drop a saved state. It ends with its input.
 * @param columns how many columns from the window's left edge the planes show
 */
export function servePipe(env: VectorEnv, columns: number, input = 0, output = 1): void {
  const { settings } = env.board;
  const plane = PLANES.length * settings.rows * columns;
  const units = env.units * UNIT_FIELDS.length;
  const missiles = MOST_MISSILES * MISSILE_FIELDS.length;
  // One buffer for a whole answer, in this order: rewards, units, missile counts, missiles, rounds; dones, planes.
  const words = env.size * (env.seats + units + 1 + missiles + 1);
  const answer = new ArrayBuffer(4 * words + env.size * (1 + plane));
  const parts = layout(answer, env, units, missiles, plane);
  const saved = new Map<number, Snapshot>();
  let nextHandle = 1;

  const observe = (): void => {
    for (let match = 0; match < env.size; match++) {
      const state = env.states[match];
      writeUnits(state, 0, parts.units, match * units);
      parts.missileCounts[match] = writeMissiles(state, 0, MOST_MISSILES, parts.missiles, match * missiles);
      parts.rounds[match] = env.game.round(state);
      writePlanes(state, 0, columns, parts.planes, match * plane);
    }
    parts.rewards.set(env.rewards);
    parts.dones.set(env.dones);
    writeAll(output, new Uint8Array(answer));
  };

  writeAll(output, Buffer.from(`${JSON.stringify(shapes(env, columns))}\n`));
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
function shapes(env: VectorEnv, columns: number): object {
  return {
    protocol: 1,
    game: env.game.id,
    size: env.size,
    seats: env.seats,
    units: env.units,
    actions: ACTIONS,
    noAction: NO_ACTION,
    rows: env.board.settings.rows,
    columns,
    planes: PLANES,
    unitFields: UNIT_FIELDS,
    missileFields: MISSILE_FIELDS,
    mostMissiles: MOST_MISSILES,
    settings: env.board.settings,
  };
}

function layout(answer: ArrayBuffer, env: VectorEnv, units: number, missiles: number, plane: number) {
  let at = 0;
  const ints = (length: number): Int32Array => {
    const part = new Int32Array(answer, at, length);
    at += 4 * length;
    return part;
  };
  const bytes = (length: number): Uint8Array => {
    const part = new Uint8Array(answer, at, length);
    at += length;
    return part;
  };
  return {
    rewards: ints(env.size * env.seats),
    units: ints(env.size * units),
    missileCounts: ints(env.size),
    missiles: ints(env.size * missiles),
    rounds: ints(env.size),
    dones: bytes(env.size),
    planes: bytes(env.size * plane),
  };
}

function matchOf(reader: Reader, env: VectorEnv): number {
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
