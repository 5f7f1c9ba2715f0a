import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { HALT } from '../wasm/emit.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES, variablesOf } from '../wasm/meter.ts';
import { playerImports } from '../wasm/wasi.ts';
import type { PythonEngine, PythonExports } from './python-engine.ts';
import { isLarger, restore, type Snapshot } from './snapshot.ts';

type Counter<T> = { value: T };

/** The functions that an instance calls while a bot's code runs. */
export interface EngineHost {
  /** Consumes units of fuel; returns false if there aren't enough. */
  charge(units: number): boolean;
  /** Seconds of fuel used in this match. */
  seconds(): number;
  log(at: number, length: number): void;
}

/** An instance of the engine. It serves one bot in one match, and may then serve another bot in the next match. */
export class EngineInstance {
  readonly exports: PythonExports;
  readonly memory: WebAssembly.Memory;
  readonly fuel: Counter<bigint>;
  readonly stack: Counter<number>;
  readonly outOfMemory: Counter<number>;
  readonly halt: Counter<number>;
  /** The address that `ludus_result` returns, read before any code of a bot runs. */
  readonly resultAt: number;
  private readonly variables: readonly { readonly global: WebAssembly.Global; readonly initial: unknown }[];
  private host: EngineHost | undefined;
  private isNew = true;

  constructor({ module }: PythonEngine) {
    const imports = playerImports({
      memory: () => this.memory,
      charge: (units) => this.host!.charge(units),
      exit: () => {
        this.halt.value = HALT.exit;
      },
      budgetLeft: () => 1,
      seconds: () => this.host!.seconds(),
      write() {},
    });
    imports.ludus = {
      stack_left: () => this.stack.value,
      log: (at: number, length: number) => this.host!.log(at >>> 0, length >>> 0),
      seconds: () => this.host!.seconds(),
    };
    const instance = new WebAssembly.Instance(module, imports);
    const { exports } = instance;
    this.exports = exports as unknown as PythonExports;
    this.memory = this.exports.memory;
    this.fuel = exports[FUEL] as unknown as Counter<bigint>;
    this.stack = exports[STACK] as unknown as Counter<number>;
    this.outOfMemory = exports[OUT_OF_MEMORY] as unknown as Counter<number>;
    this.halt = exports[HALTED] as unknown as Counter<number>;
    this.variables = variablesOf(instance).map((global) => ({ global, initial: global.value }));
    this.fuel.value = BigInt(FUEL_PER_SECOND);
    this.stack.value = STACK_BYTES;
    this.resultAt = this.exports.ludus_result() >>> 0;
  }

  /**
   * Resets all state that a bot's code can change. The instance is then in the same state as a new instance with the
   * snapshot's memory.
   */
  begin(host: EngineHost, snapshot: Snapshot | undefined): void {
    for (const { global, initial } of this.variables) global.value = initial;
    if (snapshot) restore(this.memory, snapshot, this.isNew);
    this.isNew = false;
    this.host = host;
  }

  /** Called when the instance no longer serves a bot. */
  end(): void {
    this.host = undefined;
  }
}

/**
 * Maximum number of idle instances that are kept for the next match; each uses 11 MB. Most games have at most this
 * number of seats.
 */
const MAX_IDLE = 4;
const idle = new WeakMap<PythonEngine, EngineInstance[]>();

/**
 * An instance for a bot: an idle instance if available, because creating a new instance takes most of a bot's start
 * time.
 */
export function takeInstance(engine: PythonEngine, host: EngineHost, snapshot: Snapshot | undefined): EngineInstance {
  const kept = idle.get(engine) ?? [];
  const at = snapshot ? kept.findLastIndex(({ memory }) => !isLarger(memory, snapshot)) : -1;
  const instance = at >= 0 ? kept.splice(at, 1)[0] : new EngineInstance(engine);
  instance.begin(host, snapshot);
  return instance;
}

/** Keeps an instance if all its calls have returned and its memory is not larger than the bot's snapshot. */
export function returnInstance(engine: PythonEngine, instance: EngineInstance, snapshot: Snapshot): void {
  instance.end();
  if (isLarger(instance.memory, snapshot)) return;
  const kept = idle.get(engine) ?? [];
  if (kept.push(instance) > MAX_IDLE) kept.shift();
  idle.set(engine, kept);
}
