import type { AnyGame } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { Briefing, PlayerFault, PlayerGenerator, PlayerRunner } from '@ludus/game/player-runner.ts';
import { type Dialogue, withDrawings } from '@ludus/game/protocol.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND, type FuelBudget } from '../budget/fuel.ts';
import { type Failure, failure, playerFault } from '../failures.ts';
import { isOutOfMemory, isStackOverflow, type VoidMatchError, voidMatch } from '../void-match.ts';
import { AnswerLines } from '../wasm/answer-lines.ts';
import { INTERPRETER_DISCOUNT } from '../wasm/prices.ts';
import { WallClockLimit } from '../wasm/wall-clock-limit.ts';
import { cutWords, type PythonBot } from './python-bot.ts';
import { type PythonExports, STATUS } from './python-engine.ts';
import { NoRoomError, OutsideMemoryError, PythonInstance } from './python-instance.ts';

export interface PythonOptions {
  /** If absent, there is no budget, only a limit that stops endless loops. */
  readonly budget?: FuelBudget | undefined;
  readonly output?: PlayerOutput | undefined;
}

const units = (seconds: number): bigint => BigInt(Math.round(seconds * FUEL_PER_SECOND));
const BACKSTOP = units(BACKSTOP_SECONDS);
/**
 * Maximum size of one answer in bytes, and maximum number of budget requests per question. Both limits are the same as
 * for programs.
 */
const MAX_ANSWER_BYTES = 2 ** 20;
const MAX_BUDGET_LINES = 100;

/**
 * A Python bot in a separate engine, with its fuel counted. The bot reads and writes the same lines as a program
 * (docs/protocol.md), so it uses the game's dialogue.
 */
// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels with it
export class PythonRunner implements PlayerRunner<any, any, any> {
  readonly name: string;
  private readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  private readonly dialogue: Dialogue<any, any, any>;
  private readonly bot: PythonBot;
  private readonly options: PythonOptions;
  private readonly output: PlayerOutput | undefined;
  private readonly wall: WallClockLimit;
  private python: PythonInstance | undefined;
  private seat = 0;
  /** The messages to the bot that precede the next question. */
  private untold = '';
  private readonly lines = new AnswerLines();
  /** Defined once the bot has started. Between calls, the bot is waiting or has ended. */
  private status: number | undefined;
  /**
   * Fuel used before this question (0 with a budget per match), the most fuel used for one question, and the total
   * after the match.
   */
  private before = 0n;
  private highest = 0n;
  private ended = 0n;

  constructor(game: AnyGame, bot: PythonBot, options: PythonOptions = {}) {
    this.name = bot.name;
    this.game = game;
    this.dialogue = game.dialogue!;
    this.bot = bot;
    this.options = options;
    this.output = options.output && withDrawings(options.output);
    this.wall = new WallClockLimit(bot.name, undefined, INTERPRETER_DISCOUNT);
  }

  start(board: unknown, state: unknown, { seat, names }: Briefing): void {
    this.seat = seat;
    this.untold = this.dialogue.introduction(board, state, seat, names);
    try {
      this.python = new PythonInstance(this.bot.engine, this.bot.snapshot, this.output);
    } catch (error) {
      throw isOutOfMemory(error) || error instanceof RangeError ? this.voidBy('memory') : error;
    }
  }

  play(state: unknown, move: unknown, generator: PlayerGenerator): void {
    const { dialogue, seat } = this;
    const when = `in round ${this.game.round(state)}`;
    const python = this.python!;
    python.nextRound();
    if (this.status === undefined) {
      this.call(when, (engine) => engine.ludus_run(generator.state));
      if (dialogue.playerSpeaksFirst) this.lines.next();
    } else if (this.lines.drop()) {
      throw playerFault(this.name, failure('early-answer'));
    }
    this.before = this.options.budget?.per === 'move' ? python.used : 0n;
    let text = this.untold + dialogue.question(state, seat);
    this.untold = '';
    for (let asked = 0; ; asked++) {
      if (this.status !== STATUS.waits) throw this.ending(when);
      this.call(when, (engine) => engine.ludus_feed(python.put(text)));
      text = '';
      for (let line = this.lines.next(); line !== undefined; line = this.lines.next()) {
        if (line.trim() === 'budget') {
          text += this.budgetLine();
          continue;
        }
        const taken = dialogue.answerLine(line, state, seat, move);
        if (taken.kind === 'wrong') throw playerFault(this.name, failure('wrong-line', taken.why));
        if (taken.note !== undefined) this.output?.log(taken.note);
        if (taken.kind === 'done') return;
      }
      if (text === '' && this.status === STATUS.waits) throw playerFault(this.name, failure('incomplete', when));
      if (asked === MAX_BUDGET_LINES) throw playerFault(this.name, failure('budget-questions', asked));
    }
  }

