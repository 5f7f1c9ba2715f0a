import { DescriptorReader, writeAll } from './descriptors.ts';
import { Expander } from './expand.ts';
import type { SharedMemory } from './memory.ts';
import { Observer, type ObserverOptions } from './observer.ts';
import { RequestError, RequestReader } from './requests.ts';
import { matchSeed } from './seeds.ts';
import type { AnyVectorEnv } from './vector.ts';

export interface PipeOptions {
  readonly observe: ObserverOptions;
  /** Makes the memory that observations are written to, of such a size; absent, they go through the pipe. */
  readonly memory?: (actions: number, observation: number) => SharedMemory;
  /** Draws a state as lines of text, for a game that can. */
  readonly draw?: (state: unknown) => string[];
  readonly input?: number;
  readonly output?: number;
}

/** A request that is longer is a mistake. */
const LONGEST_REQUEST = 2 ** 30;
const [FINE, REFUSED] = [0, 1];

/**
 * Serves a VectorEnv to another program over two file descriptors; docs/research.md describes the bytes. First a line of JSON with
 * the shapes, then one answer to each request, until the input ends. A request that is wrong is answered with a sentence.
 */
export function servePipe(env: AnyVectorEnv, options: PipeOptions): void {
  new PipeServer(env, options).serve();
}

class PipeServer {
  private readonly env: AnyVectorEnv;
  private readonly options: PipeOptions;
  private readonly observer: Observer;
  private readonly memory: SharedMemory | undefined;
  private readonly output: number;
  private readonly actions: Uint8Array;
  private readonly saved = new Map<number, unknown>();
  /** Saved states that were dropped, to be filled again. */
  private readonly spare: unknown[] = [];
  private lastHandle = 0;
  private expander: Expander | undefined;
  private readonly handlers: ReadonlyMap<string, (request: RequestReader) => void>;

  constructor(env: AnyVectorEnv, options: PipeOptions) {
    this.env = env;
    this.options = options;
    this.output = options.output ?? 1;
    this.observer = new Observer(env, env.size, options.observe);
    this.actions = new Uint8Array(env.size * env.units);
    this.handlers = new Map([
      ['s', (request) => this.step(request)],
      ['r', (request) => this.reset(request)],
      ['m', (request) => this.resetMatches(request)],
      ['n', (request) => this.renew(request)],
      ['o', (request) => this.lookAgain(request)],
      ['v', (request) => this.save(request)],
      ['l', (request) => this.load(request)],
      ['d', (request) => this.drop(request)],
      ['e', (request) => this.expand(request)],
      ['h', (request) => this.hashes(request)],
      ['i', (request) => this.seeds(request)],
      ['p', (request) => this.planes(request)],
      ['t', (request) => this.text(request)],
    ]);
    this.memory = options.memory?.(this.actions.length, this.observer.bytes.length);
  }

  serve(): void {
    const reader = new DescriptorReader(this.options.input ?? 0);
    writeAll(this.output, Buffer.from(`${JSON.stringify(this.head())}\n`));
    for (let kind = reader.byte(); kind !== undefined; kind = reader.byte()) {
      const length = reader.uint32();
      if (length > LONGEST_REQUEST) throw new Error(`a request of ${length} bytes is too long`);
      const request = new RequestReader(reader.bytes(length));
      try {
        this.answer(String.fromCharCode(kind), request);
      } catch (error) {
        if (!(error instanceof RequestError || error instanceof RangeError)) throw error;
        this.say(REFUSED, Buffer.from(error.message));
      }
    }
    this.memory?.close();
  }

  /** The first line: everything that the other side needs to take the answers apart. */
  private head(): object {
    const { env, memory, observer } = this;
    const { board, game, simulator } = env;
    return {
      protocol: 3,
      game: game.id,
      size: env.size,
      seats: env.seats,
      units: env.units,
      rounds: simulator.rounds(board),
      actions: simulator.actionNames,
      noAction: simulator.noAction,
      planes: simulator.planes,
      planeMost: simulator.planeMost,
      planesShape: [simulator.planes.length, ...simulator.shape(board, this.options.observe.all)],
      tables: simulator.tables.map(({ name, fields, counted }) => ({ name, fields, counted })),
      observedSeats: this.options.observe.seats,
      parts: observer.parts.map(({ name, type, shape }) => ({ name, type, shape })),
      settings: simulator.settings(board),
      memory: memory && { length: memory.length, actionsAt: memory.actionsAt, buffersAt: memory.buffersAt },
    };
  }

  private answer(kind: string, request: RequestReader): void {
    const handler = this.handlers.get(kind);
    if (!handler) throw new RequestError(`there is no request ${JSON.stringify(kind)}`);
    handler(request);
  }

  /** Actions, unless they are in the memory; then which matches begin anew instead, or nothing. */
  private step(request: RequestReader): void {
    if (this.memory) this.memory.readActions(this.actions);
    else this.actions.set(request.list(this.actions.length, 'actions'));
    const renewed = request.left === 0 ? undefined : request.list(this.env.size, 'matches');
    request.end();
    this.observer.step(this.env, this.actions, renewed);
    this.sayObservation(false);
  }

  /** A seed, and which matches; without them all. */
  private reset(request: RequestReader): void {
    const seed = request.seed();
    const which = request.left === 0 ? undefined : request.list(this.env.size, 'matches');
    request.end();
    this.env.reset(seed, which);
    this.observe();
  }

  /** A seed a match, then which of them. */
  private resetMatches(request: RequestReader): void {
    const { size } = this.env;
    const seeds = Array.from({ length: size }, () => request.int32('a seed'));
    const which = request.list(size, 'matches');
    request.end();
    for (let match = 0; match < size; match++) if (which[match] === 1) this.env.resetMatch(match, seeds[match]);
    this.observe();
  }

