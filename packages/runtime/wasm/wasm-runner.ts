import type { PlayerOutput } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND, type FuelBudget } from '../budget/fuel.ts';
import { failure, playerFault } from '../failures.ts';
import { type PlayerImage, readAnswerAt } from '../image.ts';
import { namesPlace } from './crash-words.ts';
import { HALT } from './emit.ts';
import { endingOf, isToldInFull, lastLine } from './fault.ts';
import { LogWriter, type Pieces } from './log-writer.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES, START } from './meter.ts';
import type { WasmProgram } from './program.ts';
import { WallClockLimit } from './wall-clock-limit.ts';
import { playerImports } from './wasi.ts';

export interface WasmOptions {
  /** If absent, there is no budget, only a limit that stops endless loops. */
  readonly budget?: FuelBudget | undefined;
  readonly output?: PlayerOutput | undefined;
  /** Returns the wall-clock time in milliseconds. Tests pass a function that returns simulated times. */
  readonly now?: (() => number) | undefined;
}

type Call = (argument?: number) => number;
type Counter<T> = { value: T };

const BACKSTOP = BACKSTOP_SECONDS * FUEL_PER_SECOND;
const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);
const BEFORE = () => 'before the first round';

/** A WebAssembly player. It runs in this process with its own memory, and its fuel is counted. */
export class WasmRunner<Board, State, Move> implements PlayerRunner<Board, State, Move> {
  readonly name: string;
  private readonly image: PlayerImage<Board, State, Move>;
  private readonly program: WasmProgram;
  private readonly options: WasmOptions;
  private memory!: WebAssembly.Memory;
  private buffer!: Call;
  private playRound!: Call;
  private fuel: Counter<bigint> | undefined;
  private stack!: Counter<number>;
  private outOfMemory!: Counter<number>;
  private halt!: Counter<number>;
  /** Fuel for the match or for a move, and the fuel used by previous calls. Both are integers below 2⁵³. */
  private readonly granted: number | undefined;
  private spent = 0;
  /** With a budget per move: the fuel used before the current move, and the most fuel that one move has used. */
  private before = 0;
  private highest = 0;
  /** The fuel counter before the current call. */
  private atCall = 0;
  /** The player's memory as bytes and words. The views are created again after the memory has grown. */
  private bytes = NOTHING;
  private words = new Int32Array(0);
  private readonly written: LogWriter;
  private exitCode = 0;
  private readonly wall: WallClockLimit;

  constructor(name: string, image: PlayerImage<Board, State, Move>, program: WasmProgram, options: WasmOptions = {}) {
    this.name = name;
    this.image = image;
    this.program = program;
    this.options = options;
    this.wall = new WallClockLimit(name, options.now && { now: options.now });
    if (options.budget) {
      this.granted = Math.round(options.budget.seconds * FUEL_PER_SECOND);
      this.spent = program.load;
      this.highest = program.load;
    }
    this.written = new LogWriter(options.output !== undefined);
  }

  start(board: Board, state: State, briefing: Briefing): void {
    const made = this.guarded(() => {
      if (this.left() === 0) throw this.usedUp(BEFORE());
      const instance = new WebAssembly.Instance(this.program.module, playerImports(this.host()));
      const { exports } = instance;
      this.memory = exports.memory as WebAssembly.Memory;
      this.buffer = exports.ludus_buffer as Call;
      this.playRound = exports.ludus_play as Call;
      this.fuel = exports[FUEL] as unknown as Counter<bigint>;
      this.stack = exports[STACK] as unknown as Counter<number>;
      this.outOfMemory = exports[OUT_OF_MEMORY] as unknown as Counter<number>;
      this.halt = exports[HALTED] as unknown as Counter<number>;
      this.refuel();
      (exports[START] as Call | undefined)?.();
      (exports._initialize as Call | undefined)?.();
      const image = this.image.start(board, state, briefing.seat);
      this.target(this.buffer(image.length), image.length).set(image);
      return (exports.ludus_start as Call)();
    }, BEFORE);
    if (made !== 1) throw playerFault(this.name, failure('other-game'));
  }

  play(state: State, move: Move, generator: PlayerGenerator): void {
    const { image } = this;
    if (this.options.budget?.per === 'move') this.before = this.spent;
    const size = image.roundBytes(state);
    const when = () => image.when(state);
    const ended = this.guarded(() => {
      const at = this.buffer(size) >>> 0;
      this.look();
      if (at + size > this.bytes.length) throw this.outside();
      image.writeRound(this.bytes, at, state, generator.state, this.granted === undefined ? 2 : this.left());
      const answer = this.playRound() >>> 0;
      this.look();
      return readAnswerAt(image, this.words, answer, image.mostItems(state), move);
    }, when);
    if (ended === undefined) throw playerFault(this.name, failure('no-answer'), when());
    generator.state = ended;
  }

