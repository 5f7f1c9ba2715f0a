import type { AnyGame, Fault } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import type { AnyImage } from '../image.ts';
import { MatchVoid } from '../void.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND } from '../wasm/fuel.ts';
import { WallLimit } from '../wasm/wall.ts';
import type { Engine, EngineExports } from './engine.ts';
import { type Failure, OUT_OF_MEMORY, placeIn, readFailure } from './failure.ts';
import { Machine, NoRoom } from './machine.ts';
import { GUEST, type Script } from './script.ts';
import { type Telling, tellImages, tellMoves } from './telling.ts';

export interface ScriptOptions {
  /** Absent: no budget, only a backstop for endless loops. */
  readonly budget?: { readonly seconds: number; readonly per: 'match' | 'move' } | undefined;
  readonly output?: PlayerOutput | undefined;
  /** A clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

const units = (seconds: number): bigint => BigInt(Math.round(seconds * FUEL_PER_SECOND));
const BACKSTOP = units(BACKSTOP_SECONDS);
/**
 * What has to be left of the metered stack: enough for what does not look at it, and with it every engine's own limit is far enough
 * away, cold or warm.
 */
const STACK_RESERVE = 100_000;
/**
 * What starting the engine and the game's side may take: twice what our largest one's take. In a stranger's module they may be others, and it
 * is not counted.
 */
const BOOT_SECONDS = 0.03;
/** What loading a player may take when it is tried out. */
const TRIAL_SECONDS = 1;
/** Memory that could not be had: the engine of JavaScript inside says so before. */
const CRASHED = 'crashed the engine';

/** A player in JavaScript, or TypeScript whose types were erased, in an engine of its own, counted in fuel. */
// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels beside it
export class ScriptPort implements PlayerPort<any, any, any> {
  readonly name: string;
  private readonly game: AnyGame;
  private readonly engine: Engine;
  private readonly script: Script;
  private readonly options: ScriptOptions;
  private readonly image: AnyImage | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  private readonly telling: Telling<any, any, any>;
  private machine: Machine | undefined;
  private readonly wall: WallLimit;
  /** With a budget a move: the most that one took, and what was used before this one. */
  private highest = 0n;
  private before = 0n;
  /** What was used when the match was over. */
  private ended = 0n;

  constructor(game: AnyGame, image: AnyImage | undefined, engine: Engine, script: Script, options: ScriptOptions = {}) {
    this.name = script.name;
    this.game = game;
    this.image = image;
    this.engine = engine;
    this.script = script;
    this.options = options;
    this.wall = new WallLimit(script.name, options.now);
    this.telling = image ? tellImages(image) : tellMoves(game);
  }

  start(board: unknown, state: unknown, briefing: Briefing): void {
    this.guarded(() => this.open(board, state, briefing));
  }

  play(state: unknown, move: unknown, generator: PlayerGenerator): void {
    this.guarded(() => this.ask(state, move, generator));
  }

  private open(board: unknown, state: unknown, briefing: Briefing): void {
    const { game, script } = this;
    if (!this.image && (game.setGenerator || game.hash(game.start(board, 0)) !== game.hash(state)))
      throw new Error(`${game.title} tells its players by moves, but its state does not follow from the board`);
    const machine = bootedMachine(this.engine, script, this.options.output);
    this.machine = machine;
    const when = 'before the first round';
    this.call(when, (engine) => engine.ludus_player(machine.putText(script.player.name)));
    this.call(when, (engine) => engine.ludus_start(machine.put(this.telling.start(board, state, briefing))));
  }

  private ask(state: unknown, move: unknown, generator: PlayerGenerator): void {
    const machine = this.machine!;
    if (this.options.budget?.per === 'move') this.before = machine.used;
    const when = this.image?.when(state) ?? `in round ${this.game.round(state)}`;
    const left = this.options.budget ? Math.max(0, 1 - Number(machine.used - this.before) / Number(this.granted)) : 2;
    const told = this.telling.round(state, generator.state, left);
    this.call(when, (engine) => engine.ludus_play(machine.put(told), generator.state));
    const ended = this.telling.answer(machine.result(), move);
    if (ended === undefined)
      throw new PlayerFault('protocol', `${this.name} answered with something that is no answer ${when}.`);
    generator.state = ended;
  }

  hear(asked: readonly unknown[]): void {
    this.telling.hear(asked);
  }
  out(seat: number, fault: Fault): void {
    this.telling.out(seat, fault);
  }

  used(): number | undefined {
    if (!this.options.budget) return undefined;
    const used = this.options.budget.per === 'move' ? this.highest : this.fuelUsed();
    return Math.min(1, Number(used) / Number(this.granted));
  }

  /** Fuel used so far by the player itself: the same number on every machine. */
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

