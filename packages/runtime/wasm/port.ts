import type { PlayerOutput } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import { answerWords, type PlayerImage, readAnswer } from '../image.ts';
import { MatchVoid } from '../void.ts';
import { HALT } from './emit.ts';
import { endingOf, isToldInFull, lastLine } from './fault.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND, type FuelBudget, WALL_GRACE_MS, WALL_MS_PER_SECOND } from './fuel.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES, START } from './meter.ts';
import type { WasmProgram } from './program.ts';
import { playerImports } from './wasi.ts';

export interface WasmOptions {
  /** Absent: no budget, only a backstop for endless loops. */
  readonly budget?: FuelBudget | undefined;
  readonly output?: PlayerOutput | undefined;
  /** A clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

type Call = (argument?: number) => number;
type Counter<T> = { value: T };

/** Bytes of a player's log that are kept in one round. */
const MOST_LOG_BYTES = 64 * 1024;
/** Bytes that are kept of what a player wrote last to standard error. */
const MOST_LAST_BYTES = 1000;
const BACKSTOP = BigInt(BACKSTOP_SECONDS * FUEL_PER_SECOND);

/** A player that comes as WebAssembly: it runs here, in its own memory, and is counted in fuel. */
export class WasmPort<Board, State, Move> implements PlayerPort<Board, State, Move> {
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
  /** Fuel of the whole match, and what of it was used in the calls before this one. */
  private readonly granted: bigint | undefined;
  private spent = 0n;
  /** What the call under way began with. */
  private atCall = 0n;
  private readonly log: Uint8Array | undefined;
  private loggedBytes = 0;
  private lastWritten = new Uint8Array(0);
  private exitCode = 0;
  /** Milliseconds by the clock in all calls so far. */
  private wallMs = 0;

  constructor(name: string, image: PlayerImage<Board, State, Move>, program: WasmProgram, options: WasmOptions = {}) {
    this.name = name;
    this.image = image;
    this.program = program;
    this.options = options;
    if (options.budget) {
      this.granted = BigInt(Math.round(options.budget.seconds * FUEL_PER_SECOND));
      this.spent = BigInt(program.load);
    }
    if (options.output) this.log = new Uint8Array(MOST_LOG_BYTES);
  }

  start(board: Board, state: State, briefing: Briefing): void {
    const made = this.guarded(() => {
      if (this.left() === 0) throw this.usedUp('before the first round');
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
    }, 'before the first round');
    if (made !== 1) throw new PlayerFault('protocol', `${this.name} was built for another game or another version.`);
  }

  play(state: State, move: Move, generator: PlayerGenerator): void {
    const { image } = this;
    const size = image.roundBytes(state);
    const when = image.when(state);
    const ended = this.guarded(() => {
      const at = this.buffer(size) >>> 0;
      this.target(at, size);
      image.writeRound(
        new Uint8Array(this.memory.buffer),
        at,
        state,
        generator.state,
        this.granted === undefined ? 2 : this.left(),
      );
      const answer = this.playRound() >>> 0;
      const words = answerWords(this.memory.buffer, answer, image.itemWords, image.mostItems(state));
      return words && readAnswer(image, words, move);
    }, when);
    if (ended === undefined)
      throw new PlayerFault('protocol', `${this.name} answered with something that is no answer ${when}.`);
    generator.state = ended;
  }

  used(): number | undefined {
    return this.granted === undefined ? undefined : Math.min(1, Number(this.spent) / Number(this.granted));
  }

  /** Fuel used so far: the same number on every machine. */
  fuelUsed(): bigint {
    return this.spent;
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
      seconds: () => Number(this.spentNow()) / FUEL_PER_SECOND,
      write: (bytes: Uint8Array, descriptor: 1 | 2) => {
        if (descriptor === 2) this.keepLast(bytes);
        if (!this.log) return;
        const kept = bytes.subarray(0, MOST_LOG_BYTES - this.loggedBytes);
        this.log.set(kept, this.loggedBytes);
        this.loggedBytes += kept.length;
      },
    };
  }

