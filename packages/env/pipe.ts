import { observed } from '@ludus/game/secret-randomness.ts';
import { type Actions, actionsIn, bytesOf, newActions } from './actions.ts';
import { checkedAnswer, DescriptorReader, writeAll, writeAnswer } from './descriptors.ts';
import { Expander, expansionBytes, redealUnseen } from './expand.ts';
import type { SharedMemory } from './memory.ts';
import { hashSeen, Observer, type ObserverOptions, partShapes } from './observer.ts';
import { blockRoom } from './parts.ts';
import { headOf } from './pipe-head.ts';
import { treeRequests } from './pipe-tree.ts';
import { serveWaiting } from './pipe-waiting.ts';
import { lengthOf, MAX_REQUEST_BYTES, RequestError, RequestReader } from './requests.ts';
import { SavedStates } from './saved-states.ts';
import { matchSeed } from './seeds.ts';
import { lookingSeat } from './simulator.ts';
import type { AnyVectorEnv } from './vector.ts';

export { InputError } from './requests.ts';

export interface PipeOptions {
  readonly observe: ObserverOptions;
  /**
   * Creates shared memory for actions and observations of these sizes. If the function is absent, observations are sent
   * through the pipe.
   */
  readonly memory?: (actions: number, observation: number) => SharedMemory;
  /** Draws a state as lines of text, if the game supports it. */
  readonly draw?: (state: unknown) => string[];
  readonly input?: number;
  readonly output?: number;
  /** Maximum size of the answer to plans, in bytes. */
  readonly longestAnswer?: number;
}

const [FINE, REFUSED] = [0, 1];

/**
 * Serves a VectorEnv to another program over two file descriptors; docs/research.md describes the bytes. Writes a line
 * of JSON with the shapes, then one answer to each request, until the input ends. An invalid request gets an error
 * message.
 */
export function servePipe(env: AnyVectorEnv, options: PipeOptions): void | Promise<void> {
  const server = new PipeServer(env, options);
  return env.waits ? serveWaiting(env, server, options.input ?? 0) : server.serve();
}

class PipeServer {
  private readonly env: AnyVectorEnv;
  private readonly options: PipeOptions;
  /** One observer for each buffer of the shared memory, or a single observer without shared memory. */
  private readonly observers: readonly Observer[];
  /** The buffer that was written last. */
  private turn: number;
  private readonly memory: SharedMemory | undefined;
  private readonly output: number;
  private readonly actions: Actions;
  private readonly actionBytes: Uint8Array;
  private readonly saved: SavedStates;
  private expander: Expander | undefined;
  /** A reusable state, which holds a redealt state until it is loaded into a match. */
  private dealt: unknown;
  private readonly handlers: Map<string, (request: RequestReader) => void | Promise<void>>;

