import type { PlayerOutput } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import { answerWords, type PlayerImage, readAnswer } from '../image.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND, type FuelBudget } from './fuel.ts';
import { FUEL, OUT_OF_MEMORY, STACK, STACK_BYTES, START } from './meter.ts';
import type { WasmProgram } from './program.ts';
import { Exited, playerImports } from './wasi.ts';

export interface WasmOptions {
  /** Absent: no budget, only a backstop for endless loops. */
  readonly budget?: FuelBudget | undefined;
  readonly output?: PlayerOutput | undefined;
}

type Call = (argument?: number) => number;
type Counter<T> = { value: T };

/** Bytes of a player's log that are kept in one round. */
const MOST_LOG_BYTES = 64 * 1024;
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
  /** Fuel of the whole match, and what of it was used in the calls before this one. */
  private readonly granted: bigint | undefined;
  private spent = 0n;
  /** What the call under way began with. */
  private atCall = 0n;
  private logged: Uint8Array[] = [];
  private loggedBytes = 0;

  constructor(name: string, image: PlayerImage<Board, State, Move>, program: WasmProgram, options: WasmOptions = {}) {
    this.name = name;
    this.image = image;
    this.program = program;
    this.options = options;
    if (options.budget) this.granted = BigInt(Math.round(options.budget.seconds * FUEL_PER_SECOND));
  }

  start(board: Board, state: State, briefing: Briefing): void {
    const made = this.guarded(() => {
      const instance = new WebAssembly.Instance(this.program.module, playerImports(this.host()));
      const { exports } = instance;
      this.memory = exports.memory as WebAssembly.Memory;
      this.buffer = exports.ludus_buffer as Call;
      this.playRound = exports.ludus_play as Call;
      this.fuel = exports[FUEL] as unknown as Counter<bigint>;
      this.stack = exports[STACK] as unknown as Counter<number>;
      this.outOfMemory = exports[OUT_OF_MEMORY] as unknown as Counter<number>;
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
        if (this.fuel) this.fuel.value -= BigInt(units);
      },
      budgetLeft: () => this.left(),
      seconds: () => Number(this.spentNow()) / FUEL_PER_SECOND,
      write: (bytes: Uint8Array) => {
        const room = MOST_LOG_BYTES - this.loggedBytes;
        if (!this.options.output || room <= 0) return;
        const kept = bytes.slice(0, room);
        this.logged.push(kept);
        this.loggedBytes += kept.length;
      },
    };
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

  /** Calls the player; however it fails, the value thrown is a PlayerFault. */
  private guarded<T>(call: () => T, when: string): T {
    if (this.fuel) this.refuel();
    try {
      return call();
    } catch (error) {
      throw this.fault(error, when);
    } finally {
      if (this.fuel) {
        this.spent = this.spentNow();
        this.atCall = this.fuel.value;
      }
      this.flushLog();
    }
  }

  private fault(error: unknown, when: string): PlayerFault {
    const { name } = this;
    if (error instanceof PlayerFault) return error;
    if (this.fuel && this.fuel.value < 0n) {
      return this.granted === undefined
        ? new PlayerFault('time', `${name} did not answer ${when} within ${BACKSTOP_SECONDS} s of fuel.`)
        : new PlayerFault('time', `${name} used up its budget of ${this.options.budget!.seconds} s of fuel ${when}.`);
    }
    if (error instanceof RangeError || (this.fuel && this.stack.value < 0)) {
      const what = error instanceof RangeError && /memory/i.test(error.message) ? 'memory' : 'crash';
      if (what === 'memory') return new PlayerFault('memory', `${name} could not be given its memory.`);
      return new PlayerFault('crash', `${name} recurred too deeply ${when}.`);
    }
    if (error instanceof Exited) return new PlayerFault('crash', `${name} called exit(${error.code}) ${when}.`);
    if (error instanceof WebAssembly.RuntimeError) {
      if (this.fuel && this.outOfMemory.value !== 0)
        return new PlayerFault('memory', `${name} asked for more memory than it may have ${when}.`);
      return new PlayerFault('crash', `${name} crashed ${when}: ${error.message}.`);
    }
    if (isWasmException(error)) return new PlayerFault('crash', `${name} ended with an uncaught exception ${when}.`);
    if (error instanceof WebAssembly.LinkError || error instanceof TypeError)
      return new PlayerFault('protocol', `${name} cannot be run: ${error.message}.`);
    throw error;
  }

  private flushLog(): void {
    if (this.logged.length === 0) return;
    const bytes = new Uint8Array(this.loggedBytes);
    let at = 0;
    for (const part of this.logged) {
      bytes.set(part, at);
      at += part.length;
    }
    this.logged = [];
    this.loggedBytes = 0;
    this.options.output?.log(new TextDecoder().decode(bytes).replace(/\n$/, ''));
  }
}

function isWasmException(error: unknown): boolean {
  const { Exception } = WebAssembly as unknown as { Exception?: new () => unknown };
  return Exception !== undefined && error instanceof Exception;
}
