import type { Game } from '@ludus/game/game.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import type { Actions } from './actions.ts';
import { type BlockPlace, layOut, type Part, type PartShape } from './parts.ts';
import { type AnySimulator, PLANES_SLACK, type PlaneKeeper, type Table } from './simulator.ts';
import type { AnyVectorEnv } from './vector.ts';

export interface ObserverOptions {
  /** The seats with observations. In each match, the seats' observations follow each other in this order. */
  readonly seats: readonly number[];
  /** Optional parts: names of tables, `planes`, `mask`, `actors`, or `hashes`. */
  readonly observe: readonly string[];
  /** Whether planes show everything, not only the part that a player can see. */
  readonly all: boolean;
}

/** A table with its output arrays. */
interface TablePart {
  readonly table: Table<unknown, unknown>;
  readonly most: number;
  /** Number of values in a view: the maximum number of lines × the number of fields. */
  readonly length: number;
  readonly lines: Int32Array;
  /** The number of lines in each view; undefined for a table that always has all its lines. */
  readonly counts: Int32Array | undefined;
}

/** The observed matches. */
export interface ObservedMatches {
  // biome-ignore lint/suspicious/noExplicitAny: board, state and move only travel between the game's own functions
  readonly game: Game<any, any, any>;
  readonly simulator: AnySimulator;
  readonly board: unknown;
  readonly seats: number;
  readonly units: number;
  readonly hasManyBoards: boolean;
}

/** The names that `ObserverOptions.observe` accepts. */
export function observables(simulator: AnySimulator): string[] {
  const { planes, tables } = simulator;
  return [...tables.map(({ name }) => name), ...(planes.length > 0 ? ['planes'] : []), 'mask', 'actors', 'hashes'];
}

/**
 * Writes the observations of `size` matches into one block of memory. Rewards and scores (matches × seats), rounds, and
 * ends are always written. Tables and planes (matches × observing seats × …), the mask (matches × units × actions),
 * actors (matches × seats), and hashes are optional. After a table's last line, the remaining numbers are 0.
 */
export class Observer {
  /** The parts in their order. The array `data` of the planes (the last part) may be replaced in each observation. */
  readonly parts: readonly Part[];
  readonly size: number;
  private readonly of: ObservedMatches;
  private readonly seats: readonly number[];
  private readonly rewards: Int32Array;
  private readonly scores: Int32Array;
  private readonly rounds: Int32Array;
  private readonly dones: Uint8Array;
  private readonly tables: readonly TablePart[];
  private readonly hashes: Uint32Array | undefined;
  private readonly mask: Uint8Array | undefined;
  private readonly actors: Uint8Array | undefined;
  private readonly planes: PlaneKeeper<unknown> | undefined;
  /** The memory of all parts, including the space in which the planes may shift. */
  private readonly block: Uint8Array;
  /** The env's step count at the last observation. */
  private seen = 0;

  /** @param where the place in memory; if absent, new memory is allocated */
  constructor(of: ObservedMatches, size: number, options: ObserverOptions, where?: BlockPlace) {
    const { board, simulator } = of;
    const { seats, observe, all } = options;
    const block = layOut(partShapes(of, size, options), where);
    this.parts = block.parts;
    this.block = block.bytes;
    this.of = of;
    this.size = size;
    this.seats = seats;
    this.rewards = this.words('rewards')!;
    this.scores = this.words('scores')!;
    this.rounds = this.words('rounds')!;
    this.dones = this.byteArray('dones')!;
    this.mask = this.byteArray('mask');
    this.actors = this.byteArray('actors');
    const hashes = block.parts.find(({ name }) => name === 'hashes');
    this.hashes = hashes?.type === 'uint32' ? hashes.data : undefined;
    this.tables = tablesOf(simulator, observe).map((table) => {
      const most = table.most(board, of.hasManyBoards);
      const counts = this.words(`${table.name}_count`);
      return { table, most, length: most * table.fields.length, lines: this.words(table.name)!, counts };
    });
    const out = this.byteArray('planes');
    if (!out) return;
    const [rows, columns] = simulator.shape(board, all);
    const length = simulator.planes.length * rows * columns;
    const room = this.block.subarray(out.byteOffset - this.block.byteOffset);
    this.planes = simulator.keepPlanes?.(board, { seats, columns, count: size * seats.length }, room) ?? {
      at: 0,
      begin() {},
      draw: (view, state) => simulator.writePlanes(state, seats[view % seats.length], columns, out, view * length),
    };
  }