  constructor(env: AnyVectorEnv, options: PipeOptions) {
    this.env = env;
    this.options = options;
    this.output = options.output ?? 1;
    this.actions = newActions(env.simulator, env.size * env.units);
    this.actionBytes = bytesOf(this.actions);
    this.saved = new SavedStates(env);
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
      ['b', (request) => this.boardText(request)],
      ['f', (request) => this.faults(request)],
      ['w', (request) => this.replay(request)],
    ]);
    for (const [letter, answer] of treeRequests(env, this.saved, options.observe))
      this.handlers.set(letter, (request) => this.say(FINE, ...answer(request)));
    const { observe } = options;
    this.memory = options.memory?.(this.actionBytes.length, blockRoom(partShapes(env, env.size, observe)));
    this.turn = this.next(0);
    const places = this.memory?.places ?? [undefined];
    this.observers = places.map((where) => new Observer(env, env.size, observe, where));
  }

  serve(): void {
    const reader = new DescriptorReader(this.options.input ?? 0);
    this.sayHead();
    for (let kind = reader.byte(); kind !== undefined; kind = reader.byte()) {
      const length = lengthOf(reader.uint32());
      void this.answer(kind, reader.bytes(length));
    }
    this.close();
  }

  sayHead(): void {
    const head = headOf(this.env, this.options.observe, this.observers[0].parts, this.memory);
    writeAll(this.output, Buffer.from(`${JSON.stringify(head)}\n`));
  }

  /** Answers a request. Returns a promise if it must wait for players. */
  answer(kind: number, bytes: Uint8Array): void | Promise<void> {
    try {
      const handler = this.handlers.get(String.fromCharCode(kind));
      if (!handler) throw new RequestError(`there is no request ${JSON.stringify(String.fromCharCode(kind))}`);
      return handler(new RequestReader(bytes))?.catch((error) => this.refuse(error));
    } catch (error) {
      this.refuse(error);
    }
  }

  close(): void {
    this.memory?.close();
  }

  private refuse(error: unknown): void {
    if (!(error instanceof RequestError || error instanceof RangeError)) throw error;
    this.say(REFUSED, Buffer.from(error.message));
  }

  /**
   * The request contains the actions (unless they are in the shared memory), and optionally the matches that restart
   * instead of playing the round.
   */
  private step(request: RequestReader): void | Promise<void> {
    if (this.memory) this.memory.readActions(this.actionBytes);
    else this.actionBytes.set(request.list(this.actionBytes.length, 'actions'));
    const renewed = request.left === 0 ? undefined : request.list(this.env.size, 'matches');
    request.end();
    const next = this.next();
    const observer = this.observerOf(next);
    if (this.env.waits)
      return observer.stepWaiting(this.env, this.actions, renewed).then(() => this.sayObservation(next));
    observer.step(this.env, this.actions, renewed);
    this.sayObservation(next);
  }

  /** The request contains a seed and the matches to reset. If the request lists no matches, all are reset. */
  private reset(request: RequestReader): void {
    const seed = request.seed();
    const which = request.left === 0 ? undefined : request.list(this.env.size, 'matches');
    request.end();
    this.env.reset(seed, which);
    this.observe();
  }

  /** The request contains one seed per match, then the matches to reset. */
  private resetMatches(request: RequestReader): void {
    const { size } = this.env;
    const seeds = Array.from({ length: size }, () => request.int32('a seed'));
    const which = request.list(size, 'matches');
    request.end();
    for (let match = 0; match < size; match++) if (which[match] === 1) this.env.resetMatch(match, seeds[match]);
    this.observe();
  }

  /**
   * Restarts the matches that have a 1 in the request, each with the next seed of its stream. The rewards of the other
   * matches don't change.
   */
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
    this.say(FINE, Int32Array.of(this.saved.keepMatch(match)));
  }

  /** The request contains a match (−1 for all), a handle, and optionally a seed for new random numbers. */
  private load(request: RequestReader): void {
    const { env } = this;
    const chosen = request.int32('a match');
    if (chosen < -1 || chosen >= env.size) throw new RequestError(`there is no match ${chosen}`);
    const state = this.saved.get(request.int32('a handle'));
    const seed = request.left === 0 ? undefined : request.seed();
    request.end();
    for (let match = 0; match < env.size; match++) {
      if (chosen >= 0 && match !== chosen) continue;
      const known = this.known(state, matchSeed(seed ?? 0, match));
      env.restore(match, known, seed === undefined ? undefined : matchSeed(seed, match));
    }
    this.observe();
  }

  /** A saved state. If only one seat observes, this is a copy in which hidden information was redealt. */
  private known(saved: unknown, seed: number): unknown {
    const { env } = this;
    const { seats } = this.options.observe;
    if (lookingSeat(env, seats) === undefined) return saved;
    this.dealt = env.copyOf(saved, this.dealt);
    redealUnseen(env, seats, this.dealt, seed);
    return this.dealt;
  }

  private drop(request: RequestReader): void {
    const count = request.left / 4;
    for (let i = 0; i < count; i++) this.saved.drop(request.int32('a handle'));
    this.say(FINE);
  }

  /**
   * The request contains a handle, the number of plans, and the depth. These are followed by 1 to keep the final
   * states, 1 if the seed counts, the seed, and the plans' actions.
   */
  private expand(request: RequestReader): void {
    const { env } = this;
    const state = this.saved.get(request.int32('a handle'));
    const depth = request.int32('a depth');
    const keeps = request.int32('the flag that keeps the final states') === 1;
    const reseeds = request.int32('the flag for a seed') === 1;
    const seed = request.seed();
    const plans = actionsIn(env.simulator, request.list(request.left, 'plans'));
    if (plans.length * env.seats > MAX_REQUEST_BYTES)
      throw new RequestError(`${plans.length} actions are too many for one request`);
    // Checks the length first, so that no memory is allocated for an answer that would be too long.
    const length = expansionBytes(env, this.options.observe, { actions: plans.length, depth, keeps });
    checkedAnswer(length, this.options.longestAnswer);
    this.expander ??= new Expander(env, this.options.observe);
    const handles: number[] = [];
    const keep = (_plan: number, end: unknown) => handles.push(this.saved.keep(end, state));
    const { rewards, ends } = this.expander.expand(state, plans, {
      depth,
      ...(reseeds ? { seed } : {}),
      ...(keeps ? { keep } : {}),
    });
    this.say(FINE, rewards, ...ends.pieces, Int32Array.from(handles));
  }

  private hashes(request: RequestReader): void {
    request.end();
    const { env } = this;
    const { seats } = this.options.observe;
    this.say(
      FINE,
      Uint32Array.from(env.states, (state) => hashSeen(env, seats, state)),
    );
  }

  private seeds(request: RequestReader): void {
    request.end();
    this.say(FINE, this.env.seeds);
  }

  /**
   * The request contains a match, a seat, and optionally 1 for planes that show only the seat's observations; by
   * default, the planes show everything. A single observing seat gets only its own view.
   */
  private planes(request: RequestReader): void {
    const { board, seats, simulator } = this.env;
    const match = this.matchOf(request);
    const seat = request.int32('a seat');
    const isOwn = request.left > 0 && request.int32('the flag for the seat’s own view') === 1;
    request.end();
    if (seat < 0 || seat >= seats) throw new RequestError(`there is no seat ${seat}`);
    const { game, states } = this.env;
    const isAlone = lookingSeat(this.env, this.options.observe.seats) !== undefined;
    const state = isOwn && !isAlone ? observed(game, states[match], seat) : this.shown(match);
    const [rows, columns] = simulator.shape(board, true);
    const out = new Uint8Array(simulator.planes.length * rows * columns);
    simulator.writePlanes(state, seat, columns, out, 0);
    this.say(FINE, Int32Array.of(rows, columns), out);
  }

  /**
   * The request contains a match and optionally a seat. The drawing shows only this seat's observations, or without a
   * seat, everything. A single observing seat gets only its own view.
   */
  private text(request: RequestReader): void {
    const match = this.matchOf(request);
    const seat = request.left === 0 ? undefined : request.int32('a seat');
    request.end();
    const { env } = this;
    const { draw, observe } = this.options;
    if (!draw) throw new RequestError(`${env.game.title} cannot be drawn as text`);
    if (seat !== undefined && (seat < 0 || seat >= env.seats)) throw new RequestError(`there is no seat ${seat}`);
    const looking = lookingSeat(env, observe.seats);
    if (seat !== undefined && looking !== undefined && seat !== looking)
      throw new RequestError(`only the view of seat ${looking} can be drawn, because it is the only observing seat`);
    const state = seat === undefined ? this.shown(match) : observed(env.game, env.states[match], seat);
    this.say(FINE, Buffer.from(`${draw(state).join('\n')}\n`));
  }

  /** Returns the text of a match's board file. */
  private boardText(request: RequestReader): void {
    const { env } = this;
    const match = this.matchOf(request);
    request.end();
    this.say(FINE, Buffer.from(env.game.printBoard(env.boardOf(env.states[match]))));
  }

  /**
   * The request contains a match. Returns the match's disqualified players with reasons. A reason may quote a bot's
   * observations. Therefore, a single observing seat gets only its own reason until the match is over.
   */
  private faults(request: RequestReader): void {
    const match = this.matchOf(request);
    request.end();
    const { env } = this;
    const looking = env.dones[match] === 1 ? undefined : lookingSeat(env, this.options.observe.seats);
    const verdicts = env
      .verdictsOf(match)
      .map((verdict) =>
        looking === undefined || looking === verdict.seat
          ? verdict
          : { ...verdict, sentence: `${verdict.name} was disqualified: ${verdict.fault}.` },
      );
    this.say(FINE, Buffer.from(JSON.stringify(verdicts)));
  }

  /** The request contains the number of a match. Returns the replay of the last match that ended under this number. */
  private replay(request: RequestReader): void {
    const match = this.matchOf(request);
    request.end();
    const text = this.env.replayOf(match);
    if (text === undefined)
      throw new RequestError(`match ${match} has no replay: none was recorded from its first round to its end`);
    this.say(FINE, Buffer.from(text));
  }

  /** The state of a match, or the seat's observations if only one seat observes. */
  private shown(match: number): unknown {
    const { env } = this;
    const seat = lookingSeat(env, this.options.observe.seats);
    const state = env.states[match];
    return seat === undefined ? state : observed(env.game, state, seat);
  }

  private matchOf(request: RequestReader): number {
    const match = request.int32('a match');
    if (match < 0 || match >= this.env.size) throw new RequestError(`there is no match ${match}`);
    return match;
  }

  /**
   * Sends a new observation. `over`: whether to overwrite the last observation instead of writing to the next buffer.
   */
  private observe(over = false): void {
    const buffer = over ? this.turn : this.next();
    this.observerOf(buffer).observe(this.env);
    this.sayObservation(buffer);
  }

  /** The buffer to write after buffer `after`: the other buffer if there are two. */
  private next(after = this.turn): number {
    return (after + 1) % (this.memory?.buffersAt.length ?? 2);
  }

  private observerOf(buffer: number): Observer {
    return this.observers[buffer % this.observers.length];
  }

  private sayObservation(buffer: number): void {
    const { pieces, planesAt } = this.observerOf(buffer);
    this.turn = buffer;
    const { memory } = this;
    if (memory === undefined) {
      this.say(FINE, ...pieces);
      return;
    }
    const isThere = memory.use === 'mapped';
    if (!isThere) memory.writeObservation(pieces, buffer);
    const answer = Buffer.of(FINE, buffer, 0, 0, 0, 0);
    answer.writeInt32LE(isThere ? planesAt : 0, 2);
    writeAll(this.output, answer);
  }

  /** Sends an answer. For observations in shared memory, the answer has six bytes. */
  private say(how: number, ...payload: (Uint8Array | Int32Array | Uint32Array | Float64Array)[]): void {
    writeAnswer(this.output, how, payload);
  }
}
