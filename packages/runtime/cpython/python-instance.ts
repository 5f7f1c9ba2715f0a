import type { PlayerOutput } from '@ludus/game/output.ts';
import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { HALT } from '../wasm/emit.ts';
import { STACK_BYTES } from '../wasm/meter.ts';
import { HOST_BYTES } from '../wasm/prices.ts';
import { type EngineHost, type EngineInstance, returnInstance, takeInstance } from './engine-instances.ts';
import type { PythonEngine, PythonExports } from './python-engine.ts';
import type { Snapshot } from './snapshot.ts';

/** Maximum size of a bot's log in one round, in bytes. Each line is charged for its text and one additional byte. */
const MAX_LOG_BYTES = 64 * 1024;
/** Maximum size of the engine's error report, in bytes (engine/ludus.c, `text`). */
const MAX_TOLD_BYTES = 4096;
/** Fuel limit for finding a crash's location. */
const LOOKING = BigInt(FUEL_PER_SECOND / 100);
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Thrown when the message to the bot doesn't fit into its memory. */
export class NoRoomError extends Error {}

/** Thrown for an address outside the engine's memory, which means that a bot has corrupted the engine. */
export class OutsideMemoryError extends Error {}

/**
 * The engine for one bot in one match, with its fuel. We trust the engine, but a bot that exploits a bug may write
 * anything into its memory. Each address and length from the engine is therefore checked.
 */
export class PythonInstance implements EngineHost {
  private readonly engine: PythonEngine;
  private readonly snapshot: Snapshot | undefined;
  private readonly instance: EngineInstance;
  private readonly output: PlayerOutput | undefined;
  /** Whether all calls into the engine have returned. */
  private isWhole = true;
  private isClosed = false;
  private logBytes = 0;
  /** The logs of the current call, which are passed on after the call. */
  private lines: string[] = [];
  /** Fuel used in previous calls, and the fuel at the start of the current call. */
  private spent = 0n;
  private atCall = 0n;

  constructor(engine: PythonEngine, snapshot?: Snapshot, output?: PlayerOutput) {
    this.engine = engine;
    this.snapshot = snapshot;
    this.output = output;
    this.instance = takeInstance(engine, this, snapshot);
  }

  /** Called when the match is over. Another bot may use the instance after that. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.isWhole && this.snapshot) returnInstance(this.engine, this.instance, this.snapshot);
  }

  get memory(): WebAssembly.Memory {
    return this.own.memory;
  }

  /**
   * Runs a call with this amount of fuel. Even if the call throws, the fuel that it used is added to `used`, and its
   * logs are passed on.
   */
  run<T>(fuel: bigint, call: (exports: PythonExports) => T): T {
    const instance = this.own;
    this.atCall = fuel;
    instance.fuel.value = fuel;
    instance.stack.value = STACK_BYTES;
    let hasReturned = false;
    try {
      const result = call(instance.exports);
      hasReturned = true;
      return result;
    } finally {
      this.isWhole &&= hasReturned;
      this.spent += this.atCall - instance.fuel.value;
      this.atCall = instance.fuel.value;
      const { lines } = this;
      this.lines = [];
      for (const line of lines) this.output?.log(line);
    }
  }

  /** Charges for the host's work after a call. */
  pay(units: number): void {
    this.spent += BigInt(units);
  }

  /** Starts a new round with a new log limit. */
  nextRound(): void {
    this.logBytes = 0;
  }

  /** Fuel units used in all calls so far. */
  get used(): bigint {
    return this.spent + this.atCall - this.own.fuel.value;
  }
  get isOutOfFuel(): boolean {
    return this.own.fuel.value < 0n;
  }
  get isTooDeep(): boolean {
    return this.own.stack.value < 0;
  }
  /** Whether the machine refused memory that the bot is allowed to have. */
  get wasRefused(): boolean {
    return this.own.halt.value === HALT.memoryRefused;
  }
  get isOutOfMemory(): boolean {
    return this.own.outOfMemory.value !== 0;
  }

  /** Puts text where the engine reads it. Returns the text's length in bytes. May only be called inside `run`. */
  put(text: string): number {
    const bytes = ENCODER.encode(text);
    const at = this.own.exports.ludus_buffer(bytes.length) >>> 0;
    if (at === 0) throw new NoRoomError();
    this.region(at, bytes.length).set(bytes);
    return bytes.length;
  }

  /** Adds a file. May only be called inside `run`. */
  add(name: string, text: string): void {
    if (this.own.exports.ludus_add(ENCODER.encode(name).length, this.put(name + text)) !== 1) throw new NoRoomError();
  }

  /** The message of an error; '' if there is none. */
  told(): string {
    const [at, length] = this.result();
    try {
      return DECODER.decode(this.region(at, Math.min(length, MAX_TOLD_BYTES)));
    } catch (error) {
      if (error instanceof OutsideMemoryError) return '';
      throw error;
    }
  }

  /** The bot's standard output since its last input; undefined if it exceeds `most` bytes. */
  written(most: number): string | undefined {
    const [, , at, length] = this.result();
    return length > most ? undefined : DECODER.decode(this.region(at, length));
  }

  /** The location of a crash in the bot's files, such as `Mine.py:12`; '' if unknown. */
  where(): string {
    try {
      this.run(LOOKING, (exports) => exports.ludus_where());
      return this.told();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return '';
      throw error;
    }
  }

  /** The instance, while it belongs to this bot. */
  private get own(): EngineInstance {
    if (this.isClosed) throw new Error('the match of this bot is over');
    return this.instance;
  }

  private result(): Uint32Array {
    return new Uint32Array(this.memory.buffer, this.own.resultAt, 4);
  }

  private region(at: number, length: number): Uint8Array {
    const { buffer } = this.memory;
    if (at + length > buffer.byteLength) throw new OutsideMemoryError();
    return new Uint8Array(buffer, at, length);
  }

  seconds(): number {
    return Number(this.used) / FUEL_PER_SECOND;
  }
  charge(units: number): boolean {
    const { fuel } = this.own;
    const left = fuel.value - BigInt(units);
    fuel.value = left < 0n ? -1n : left;
    return left >= 0n;
  }

  /** Receives a line of the log. Never throws, because the engine could not continue after an exception. */
  log(at: number, length: number): void {
    if (!this.charge(HOST_BYTES * length)) return;
    const room = MAX_LOG_BYTES - this.logBytes;
    if (!this.output || room <= 0) return;
    this.logBytes += length + 1;
    const { buffer } = this.memory;
    if (at + length > buffer.byteLength) return;
    this.lines.push(DECODER.decode(new Uint8Array(buffer, at, Math.min(length, room))));
  }
}