  /** An engine that is not ours may do anything at all; what comes of it is the player's fault. */
  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (error instanceof PlayerFault || error instanceof MatchVoid) throw error;
      if (error instanceof RangeError)
        throw new MatchVoid(this.name, 'memory', `The match is void: memory could not be had for ${this.name}.`);
      if (this.engine.isOurs) throw error;
      throw new PlayerFault('protocol', `${this.name} cannot be run: the engine in its file is damaged.`);
    }
  }

  /** Calls the player; however it fails, the value thrown is a PlayerFault. */
  private call(when: string, call: (engine: EngineExports) => number): void {
    const machine = this.machine!;
    const { budget } = this.options;
    const fuel = budget ? this.granted - (machine.used - this.before) : BACKSTOP;
    const end = this.wall.begin();
    let ended: { readonly ok: number } | { readonly error: unknown };
    try {
      ended = { ok: fuel < 0n ? 0 : machine.run(fuel, call) };
    } catch (error) {
      ended = { error };
    }
    end();
    const used = machine.used - this.before;
    if (used > this.highest) this.highest = used;
    const slow = this.wall.exceeded(machine.used);
    if (slow) throw slow;
    if ('error' in ended) throw this.faultOf(this.crash(machine, ended.error), when);
    if (ended.ok !== 1) throw this.faultOf(readFailure(machine.text(), this.script), when);
  }

  /** The module itself stopped: its fuel or its stack was used up, or what may not happen has. */
  private crash(machine: Machine, error: unknown): Failure {
    if (error instanceof NoRoom) return { fault: 'memory', what: OUT_OF_MEMORY, place: '' };
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
    const { budget } = this.options;
    if (!machine.isOutOfFuel && (machine.wasRefused || error instanceof RangeError))
      throw new MatchVoid(
        this.name,
        error instanceof RangeError && !machine.wasRefused ? 'stack' : 'memory',
        `The match is void: ${this.name} met a limit of the machine, not one of its own.`,
      );
    const place = placeNow(machine, this.script);
    if (machine.isOutOfFuel) {
      const move = budget?.per === 'move' ? ' for a move' : '';
      const what = budget
        ? `used up its budget of ${budget.seconds} s of fuel${move}`
        : `did not answer within ${BACKSTOP_SECONDS} s of fuel`;
      return { fault: 'time', what, place };
    }
    if (machine.isTooDeep) return { fault: 'crash', what: 'recurred too deeply', place };
    if (machine.isOutOfMemory) return { fault: 'memory', what: OUT_OF_MEMORY, place };
    return { fault: 'crash', what: CRASHED, place };
  }

  private faultOf({ fault, what, place }: Failure, when: string): PlayerFault {
    const at = place === '' ? '' : ` (${place})`;
    return new PlayerFault(fault, `${this.name} ${what} ${when}${at}.`);
  }
}

/** An engine in which the game's side of the player stands ready. What that takes, which is little, does not count: it is not the player's. */
function bootedMachine(engine: Engine, script: Script, output: PlayerOutput | undefined): Machine {
  const machine = new Machine(engine, output);
  machine.run(units(BOOT_SECONDS), (exports) => {
    exports._initialize();
    if (exports.ludus_boot(engine.scriptBytes, STACK_RESERVE) !== 1) throw new Error('the engine cannot be started');
    for (const module of script.guest) machine.add(module);
    machine.add(script.player);
    if (exports.ludus_guest(machine.putText(GUEST)) !== 1)
      throw new Error(`the game's side of the player cannot be loaded: ${machine.text()}`);
  });
  machine.forget();
  return machine;
}

/** Loads a player as a match would, on a little fuel; what is wrong with it, as words that go on after its name. */
export function tryScript(engine: Engine, script: Script): string | undefined {
  try {
    return tried(engine, script);
  } catch (error) {
    if (engine.isOurs) throw error;
    return 'cannot be run: the engine in its file is damaged';
  }
}

function tried(engine: Engine, script: Script): string | undefined {
  const machine = bootedMachine(engine, script, undefined);
  let failure: Failure | undefined;
  try {
    const ok = machine.run(units(TRIAL_SECONDS), (exports) =>
      exports.ludus_player(machine.putText(script.player.name)),
    );
    if (ok !== 1) failure = readFailure(machine.text(), script);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    const what = machine.isOutOfFuel ? `is not loaded within ${TRIAL_SECONDS} s of fuel` : CRASHED;
    failure = { fault: 'crash', what, place: placeNow(machine, script) };
  }
  if (!failure) return undefined;
  return `${failure.what}${failure.place === '' ? '' : ` (${failure.place})`}`;
}

/** After a crash: where in its files the player was, or ''. */
const placeNow = (machine: Machine, script: Script): string => placeIn([`at ${machine.where()}`], script);
