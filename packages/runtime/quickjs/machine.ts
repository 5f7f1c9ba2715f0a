import type { PlayerOutput } from '@ludus/game/output.ts';
import { HALT } from '../wasm/emit.ts';
import { FUEL_PER_SECOND } from '../wasm/fuel.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES } from '../wasm/meter.ts';
import { HOST_BYTES } from '../wasm/prices.ts';
import { playerImports } from '../wasm/wasi.ts';
import type { Engine, EngineExports } from './engine.ts';
import type { ScriptModule } from './script.ts';

type Counter<T> = { value: T };

/** Bytes that a player may log, and draw, in one round. */
const MOST_OUTPUT_BYTES = 64 * 1024;
/** What looking for the place of a crash may take. */
const LOOKING = BigInt(FUEL_PER_SECOND / 100);

/** The player's memory has no room for what it is to be told. */
export class NoRoom extends Error {}

/** One instance of the engine, with its fuel. */
export class Machine {
  private readonly exports: EngineExports;
  private readonly fuel: Counter<bigint>;
  private readonly stack: Counter<number>;
  private readonly outOfMemory: Counter<number>;
  private readonly halt: Counter<number>;
  private readonly output: PlayerOutput | undefined;
  private readonly load: number;
  private outputBytes = 0;
  /** Fuel used in the calls before this one, and what this one began with. */
  private spent = 0n;
  private atCall = 0n;

  constructor(engine: Engine, output: PlayerOutput | undefined) {
    this.output = output;
    this.load = engine.load;
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
      log: (at: number, length: number) => this.print(at, length, (text) => output?.log(text)),
      draw: (at: number, length: number) => this.print(at, length, (text) => draw(output, text)),
      seconds: () => this.seconds(),
    };
    const { exports } = new WebAssembly.Instance(engine.module, imports);
    this.exports = exports as unknown as EngineExports;
    this.fuel = exports[FUEL] as unknown as Counter<bigint>;
    this.stack = exports[STACK] as unknown as Counter<number>;
    this.outOfMemory = exports[OUT_OF_MEMORY] as unknown as Counter<number>;
    this.halt = exports[HALTED] as unknown as Counter<number>;
    this.spent = BigInt(engine.load);
  }

  /** Runs a call on so much fuel; however it ends, what it used is in `used`. */
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
    }
  }

  /** Units used in all calls so far. */
  get used(): bigint {
    return this.spent + this.atCall - this.fuel.value;
  }
  get isOutOfFuel(): boolean {
    return this.fuel.value < 0n;
  }
  get isTooDeep(): boolean {
    return this.stack.value < 0;
  }
  /** The machine that it runs on refused it memory that it may have. */
  get wasRefused(): boolean {
    return this.halt.value === HALT.memoryRefused;
  }
  get isOutOfMemory(): boolean {
    return this.outOfMemory.value !== 0;
  }
  /** From now on nothing counts as used before, but what loading cost. */
  forget(): void {
    this.spent = BigInt(this.load);
    this.atCall = this.fuel.value;
  }

  /** Puts bytes where the engine reads them; gives their number. */
  put(bytes: Uint8Array): number {
    const at = this.exports.ludus_buffer(bytes.length) >>> 0;
    if (at === 0) throw new NoRoom();
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }
  putText(text: string): number {
    return this.put(new TextEncoder().encode(text));
  }
  add({ name, text }: ScriptModule): void {
    const nameLength = new TextEncoder().encode(name).length;
    if (this.exports.ludus_add(nameLength, this.putText(name + text)) !== 1) throw new NoRoom();
  }

  /** The bytes of the last answer, or of what is told of an error. They are the engine's own and last until the next call. */
  result(): Uint8Array {
    const { buffer } = this.exports.memory;
    const [at, length] = new Uint32Array(buffer, this.exports.ludus_result(), 2);
    return new Uint8Array(buffer, at, length);
  }
  text(): string {
    return new TextDecoder().decode(this.result());
  }

  /** After a crash: where in its files the player was, `Mine.ts:12:7`, or ''. */
  where(): string {
    const { value } = this.fuel;
    this.fuel.value = LOOKING;
    this.stack.value = STACK_BYTES;
    try {
      this.exports.ludus_where();
      return this.text();
    } catch {
      return '';
    } finally {
      this.fuel.value = value;
    }
  }

  private seconds(): number {
    return Number(this.used) / FUEL_PER_SECOND;
  }
  private charge(units: number): boolean {
    this.fuel.value -= BigInt(units);
    return this.fuel.value >= 0n;
  }

  private print(at: number, length: number, to: (text: string) => void): void {
    if (!this.charge(HOST_BYTES * length)) return;
    const room = MOST_OUTPUT_BYTES - this.outputBytes;
    if (!this.output || room <= 0) return;
    const bytes = new Uint8Array(this.exports.memory.buffer, at, length);
    this.outputBytes += length;
    to(new TextDecoder().decode(length > room ? bytes.slice(0, room) : bytes));
  }
}

/** What is no JSON any more (it was too long) is left out. */
function draw(output: PlayerOutput | undefined, json: string): void {
  let shape: unknown;
  try {
    shape = JSON.parse(json);
  } catch {
    return;
  }
  output?.draw(shape as Parameters<PlayerOutput['draw']>[0]);
}