  observeRefusal(why: string): void {
    this.untold += `refused ${why}\n`;
    this.output?.log(`refused: ${why}`);
  }

  observeMoves(asked: readonly unknown[]): void {
    this.untold += this.dialogue.roundReport?.(asked, this.seat) ?? '';
  }

  budgetUsed(): number | undefined {
    if (!this.options.budget) return undefined;
    const used = this.options.budget.per === 'move' ? this.highest : this.fuelUsed();
    return Math.min(1, Number(used) / Number(this.granted));
  }

  /** Fuel used by the bot so far: the same number on every machine. */
  fuelUsed(): bigint {
    return this.python?.used ?? this.ended;
  }

  close(): void {
    this.ended = this.fuelUsed();
    this.python?.close();
    this.python = undefined;
  }

  private get granted(): bigint {
    return this.options.budget ? units(this.options.budget.seconds) : BACKSTOP;
  }

  private budgetLine(): string {
    if (!this.options.budget) return 'budget - -\n';
    const left = Number(this.granted - (this.python!.used - this.before)) / FUEL_PER_SECOND;
    return `budget ${Math.max(0, left).toFixed(4)} ${this.options.budget.seconds.toFixed(4)}\n`;
  }

  private voidBy(limit: 'stack' | 'memory'): VoidMatchError {
    return voidMatch(this.name, `machine-${limit}`);
  }

  /** Runs the bot until it waits for a line, and then reads its output. Throws a PlayerFault or a VoidMatchError. */
  private call(when: string, call: (engine: PythonExports) => number): void {
    const python = this.python!;
    const fuel = this.options.budget ? this.granted - (python.used - this.before) : BACKSTOP;
    const end = this.wall.begin();
    let failed: Error | undefined;
    try {
      this.status = python.run(fuel, call);
      const written = python.written(MAX_ANSWER_BYTES);
      if (python.isOutOfFuel) failed = this.outOfFuel(when, '');
      else if (this.status === STATUS.failed) failed = this.thrown(when, python.told());
      else if (written === undefined)
        failed = playerFault(this.name, failure('long-answer', `${MAX_ANSWER_BYTES} bytes`));
      else {
        python.pay(this.lines.add(written));
        if (this.options.budget && python.used - this.before > this.granted) failed = this.outOfFuel(when, '');
      }
    } catch (error) {
      failed = this.crash(python, error, when);
    }
    end();
    const used = python.used - this.before;
    if (used > this.highest) this.highest = used;
    const slow = this.wall.exceeded(python.used);
    if (slow ?? failed) throw slow ?? failed;
  }

  private crash(python: PythonInstance, error: unknown, when: string): Error {
    if (error instanceof NoRoomError) return this.fault(failure('out-of-memory'), when, '');
    if (error instanceof OutsideMemoryError) return this.fault(failure('crashed-engine'), when, '');
    const { isOutOfFuel, isTooDeep, wasRefused, isOutOfMemory: isOver } = python;
    if (!isOutOfFuel && (wasRefused || isOutOfMemory(error))) return this.voidBy('memory');
    if (!isOutOfFuel && isStackOverflow(error)) return this.voidBy('stack');
    if (!(error instanceof WebAssembly.RuntimeError) && !isStackOverflow(error)) throw error;
    const place = python.where();
    if (isOutOfFuel) return this.outOfFuel(when, place);
    if (isTooDeep) return this.fault(failure('too-deep'), when, place);
    if (isOver) return this.fault(failure('out-of-memory'), when, place);
    return this.fault(failure('crashed-engine'), when, place);
  }

  private outOfFuel(when: string, place: string): PlayerFault {
    const { budget } = this.options;
    return this.fault(budget ? failure('fuel', budget) : failure('too-much-fuel', BACKSTOP_SECONDS), when, place);
  }

  /** The first line of the engine's report is the exception, and the second line is the exception's location. */
  private thrown(when: string, told: string): PlayerFault {
    const [what, place = ''] = told.split('\n');
    if (/^MemoryError\b/.test(what)) return this.fault(failure('out-of-memory'), when, place);
    return this.fault(failure('threw', cutWords(what)), when, place);
  }

  /** The fault of a bot that had already ended when a question was sent to it. */
  private ending(when: string): PlayerFault {
    const status = this.status === STATUS.left ? this.python!.told() : '0';
    if (status === '0') return this.fault(failure('ended'), '', when);
    return this.fault(failure('python-status', cutWords(status)), when, '');
  }

  private fault(failed: Failure, when: string, place: string): PlayerFault {
    return playerFault(this.name, { ...failed, place: cutWords(place) }, when);
  }
}
