import type { Table } from './simulator.ts';
import type { AnyVectorEnv } from './vector.ts';

/** One array of an observation: where it lies, and its shape, whose first number is the number of matches. */
export interface Part {
  readonly name: string;
  readonly type: 'int32' | 'uint8';
  readonly shape: readonly number[];
  readonly data: Int32Array | Uint8Array;
}

/** A table with the arrays that it is written to. */
interface TablePart {
  readonly table: Table<unknown, unknown>;
  readonly most: number;
  /** Numbers of one view: most × fields. */
  readonly length: number;
  readonly lines: Int32Array;
  /** One number a view; undefined for a table that always has all its lines. */
  readonly counts: Int32Array | undefined;
}

export interface ObserverOptions {
  /** The seats whose views are written, each after the other for every match. */
  readonly seats: readonly number[];
  /** Planes of everything, not only of what a player has before it. */
  readonly all: boolean;
}

/**
 * Writes what there is to see of all matches of an env into one block of memory: rewards (matches × seats), rounds, and for each
 * match and seat that looks its tables and planes; ends. An array's lines after the last one of a table are 0.
 */
export class Observer {
  readonly parts: readonly Part[];
  /** All parts, one after the other. */
  readonly bytes: Uint8Array;
  private readonly env: AnyVectorEnv;
  private readonly seats: readonly number[];
  private readonly columns: number;
  private readonly plane: number;
  private readonly rewards: Int32Array;
  private readonly rounds: Int32Array;
  private readonly tables: readonly TablePart[];
  private readonly dones: Uint8Array;
  private readonly planes: Uint8Array;

  constructor(env: AnyVectorEnv, { seats, all }: ObserverOptions) {
    const { board, simulator, size } = env;
    const [rows, columns] = simulator.shape(board, all);
    this.env = env;
    this.seats = seats;
    this.columns = columns;
    this.plane = simulator.planes.length * rows * columns;
    const views = [size, seats.length];
    const list: { name: string; type: Part['type']; shape: number[] }[] = [
      { name: 'rewards', type: 'int32', shape: [size, env.seats] },
      { name: 'rounds', type: 'int32', shape: [size] },
    ];
    for (const table of simulator.tables) {
      const shape = [...views, table.most(board), table.fields.length];
      list.push({ name: table.name, type: 'int32', shape });
      if (table.counted) list.push({ name: `${table.name}_count`, type: 'int32', shape: views });
    }
    list.push({ name: 'dones', type: 'uint8', shape: [size] });
    list.push({ name: 'planes', type: 'uint8', shape: [...views, simulator.planes.length, rows, columns] });

    const { parts, buffer } = layOut(list);
    this.parts = parts;
    this.bytes = new Uint8Array(buffer);
    const words = (name: string) => parts.find((part) => part.name === name)?.data as Int32Array;
    const bytes = (name: string) => parts.find((part) => part.name === name)?.data as Uint8Array;
    this.rewards = words('rewards');
    this.rounds = words('rounds');
    this.dones = bytes('dones');
    this.planes = bytes('planes');
    this.tables = simulator.tables.map((table) => {
      const most = table.most(board);
      const length = most * table.fields.length;
      const counts = table.counted ? words(`${table.name}_count`) : undefined;
      return { table, most, length, lines: words(table.name), counts };
    });
  }

  /** Writes all parts anew. */
  observe(): void {
    const { env, seats } = this;
    for (let match = 0; match < env.size; match++) {
      const state = env.states[match];
      this.rounds[match] = env.game.round(state);
      for (let i = 0; i < seats.length; i++) this.observeView(state, seats[i], match * seats.length + i);
    }
    this.rewards.set(env.rewards);
    this.dones.set(env.dones);
  }

  private observeView(state: unknown, seat: number, view: number): void {
    for (const { table, most, length, lines, counts } of this.tables) {
      const count = table.write(state, seat, most, lines, view * length);
      if (counts === undefined) continue;
      const fields = table.fields.length;
      const before = Math.min(counts[view], most);
      if (count < before) lines.fill(0, view * length + count * fields, view * length + before * fields);
      counts[view] = count;
    }
    this.env.simulator.writePlanes(state, seat, this.columns, this.planes, view * this.plane);
  }
}

/** Puts arrays one after the other into one buffer; those of 32-bit numbers must come first. */
function layOut(list: readonly Omit<Part, 'data'>[]): { parts: Part[]; buffer: ArrayBuffer } {
  const bytesOf = ({ type, shape }: Omit<Part, 'data'>) =>
    shape.reduce((product, side) => product * side, type === 'int32' ? 4 : 1);
  const buffer = new ArrayBuffer(list.reduce((sum, part) => sum + bytesOf(part), 0));
  let at = 0;
  const parts = list.map((part) => {
    const bytes = bytesOf(part);
    const data = part.type === 'int32' ? new Int32Array(buffer, at, bytes / 4) : new Uint8Array(buffer, at, bytes);
    at += bytes;
    return { ...part, data };
  });
  return { parts, buffer };
}
