import type { AnyGame, Fault } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { Briefing, PlayerGenerator, PlayerRunner } from '@ludus/game/player-runner.ts';
import { withDrawings } from '@ludus/game/protocol.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND, type FuelBudget } from '../budget/fuel.ts';
import { type Failure, failure, playerFault } from '../failures.ts';
import type { AnyImage } from '../image.ts';
import { isOutOfMemory, isStackOverflow, VoidMatchError, voidMatch } from '../void-match.ts';
import { INTERPRETER_DISCOUNT } from '../wasm/prices.ts';
import { WallClockLimit } from '../wasm/wall-clock-limit.ts';
import type { Engine, EngineExports } from './engine.ts';
import { EngineInstance, NoRoomError, OutsideMemoryError } from './engine-instance.ts';
import {
  type EngineProtocol,
  imageProtocol,
  linesProtocol,
  movesProtocol,
  type WrongAnswer,
} from './engine-protocol.ts';
import { placeIn, readFailure } from './failure.ts';
import { GUEST, LINES, type Script } from './script.ts';

export interface ScriptOptions {
  /** If absent, there is no budget, only a limit that stops endless loops. */
  readonly budget?: FuelBudget | undefined;
  readonly output?: PlayerOutput | undefined;
  /** Returns the wall-clock time in milliseconds. Tests pass a function that returns simulated times. */
  readonly now?: (() => number) | undefined;
}

const units = (seconds: number): bigint => BigInt(Math.round(seconds * FUEL_PER_SECOND));
const BACKSTOP = units(BACKSTOP_SECONDS);
/**
 * Part of the metered stack, in bytes, that is reserved for code that doesn't check the stack. With this reserve, no
 * engine reaches its own limit, whether its code is interpreted or optimised.
 */
const STACK_RESERVE = 100_000;
/**
 * Limit for starting the engine and the game's side, in seconds of fuel. This fuel is not counted. Exceeding the limit
 * is a bug in Ludus.
 */
const BOOT_SECONDS = 0.03;
/** Limit for loading a player in a trial run, in seconds of fuel. */
const TRIAL_SECONDS = 1;

/** A JavaScript player, or a TypeScript player with its types erased, in a separate engine, with its fuel counted. */
// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels beside it
export class ScriptRunner implements PlayerRunner<any, any, any> {
  readonly name: string;
  private readonly game: AnyGame;
  private readonly engine: Engine;
  private readonly script: Script;
  private readonly options: ScriptOptions;
  private readonly image: AnyImage | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  private readonly telling: EngineProtocol<any, any, any>;
  private readonly followsLines: boolean;
  private readonly output: PlayerOutput | undefined;
  private machine: EngineInstance | undefined;
  private readonly wall: WallClockLimit;
  private isLoaded = false;
  /** With a budget per move: the most fuel that one move has used, and the fuel used before the current move. */
  private highest = 0n;
  private before = 0n;
  /** The fuel that the player had used at the end of the match. */
  private ended = 0n;

  constructor(game: AnyGame, image: AnyImage | undefined, engine: Engine, script: Script, options: ScriptOptions = {}) {
    this.name = script.name;
    this.game = game;
    this.image = image;
    this.engine = engine;
    this.script = script;
    this.options = options;
    this.wall = new WallClockLimit(script.name, options.now && { now: options.now }, INTERPRETER_DISCOUNT);
    this.followsLines = script.guest.some(({ name }) => name === LINES);
    this.output = this.followsLines ? options.output && withDrawings(options.output) : options.output;
    if (this.followsLines) this.telling = linesProtocol(game, (text) => this.output?.log(text));
    else this.telling = image ? imageProtocol(image) : movesProtocol(game);
  }

  start(board: unknown, state: unknown, briefing: Briefing): void {
    this.guarded(() => this.open(board, state, briefing));
  }

  play(state: unknown, move: unknown, generator: PlayerGenerator): void {
    this.guarded(() => this.ask(state, move, generator));
  }

  private open(board: unknown, state: unknown, briefing: Briefing): void {
    const { game, script } = this;
    const byMoves = !this.image && !this.followsLines;
    if (byMoves && (hasKey(game) || game.hash(game.start(board, 0)) !== game.hash(state)))
      throw new Error(
        `${game.title} sends its players moves instead of states, but the board doesn’t determine its first state`,
      );
    const machine = bootedMachine(this.engine, script, this.output);
    this.machine = machine;
    const when = 'before the first round';
    this.call(when, (engine) => engine.ludus_player(machine.putText(script.player.name)));
    this.isLoaded = true;
    this.call(when, (engine) => engine.ludus_start(machine.put(this.telling.start(board, state, briefing))));
  }

  private ask(state: unknown, move: unknown, generator: PlayerGenerator): void {
    const machine = this.machine!;
    if (this.options.budget?.per === 'move') this.before = machine.used;
    const when = this.image?.when(state) ?? `in round ${this.game.round(state)}`;
    const left = this.options.budget ? Math.max(0, 1 - Number(machine.used - this.before) / Number(this.granted)) : 2;
    const told = this.telling.round(state, generator.state, left);
    let ended: number | WrongAnswer | undefined;
    this.call(
      when,
      (engine) => engine.ludus_play(machine.put(told), generator.state),
      () => {
        ended = this.telling.readAnswer(machine.result(), move);
      },
    );
    if (typeof ended === 'object')
      throw playerFault(this.name, 'told' in ended ? readFailure(ended.told, this.script, false) : ended, when);
    if (ended === undefined) throw playerFault(this.name, failure('no-answer'), when);
    generator.state = ended;
  }