  /** Starts those anew that have a 1, each with the next seed of its stream. What the others were rewarded with stays. */
  private renew(request: RequestReader): void {
    const which = request.list(this.env.size, 'matches');
    request.end();
    for (let match = 0; match < which.length; match++) if (which[match] === 1) this.env.renew(match);
    this.observe(true);
  }

  private lookAgain(request: RequestReader): void {
    request.end();
    this.observe(true);
  }

  private save(request: RequestReader): void {
    const match = this.matchOf(request);
    request.end();
    this.say(FINE, Int32Array.of(this.keep(this.env.states[match])));
  }

  /** A match (−1: all), a handle, and a seed if the luck is to be another one. */
  private load(request: RequestReader): void {
    const { env } = this;
    const chosen = request.int32('a match');
    if (chosen < -1 || chosen >= env.size) throw new RequestError(`there is no match ${chosen}`);
    const state = this.stateOf(request);
    const seed = request.left === 0 ? undefined : request.seed();
    request.end();
    for (let match = 0; match < env.size; match++) {
      if (chosen >= 0 && match !== chosen) continue;
      env.restore(match, state, seed === undefined ? undefined : matchSeed(seed, match));
    }
    this.observe();
  }

  private drop(request: RequestReader): void {
    const count = request.left / 4;
    for (let i = 0; i < count; i++) {
      const handle = request.int32('a handle');
      const state = this.saved.get(handle);
      if (state === undefined) throw new RequestError(`there is no saved state ${handle}`);
      this.saved.delete(handle);
      this.spare.push(state);
    }
    this.say(FINE);
  }

  /** A handle, plans, depth, 1 to keep the ends, 1 with a seed, a seed, the plans' actions. */
  private expand(request: RequestReader): void {
    const { env } = this;
    const state = this.stateOf(request);
    const depth = request.int32('a depth');
    const keeps = request.int32('whether to keep') === 1;
    const reseeds = request.int32('whether there is a seed') === 1;
    const seed = request.seed();
    const plans = request.list(request.left, 'plans');
    if (plans.length * env.seats > LONGEST_REQUEST)
      throw new RequestError(`${plans.length} actions are too many at once`);
    this.expander ??= new Expander(env, this.options.observe);
    const handles: number[] = [];
    const keep = (_plan: number, end: unknown) => handles.push(this.keep(end));
    const { rewards, ends } = this.expander.expand(state, plans, {
      depth,
      ...(reseeds ? { seed } : {}),
      ...(keeps ? { keep } : {}),
    });
    this.say(FINE, rewards, ends.bytes, Int32Array.from(handles));
  }

  private hashes(request: RequestReader): void {
    request.end();
    const { env } = this;
    this.say(
      FINE,
      Uint32Array.from(env.states, (state) => env.game.hash(state)),
    );
  }

  private seeds(request: RequestReader): void {
    request.end();
    this.say(FINE, this.env.seeds);
  }

  /** A match and a seat: planes of everything. */
  private planes(request: RequestReader): void {
    const { board, seats, simulator, states } = this.env;
    const match = this.matchOf(request);
    const seat = request.int32('a seat');
    request.end();
    if (seat < 0 || seat >= seats) throw new RequestError(`there is no seat ${seat}`);
    const [rows, columns] = simulator.shape(board, true);
    const out = new Uint8Array(simulator.planes.length * rows * columns);
    simulator.writePlanes(states[match], seat, columns, out, 0);
    this.say(FINE, Int32Array.of(rows, columns), out);
  }

  private text(request: RequestReader): void {
    const match = this.matchOf(request);
    request.end();
    const { draw } = this.options;
    if (!draw) throw new RequestError(`${this.env.game.title} cannot be drawn as text`);
    this.say(FINE, Buffer.from(`${draw(this.env.states[match]).join('\n')}\n`));
  }

  private matchOf(request: RequestReader): number {
    const match = request.int32('a match');
    if (match < 0 || match >= this.env.size) throw new RequestError(`there is no match ${match}`);
    return match;
  }

  private stateOf(request: RequestReader): unknown {
    const handle = request.int32('a handle');
    const state = this.saved.get(handle);
    if (state === undefined) throw new RequestError(`there is no saved state ${handle}`);
    return state;
  }

  /** Puts a copy of a state aside; gives its handle. */
  private keep(state: unknown): number {
    const { game } = this.env;
    let copy = this.spare.pop();
    if (copy === undefined) copy = game.clone(state);
    else game.restore(copy, state);
    this.saved.set(++this.lastHandle, copy);
    return this.lastHandle;
  }

  private observe(over = false): void {
    this.observer.observe(this.env);
    this.sayObservation(over);
  }

  /** `over`: in the place of the observation before, which nobody has seen as a step's. */
  private sayObservation(over: boolean): void {
    const { bytes } = this.observer;
    if (!this.memory) this.say(FINE, bytes);
    else writeAll(this.output, Uint8Array.of(FINE, this.memory.writeObservation(bytes, over)));
  }

  /** One byte that says how it went, how many bytes follow, and these. Observations in the memory are said by two bytes alone. */
  private say(how: number, ...payload: (Uint8Array | Int32Array | Uint32Array)[]): void {
    const parts = payload.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
    const head = new Uint8Array(5);
    head[0] = how;
    new DataView(head.buffer).setUint32(
      1,
      parts.reduce((sum, { length }) => sum + length, 0),
      true,
    );
    const small = parts.every(({ length }) => length < 4096);
    if (small) writeAll(this.output, Buffer.concat([head, ...parts]));
    else for (const part of [head, ...parts]) writeAll(this.output, part);
  }
}