  /** Number of bytes by which the planes are currently shifted from their initial position. */
  get planesAt(): number {
    return this.planes?.at ?? 0;
  }

  /** The bytes of all parts in order, in one or two pieces. */
  get pieces(): readonly Uint8Array[] {
    const { block, parts, planesAt } = this;
    const { data, slack = 0 } = parts[parts.length - 1];
    const length = block.length - slack;
    if (planesAt === 0) return [block.subarray(0, length)];
    return [block.subarray(0, length - data.byteLength), new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
  }

  /** Begins an observation of all matches after this number of env steps (`MatchObserver.begin`). */
  begin(steps: number): void {
    const { parts, planes } = this;
    if (planes === undefined) return;
    const before = planes.at;
    planes.begin(steps - this.seen);
    this.seen = steps;
    if (planes.at === before) return;
    const part = parts[parts.length - 1] as { data: Uint8Array };
    const { buffer, byteOffset, length } = part.data;
    part.data = new Uint8Array(buffer, byteOffset + planes.at - before, length);
  }

  /** Plays one round in all matches of an env of the same size (`VectorEnv.step`), and rewrites all parts. */
  step(env: AnyVectorEnv, actions: Actions, renewed?: Uint8Array): void {
    env.step(actions, this, renewed);
    this.take(env);
  }

  /** The variant of `step` for players that are programs (`VectorEnv.stepWaiting`). */
  async stepWaiting(env: AnyVectorEnv, actions: Actions, renewed?: Uint8Array): Promise<void> {
    await env.stepWaiting(actions, this, renewed);
    this.take(env);
  }

  /** Rewrites all parts. */
  observe(env: AnyVectorEnv): void {
    this.begin(env.steps);
    for (let match = 0; match < this.size; match++) this.look(match, env.states[match]);
    this.take(env);
  }

  private take(env: AnyVectorEnv): void {
    this.rewards.set(env.rewards);
    this.scores.set(env.scores);
    this.dones.set(env.dones);
  }

  /** Writes a match's result: the sum of the rewards from `from` to `to`, the scores, and whether the match is over. */
  setEnd(match: number, rewards: Int32Array, from: number, to: number, scores: Int32Array, isOver: boolean): void {
    const { seats } = this.of;
    for (let seat = 0; seat < seats; seat++) {
      let sum = 0;
      for (let i = from + seat; i < to; i += seats) sum += rewards[i];
      this.rewards[match * seats + seat] = sum;
      this.scores[match * seats + seat] = scores[seat];
    }
    this.dones[match] = isOver ? 1 : 0;
  }

  /** Writes a state's observations into the row of a match. */
  look(match: number, state: unknown): void {
    const { game, simulator, units } = this.of;
    const { seats, tables, planes, rounds, mask, hashes } = this;
    rounds[match] = game.round(state);
    const isHidden = game.observe !== undefined;
    if (mask && isHidden) this.writeOwnMasks(state, mask, match * units * simulator.actionNames.length);
    else if (mask) simulator.writeMask(state, mask, match * units * simulator.actionNames.length);
    if (hashes) hashes[match] = hashSeen(this.of, this.seats, state);
    if (this.actors) this.writeActors(state, this.actors, match * this.of.seats);
    for (let i = 0; i < seats.length; i++) {
      const view = match * seats.length + i;
      const seen = isHidden ? observed(game, state, seats[i]) : state;
      for (let t = 0; t < tables.length; t++) writeTable(tables[t], seen, seats[i], view);
      if (planes) planes.draw(view, seen);
    }
  }

  /** Writes 1 for each seat that acts in this round, and 0 for each other seat. After the match's end, all are 0. */
  private writeActors(state: unknown, actors: Uint8Array, at: number): void {
    const { game, seats } = this.of;
    const isOver = game.isOver(state);
    const acting = isOver ? [] : game.actors?.(state);
    for (let seat = 0; seat < seats; seat++) actors[at + seat] = acting === undefined || acting.includes(seat) ? 1 : 0;
  }

  /**
   * A mask of legal actions can reveal hidden information. Therefore, each observing seat has a separate mask, and the
   * other seats have only `noAction`.
   */
  private writeOwnMasks(state: unknown, mask: Uint8Array, at: number): void {
    const { game, simulator, units, seats } = this.of;
    const actions = simulator.actionNames.length;
    mask.fill(0, at, at + units * actions);
    for (let unit = 0; unit < units; unit++) mask[at + unit * actions + simulator.noAction] = 1;
    const length = (units / seats) * actions;
    const own = new Uint8Array(units * actions);
    for (const seat of this.seats) {
      simulator.writeMask(observed(game, state, seat), own, 0);
      mask.set(own.subarray(seat * length, (seat + 1) * length), at + seat * length);
    }
  }

  private words(name: string): Int32Array | undefined {
    const part = this.parts.find((each) => each.name === name);
    return part?.type === 'int32' ? part.data : undefined;
  }

  private byteArray(name: string): Uint8Array | undefined {
    const part = this.parts.find((each) => each.name === name);
    return part?.type === 'uint8' ? part.data : undefined;
  }
}

/**
 * Returns a hash of a state or, in a game with hidden information, of these seats' observations. A hash of the whole
 * state would confirm guesses about hidden parts.
 */
export function hashSeen({ game }: Pick<ObservedMatches, 'game'>, seats: readonly number[], state: unknown): number {
  if (game.observe === undefined) return game.hash(state) >>> 0;
  return seats.reduce((hash, seat) => mix(hash, game.hash(observed(game, state, seat))), HASH_START);
}

const tablesOf = ({ tables }: AnySimulator, observe: readonly string[]) =>
  tables.filter(({ name }) => observe.includes(name));

/** The arrays of an observation of `size` matches, in their order. */
export function partShapes(of: ObservedMatches, size: number, { seats, observe, all }: ObserverOptions): PartShape[] {
  const { board, simulator } = of;
  const views = [size, seats.length];
  const words: PartShape[] = [
    { name: 'rewards', type: 'int32', shape: [size, of.seats] },
    { name: 'scores', type: 'int32', shape: [size, of.seats] },
    { name: 'rounds', type: 'int32', shape: [size] },
  ];
  for (const { name, counted, fields, most } of tablesOf(simulator, observe)) {
    words.push({ name, type: 'int32', shape: [...views, most(board, of.hasManyBoards), fields.length] });
    if (counted) words.push({ name: `${name}_count`, type: 'int32', shape: views });
  }
  if (observe.includes('hashes')) words.push({ name: 'hashes', type: 'uint32', shape: [size] });
  const bytes: PartShape[] = [{ name: 'dones', type: 'uint8', shape: [size] }];
  if (observe.includes('mask'))
    bytes.push({ name: 'mask', type: 'uint8', shape: [size, of.units, simulator.actionNames.length] });
  if (observe.includes('actors')) bytes.push({ name: 'actors', type: 'uint8', shape: [size, of.seats] });
  const planes = [simulator.planes.length, ...simulator.shape(board, all)];
  const slack = simulator.keepPlanes ? { slack: PLANES_SLACK } : {};
  if (observe.includes('planes')) bytes.push({ name: 'planes', type: 'uint8', shape: [...views, ...planes], ...slack });
  return [...words, ...bytes];
}

/** Writes a table's lines, and zeros over lines that are no longer used. */
function writeTable(
  { table, most, length, lines, counts }: TablePart,
  state: unknown,
  seat: number,
  view: number,
): void {
  const count = table.write(state, seat, most, lines, view * length);
  if (counts === undefined) return;
  const fields = table.fields.length;
  const before = Math.min(counts[view], most);
  if (count < before) lines.fill(0, view * length + count * fields, view * length + before * fields);
  counts[view] = count;
}