  budgetUsed(): number | undefined {
    return this.granted === undefined ? undefined : Math.min(1, this.highest / this.granted);
  }

  /** Fuel used so far: the same number on every machine. */
  fuelUsed(): bigint {
    return BigInt(this.spent);
  }

  close(): void {
    this.fuel = undefined;
  }

  private host() {
    return {
      memory: () => this.memory,
      charge: (units: number) => {
        if (!this.fuel) return false;
        const left = this.fuel.value - BigInt(units);
        this.fuel.value = left < 0n ? -1n : left;
        return left >= 0n;
      },
      exit: (code: number) => {
        this.exitCode = code;
        if (this.halt) this.halt.value = HALT.exit;
      },
      budgetLeft: () => this.left(),
      seconds: () => this.spentNow() / FUEL_PER_SECOND,
      write: (pieces: Pieces, descriptor: 1 | 2) => this.written.write(pieces, descriptor),
    };
  }

  private spentNow(): number {
    return this.spent + (this.fuel ? this.atCall - Number(this.fuel.value) : 0);
  }

  /** The share of the budget that is left; 1 if there is no budget. */
  private left(): number {
    if (this.granted === undefined) return 1;
    return Math.max(0, 1 - (this.spentNow() - this.before) / this.granted);
  }

  private refuel(): void {
    const filled = this.granted === undefined ? BACKSTOP : this.granted - (this.spent - this.before);
    // With a budget, the counter's value after a call is its value before the next call, so it needn't be set.
    if (filled !== this.atCall) this.fuel!.value = BigInt(filled);
    this.atCall = filled;
    this.stack.value = STACK_BYTES;
  }

  /** Updates `bytes` and `words` after the memory has grown. */
  private look(): void {
    const { buffer } = this.memory;
    if (this.bytes.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
  }

  private outside(): PlayerFault {
    return playerFault(this.name, failure('outside-memory'));
  }

  /** Returns the player's buffer. A player that returns an address outside its memory breaks the protocol. */
  private target(at: number, size: number): Uint8Array {
    const start = at >>> 0;
    if (start + size > this.memory.buffer.byteLength) throw this.outside();
    return new Uint8Array(this.memory.buffer, start, size);
  }

  /** Calls the player. If the call fails, throws a PlayerFault, or a VoidMatchError if the player isn't to blame. */
  private guarded<T>(call: () => T, when: () => string): T {
    if (this.fuel) this.refuel();
    const end = this.wall.begin();
    this.written.clear();
    let answer: T | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      answer = call();
    } catch (error) {
      failure = { error: this.ending(error, when()) };
    }
    end();
    if (this.fuel) {
      const left = Number(this.fuel.value);
      this.spent += this.atCall - left;
      this.atCall = left;
    }
    this.highest = Math.max(this.highest, this.spent - this.before);
    this.flushLog(failure !== undefined && isToldInFull(lastLine(this.written.last)));
    const slow = this.wall.exceeded(this.spent);
    if (slow) throw slow;
    if (failure) throw failure.error;
    // The fuel may be used up although the module hasn't noticed yet. The module checks the fuel only from time to
    // time, and never within a small function.
    if (this.granted !== undefined && this.spent - this.before > this.granted) throw this.usedUp(when());
    return answer as T;
  }

  private usedUp(when: string): PlayerFault {
    return playerFault(this.name, failure('fuel', this.options.budget!), when);
  }

  private ending(error: unknown, when: string): unknown {
    const { fuel, stack, outOfMemory, halt } = this;
    const ended = endingOf({
      name: this.name,
      when,
      error,
      budget: this.options.budget,
      backstop: BACKSTOP_SECONDS,
      counters: fuel && { fuel: fuel.value, stack: stack.value, outOfMemory: outOfMemory.value, halt: halt.value },
      exitCode: this.exitCode,
      words: lastLine(this.written.last),
    });
    if (!(ended instanceof PlayerFault) || ended === error || !(error instanceof Error)) return ended;
    if (namesPlace(ended.message)) return ended;
    const place = this.program.placeOf?.(error);
    if (place === undefined) return ended;
    return new PlayerFault(ended.fault, `${ended.message.replace(/\.$/, '')} (${place}).`, { cause: ended.cause });
  }

  /** Passes on a call's output, without its last line if the verdict contains it. */
  private flushLog(withoutLast: boolean): void {
    const { log } = this.written;
    if (log === undefined || log.length === 0) return;
    const text = new TextDecoder().decode(log).replace(/\n$/, '');
    const kept = withoutLast ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text;
    if (kept !== '' || !withoutLast) this.options.output?.log(kept);
  }
}
