import type { PlayerOutput } from '@ludus/game/output.ts';
import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { HALT } from '../wasm/emit.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES } from '../wasm/meter.ts';
import { HOST_BYTES } from '../wasm/prices.ts';
import { playerImports } from '../wasm/wasi.ts';
import type { Engine, EngineExports } from './engine.ts';
import type { ScriptModule } from './script.ts';

type Counter<T> = { value: T };

/**
 * Limit on the bytes that a player may log and draw in one round. Each text is charged for its size and one additional
 * byte, so that the number of empty texts is limited as well.
 */
const MAX_OUTPUT_BYTES = 64 * 1024;
/** Size limit of a shape as JSON, in bytes. A valid shape has a few numbers, and a text of at most 80 characters. */
const MAX_SHAPE_BYTES = 2000;
/** Maximum size of the engine's error report, in bytes (engine/ludus.c, `text`). */
const MAX_TOLD_BYTES = 4096;
/** Fuel limit for finding a crash's location. */
const LOOKING = BigInt(FUEL_PER_SECOND / 100);
const DECODER = new TextDecoder();

/** Thrown when the message doesn't fit into the player's memory. */
export class NoRoomError extends Error {}

/** Thrown for an address outside the engine's memory, which means that a player has corrupted the engine. */
export class OutsideMemoryError extends Error {}

/**
 * One instance of the engine, with its fuel. We trust the engine, but a player that exploits a bug may write anything
 * into its memory. Each address and length from the engine is therefore checked.
 */
export class EngineInstance {
  private readonly exports: EngineExports;
  private readonly fuel: Counter<bigint>;
  private readonly stack: Counter<number>;
  private readonly outOfMemory: Counter<number>;
  private readonly halt: Counter<number>;
  private readonly output: PlayerOutput | undefined;
  private outputBytes = 0;
  /** The logs and drawings of the current call, which are passed on after the call. */
  private texts: { readonly isShape: boolean; readonly text: string }[] = [];
  /** The address at which the engine stores its answer's address and length. */
  private resultAt = 0;
  /** Fuel used in previous calls, and the fuel at the start of the current call. */
  private spent = 0n;
  private atCall = 0n;

  constructor(engine: Engine, output: PlayerOutput | undefined) {
    this.output = output;
    const imports = playerImports({
      memory: () => this.exports.memory,
      charge: (units) => this.charge(units),
      exit() {},
      budgetLeft: () => 1,
      seconds: () => this.seconds(),
      write() {},
    });
    imports.ludus = {
      stack_left: () => this.stack.value,
      log: (at: number, length: number) => this.print(at, length, false),
      draw: (at: number, length: number) => this.print(at, length, true),
      seconds: () => this.seconds(),
    };
    const { exports } = new WebAssembly.Instance(engine.module, imports);
    this.exports = exports as unknown as EngineExports;
    this.fuel = exports[FUEL] as unknown as Counter<bigint>;
    this.stack = exports[STACK] as unknown as Counter<number>;
    this.outOfMemory = exports[OUT_OF_MEMORY] as unknown as Counter<number>;
    this.halt = exports[HALTED] as unknown as Counter<number>;
  }

  /**
   * Runs a call with this amount of fuel. Even if the call throws, the fuel that it used is added to `used`, and its
   * logs are passed on.
   */
  run<T>(fuel: bigint, call: (exports: EngineExports) => T): T {
    this.atCall = fuel;
    this.fuel.value = fuel;
    this.stack.value = STACK_BYTES;
    this.outputBytes = 0;
    try {
      return call(this.exports);
    } finally {
      this.spent += this.atCall - this.fuel.value;
      this.atCall = this.fuel.value;
      this.handOn();
    }
  }

  /** Fuel units used in all calls so far. */
  get used(): bigint {
    return this.spent + this.atCall - this.fuel.value;
  }
  get isOutOfFuel(): boolean {
    return this.fuel.value < 0n;
  }
  get isTooDeep(): boolean {
    return this.stack.value < 0;
  }
  /** Whether the machine refused memory that the player is allowed to have. */
  get wasRefused(): boolean {
    return this.halt.value === HALT.memoryRefused;
  }
  get isOutOfMemory(): boolean {
    return this.outOfMemory.value !== 0;
  }
  /** Resets the used fuel to zero, and looks up the result's address before any of the player's code runs. */
  forget(): void {
    this.resultAt = this.exports.ludus_result() >>> 0;
    this.spent = 0n;
    this.atCall = this.fuel.value;
  }

  /** Puts bytes where the engine reads them. Returns the number of bytes. */
  put(bytes: Uint8Array): number {
    const at = this.exports.ludus_buffer(bytes.length) >>> 0;
    if (at === 0) throw new NoRoomError();
    this.region(at, bytes.length).set(bytes);
    return bytes.length;
  }
  putText(text: string): number {
    return this.put(new TextEncoder().encode(text));
  }
  add({ name, text }: ScriptModule): void {
    const nameLength = new TextEncoder().encode(name).length;
    if (this.exports.ludus_add(nameLength, this.putText(name + text)) !== 1) throw new NoRoomError();
  }

  /** The bytes of the last answer. They are in the engine's memory, and valid until the next call. */
  result(): Uint8Array {
    const [at, length] = new Uint32Array(this.exports.memory.buffer, this.resultAt, 2);
    return this.region(at, length);
  }
  /** The message of an error; '' if there is none. */
  told(): string {
    try {
      return DECODER.decode(this.result().subarray(0, MAX_TOLD_BYTES));
    } catch (error) {
      if (error instanceof OutsideMemoryError) return '';
      throw error;
    }
  }

  /** The location of a crash in the player's files, such as `Mine.ts:12:7`; '' if unknown. */
  where(): string {
    try {
      this.run(LOOKING, (exports) => exports.ludus_where());
      return this.told();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return '';
      throw error;
    }
  }

  private region(at: number, length: number): Uint8Array {
    const { buffer } = this.exports.memory;
    if (at + length > buffer.byteLength) throw new OutsideMemoryError();
    return new Uint8Array(buffer, at, length);
  }

  private seconds(): number {
    return Number(this.used) / FUEL_PER_SECOND;
  }
  private charge(units: number): boolean {
    const left = this.fuel.value - BigInt(units);
    this.fuel.value = left < 0n ? -1n : left;
    return left >= 0n;
  }

  /**
   * Receives a text at this address of the engine. Never throws, because the engine could not continue after an
   * exception.
   */
  private print(signedAt: number, signedLength: number, isShape: boolean): void {
    const [at, length] = [signedAt >>> 0, signedLength >>> 0];
    if (!this.charge(HOST_BYTES * length)) return;
    const room = MAX_OUTPUT_BYTES - this.outputBytes;
    if (!this.output || room <= 0) return;
    this.outputBytes += length + 1;
    const { buffer } = this.exports.memory;
    if (at + length > buffer.byteLength) return;
    const text = DECODER.decode(new Uint8Array(buffer, at, Math.min(length, room)));
    this.texts.push({ isShape, text });
  }

  private handOn(): void {
    const { texts, output } = this;
    if (texts.length === 0) return;
    this.texts = [];
    for (const { isShape, text } of texts) {
      if (!isShape) output?.log(text);
      else if (text.length <= MAX_SHAPE_BYTES) draw(output, text);
    }
  }
}

/** Draws a shape, given as JSON. Ignores invalid JSON. */
function draw(output: PlayerOutput | undefined, json: string): void {
  let shape: unknown;
  try {
    shape = JSON.parse(json);
  } catch {
    return;
  }
  output?.draw(shape as Parameters<PlayerOutput['draw']>[0]);
}