  observeMoves(asked: readonly unknown[]): void {
    this.telling.observeMoves(asked);
  }
  observeRefusal(why: string): void {
    this.telling.observeRefusal?.(why);
  }
  observeFault(seat: number, fault: Fault): void {
    this.telling.observeFault(seat, fault);
  }

  budgetUsed(): number | undefined {
    if (!this.options.budget) return undefined;
    const used = this.options.budget.per === 'move' ? this.highest : this.fuelUsed();
    return Math.min(1, Number(used) / Number(this.granted));
  }

  /** Fuel used by the player so far: the same number on every machine. */
  fuelUsed(): bigint {
    return this.machine?.used ?? this.ended;
  }

  close(): void {
    this.ended = this.fuelUsed();
    this.machine = undefined;
  }

  private get granted(): bigint {
    return this.options.budget ? units(this.options.budget.seconds) : BACKSTOP;
  }

  /**
   * Only a lack of memory on this machine voids the match. Any other error that isn't caused by the player is a bug in
   * Ludus.
   */
  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      throw isOutOfMemory(error) ? this.voidBy('memory') : error;
    }
  }

  private voidBy(limit: 'stack' | 'memory'): VoidMatchError {
    return voidMatch(this.name, `machine-${limit}`);
  }

  /** Calls the player, and reads its answer. A failed call always throws a PlayerFault or a VoidMatchError. */
  private call(when: string, call: (engine: EngineExports) => number, read?: () => void): void {
    const machine = this.machine!;
    const end = this.wall.begin();
    const ended = this.attempt(machine, call, read);
    end();
    const used = machine.used - this.before;
    if (used > this.highest) this.highest = used;
    const slow = this.wall.exceeded(machine.used);
    if (slow) throw slow;
    if (ended instanceof VoidMatchError) throw ended;
    if (ended) throw playerFault(this.name, ended, when);
  }

  /** The failure of the call; undefined if the call succeeded. */
  private attempt(
    machine: EngineInstance,
    call: (engine: EngineExports) => number,
    read: (() => void) | undefined,
  ): Failure | VoidMatchError | undefined {
    const fuel = this.options.budget ? this.granted - (machine.used - this.before) : BACKSTOP;
    try {
      if (machine.run(fuel, call) !== 1) return readFailure(machine.told(), this.script, !this.isLoaded);
      // The fuel may be used up although the engine hasn't noticed yet. The engine checks the fuel only from time to
      // time, and never within a small function.
      if (machine.isOutOfFuel) return this.outOfFuel('');
      read?.();
      return undefined;
    } catch (error) {
      return this.crash(machine, error);
    }
  }

  /**
   * The failure of a player whose module trapped, because it used up its fuel or its stack or did something forbidden.
   */
  private crash(machine: EngineInstance, error: unknown): Failure | VoidMatchError {
    if (error instanceof NoRoomError) return failure('out-of-memory');
    if (error instanceof OutsideMemoryError) return failure('crashed-engine');
    const { isOutOfFuel, isTooDeep, wasRefused, isOutOfMemory: isOver } = machine;
    if (!isOutOfFuel && (wasRefused || isOutOfMemory(error))) return this.voidBy('memory');
    if (!isOutOfFuel && isStackOverflow(error)) return this.voidBy('stack');
    if (!(error instanceof WebAssembly.RuntimeError) && !isStackOverflow(error)) throw error;
    const place = placeNow(machine, this.script);
    if (isOutOfFuel) return this.outOfFuel(place);
    if (isTooDeep) return { ...failure('too-deep'), place };
    if (isOver) return { ...failure('out-of-memory'), place };
    return { ...failure('crashed-engine'), place };
  }

  private outOfFuel(place: string): Failure {
    const { budget } = this.options;
    return { ...(budget ? failure('fuel', budget) : failure('too-much-fuel', BACKSTOP_SECONDS)), place };
  }
}

/**
 * Starts an engine, and loads the game's side of the player. The small cost of this start isn't charged to the player.
 */
function bootedMachine(engine: Engine, script: Script, output: PlayerOutput | undefined): EngineInstance {
  const machine = new EngineInstance(engine, output);
  machine.run(units(BOOT_SECONDS), (exports) => {
    exports._initialize();
    if (exports.ludus_boot(engine.scriptBytes, STACK_RESERVE) !== 1) throw new Error('the engine cannot be started');
    for (const module of script.guest) machine.add(module);
    machine.add(script.player);
    if (exports.ludus_guest(machine.putText(GUEST)) !== 1)
      throw new Error(`the game's side of the player cannot be loaded: ${machine.told()}`);
  });
  machine.forget();
  return machine;
}

/**
 * Loads a player as a match would, with a little fuel. Returns the player's problem in words that come after the
 * player's name, or undefined if there is none.
 */
export function tryScript(engine: Engine, script: Script): string | undefined {
  const machine = bootedMachine(engine, script, undefined);
  let failed: Failure | undefined;
  try {
    const ok = machine.run(units(TRIAL_SECONDS), (exports) =>
      exports.ludus_player(machine.putText(script.player.name)),
    );
    if (ok !== 1) failed = readFailure(machine.told(), script, true);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof OutsideMemoryError)) throw error;
    const ended = machine.isOutOfFuel ? failure('not-loaded', TRIAL_SECONDS) : failure('crashed-engine');
    failed = { ...ended, place: placeNow(machine, script) };
  }
  return failed && `${failed.what}${failed.place && ` (${failed.place})`}`;
}

/** The location of a crash in the player's files; '' if unknown. */
const placeNow = (machine: EngineInstance, script: Script): string => placeIn([`at ${machine.where()}`], script);