  private keepLast(bytes: Uint8Array): void {
    const room = Math.max(0, MOST_LAST_BYTES - bytes.length);
    const before = this.lastWritten.subarray(Math.max(0, this.lastWritten.length - room));
    const last = bytes.subarray(Math.max(0, bytes.length - MOST_LAST_BYTES));
    const kept = new Uint8Array(before.length + last.length);
    kept.set(before);
    kept.set(last, before.length);
    this.lastWritten = kept;
  }

  private spentNow(): bigint {
    return this.spent + (this.fuel ? this.atCall - this.fuel.value : 0n);
  }

  /** The share of the budget left; 1 without one. */
  private left(): number {
    if (this.granted === undefined) return 1;
    return Math.max(0, 1 - Number(this.spentNow()) / Number(this.granted));
  }

  private refuel(): void {
    this.atCall = this.granted === undefined ? BACKSTOP : this.granted - this.spent;
    this.fuel!.value = this.atCall;
    this.stack.value = STACK_BYTES;
  }

  /** The player's buffer; a player that gives an address outside of its memory has not kept the protocol. */
  private target(at: number, size: number): Uint8Array {
    const start = at >>> 0;
    if (start + size > this.memory.buffer.byteLength)
      throw new PlayerFault('protocol', `${this.name} gave a buffer outside of its memory.`);
    return new Uint8Array(this.memory.buffer, start, size);
  }

  /** Calls the player; however it fails, the value thrown is a PlayerFault, or a MatchVoid where it is not to blame. */
  private guarded<T>(call: () => T, when: string): T {
    if (this.fuel) this.refuel();
    const now = this.options.now ?? (() => performance.now());
    const begun = now();
    this.lastWritten = new Uint8Array(0);
    let answer: T;
    let failed = false;
    try {
      answer = call();
    } catch (error) {
      failed = true;
      throw this.ending(error, when);
    } finally {
      this.wallMs += now() - begun;
      if (this.fuel) {
        this.spent = this.spentNow();
        this.atCall = this.fuel.value;
      }
      this.flushLog(failed && isToldInFull(lastLine(this.lastWritten)));
    }
    const allowed = WALL_GRACE_MS + (Number(this.spent) / FUEL_PER_SECOND) * WALL_MS_PER_SECOND;
    if (this.wallMs > allowed)
      throw new MatchVoid(
        this.name,
        `The match is void: ${this.name} took ${(this.wallMs / 1000).toFixed(1)} s for work that is priced at ${(Number(this.spent) / FUEL_PER_SECOND).toFixed(3)} s.`,
      );
    return answer;
  }

  private usedUp(when: string): PlayerFault {
    return new PlayerFault(
      'time',
      `${this.name} used up its budget of ${this.options.budget!.seconds} s of fuel ${when}.`,
    );
  }

  private ending(error: unknown, when: string): unknown {
    const { fuel, stack, outOfMemory, halt } = this;
    return endingOf({
      name: this.name,
      when,
      error,
      budget: this.options.budget?.seconds,
      backstop: BACKSTOP_SECONDS,
      counters: fuel && { fuel: fuel.value, stack: stack.value, outOfMemory: outOfMemory.value, halt: halt.value },
      exitCode: this.exitCode,
      words: lastLine(this.lastWritten),
    });
  }

  /** Hands on what was written in a call; without its last line where the verdict tells that. */
  private flushLog(withoutLast: boolean): void {
    if (!this.log || this.loggedBytes === 0) return;
    const text = new TextDecoder().decode(this.log.subarray(0, this.loggedBytes)).replace(/\n$/, '');
    this.loggedBytes = 0;
    const kept = withoutLast ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text;
    if (kept !== '' || !withoutLast) this.options.output?.log(kept);
  }
}
