import type { AnyGame } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { BACKSTOP_SECONDS, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { failure, playerFault } from '../failures.ts';
import { AnswerLines } from './answer-lines.ts';
import { namesPlace, panicIn } from './crash-words.ts';
import { HALT } from './emit.ts';
import { endingOf, isToldInFull, lastLine } from './fault.ts';
import { copyPieces, LogWriter, type Pieces } from './log-writer.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK, STACK_BYTES, START } from './meter.ts';
import { HOST_BYTES, HOST_VECTOR, PROGRAM_CALL } from './prices.ts';
import type { WasmProgram } from './program.ts';
import { WallClockLimit } from './wall-clock-limit.ts';
import { playerImports, WASI } from './wasi.ts';
import type { WasmOptions } from './wasm-runner.ts';

type Counter<T> = { value: T };

/** The engine's feature that lets a program wait inside a call. Not all engines support it. */
interface Suspension {
  readonly Suspending: new (call: (...given: number[]) => number | Promise<number>) => WebAssembly.ImportValue;
  readonly promising: (call: () => number) => () => Promise<number>;
}
const engine = WebAssembly as unknown as Partial<Suspension>;

/** Whether this engine can run programs that wait for input. */
export const canSuspend = (): boolean => engine.Suspending !== undefined && engine.promising !== undefined;

const BACKSTOP = BACKSTOP_SECONDS * FUEL_PER_SECOND;
/**
 * Maximum size of an answer in bytes, and maximum number of a player's budget requests per question. Both limits are
 * the same as for system programs.
 */
const MAX_ANSWER_BYTES = 2 ** 20;
const MAX_BUDGET_LINES = 100;
const BAD_DESCRIPTOR = 8;
const BAD_ADDRESS = 21;

/**
 * A program with the line protocol, as WebAssembly with its fuel counted. The program reads standard input, and is
 * suspended when there is nothing to read. When the program is suspended, its answer is complete. Each question is
 * charged for all output up to the next read.
 */
// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels beside it
export class ProgramRunner implements PlayerRunner<any, any, any> {
  readonly name: string;
  private readonly game: AnyGame;
  private readonly program: WasmProgram;
  private readonly options: WasmOptions;
  private readonly granted: number | undefined;
  private memory!: WebAssembly.Memory;
  private counters:
    | { fuel: Counter<bigint>; stack: Counter<number>; outOfMemory: Counter<number>; halt: Counter<number> }
    | undefined;
  /** Lines that the program has not read yet. */
  private input: Uint8Array = new Uint8Array(0);
  private inputAt = 0;
  /** Buffer for the bytes of one write call, and the lines of all output. */
  private stdout = new Uint8Array(MAX_ANSWER_BYTES / 256);
  private stdoutBytes = 0;
  private readonly lines = new AnswerLines();
  private isFlooded = false;
  /** Resumes a program that is waiting for input. */
  private wake: (() => void) | undefined;
  /** Called when the program is waiting for input or has ended. */
  private settle: () => void = () => {};
  private ended: { readonly error?: unknown } | undefined;
  private hasBegun = false;
  private run: (() => Promise<number>) | undefined;
  private spent = 0;
  private atCall = 0;
  /** With a budget per move: the fuel used before the current move, and the most fuel that one move has used. */
  private before = 0;
  private highest = 0;
  private exitCode = 0;
  /** The key of the program's random numbers. The numbers are the same whenever the same match is played. */
  private readonly luck = new Uint32Array(8);
  private seat = 0;
  private untold = '';
  private readonly written: LogWriter;
  private readonly wall: WallClockLimit;

  constructor(name: string, game: AnyGame, program: WasmProgram, options: WasmOptions = {}) {
    this.name = name;
    this.game = game;
    this.program = program;
    this.options = options;
    this.wall = new WallClockLimit(name, options.now && { now: options.now });
    this.written = new LogWriter(true);
    if (options.budget === undefined) return;
    this.granted = Math.round(options.budget.seconds * FUEL_PER_SECOND);
    this.spent = program.load;
    this.highest = program.load;
  }

  async start(board: unknown, state: unknown, { seat, names }: Briefing): Promise<void> {
    const dialogue = this.game.dialogue!;
    this.seat = seat;
    const when = 'before the first round';
    if (this.left() === 0) throw this.usedUp(when);
    try {
      this.instantiate();
    } catch (error) {
      throw this.ending(error, when);
    }
    // A program starts with its first message, like a system program.
    if (dialogue.playerSpeaksFirst) {
      await this.goOn('', when);
      this.lines.drop();
    }
    this.untold = dialogue.introduction(board, state, seat, names);
  }

  async play(state: unknown, move: unknown, generator?: PlayerGenerator): Promise<void> {
    const dialogue = this.game.dialogue!;
    if (this.options.budget?.per === 'move') this.before = this.spent;
    if (!this.hasBegun) this.luck[0] = generator?.state ?? 0;
    const when = `in round ${this.game.round(state)}`;
    let question = this.untold + dialogue.question(state, this.seat);
    this.untold = '';
    let isDone = false;
    for (let budgetLines = 0; ; ) {
      await this.goOn(question, when);
      question = '';
      for (let each = this.lines.next(); each !== undefined; each = this.lines.next()) {
        const line = each.endsWith('\r') ? each.slice(0, -1) : each;
        if (isDone) {
          if (line.trim() !== '') throw playerFault(this.name, failure('early-answer'));
        } else if (line.trim() === 'budget') {
          if (++budgetLines > MAX_BUDGET_LINES)
            throw playerFault(this.name, failure('budget-questions', MAX_BUDGET_LINES));
          question += this.budgetLine();
        } else {
          const taken = dialogue.answerLine(line, state, this.seat, move);
          if (taken.kind === 'wrong') throw playerFault(this.name, failure('wrong-line', taken.why));
          if (taken.note !== undefined) this.options.output?.log(taken.note);
          isDone = taken.kind === 'done';
        }
      }
      if (isDone) return;
      if (this.ended) throw playerFault(this.name, failure('ended-when', when));
      if (question === '') throw playerFault(this.name, failure('unanswered', when));
    }
  }

  observeMoves(asked: readonly unknown[]): void {
    this.untold += this.game.dialogue!.roundReport?.(asked, this.seat) ?? '';
  }

  observeRefusal(why: string): void {
    this.untold += `refused ${why}\n`;
    this.options.output?.log(`refused: ${why}`);
  }

  budgetUsed(): number | undefined {
    return this.granted === undefined ? undefined : Math.min(1, this.highest / this.granted);
  }

  fuelUsed(): bigint {
    return BigInt(this.spent);
  }

  close(): void {
    // Programs that wait for input forever are garbage-collected with their memory.
    this.wake = undefined;
    this.counters = undefined;
  }

  private instantiate(): void {
    const imports = playerImports({
      memory: () => this.memory,
      charge: (units) => this.charge(units),
      exit: (code) => {
        this.exitCode = code;
        if (this.counters) this.counters.halt.value = HALT.exit;
      },
      budgetLeft: () => this.left(),
      seconds: () => this.spentNow() / FUEL_PER_SECOND,
      luck: this.luck,
      write: (pieces, descriptor) => this.write(pieces, descriptor),
    });
    imports[WASI].fd_read = new engine.Suspending!((descriptor, vectors, count, done) =>
      this.read(descriptor, vectors, count, done),
    );
    const { exports } = new WebAssembly.Instance(this.program.module, imports);
    this.memory = exports.memory as WebAssembly.Memory;
    this.counters = {
      fuel: exports[FUEL] as unknown as Counter<bigint>,
      stack: exports[STACK] as unknown as Counter<number>,
      outOfMemory: exports[OUT_OF_MEMORY] as unknown as Counter<number>,
      halt: exports[HALTED] as unknown as Counter<number>,
    };
    const main = engine.promising!((exports.ludus_main ?? exports._start) as () => number);
    this.run = () => {
      (exports[START] as (() => void) | undefined)?.();
      (exports._initialize as (() => void) | undefined)?.();
      return main();
    };
  }

  /** Lets the program read these lines, and waits until the program needs more lines or has ended. */
  private async goOn(lines: string, when: string): Promise<void> {
    if (this.ended) throw playerFault(this.name, failure('ended-when', when));
    const counters = this.counters!;
    const rest = this.input.subarray(this.inputAt);
    this.input = new Uint8Array(rest.length + lines.length);
    this.input.set(rest);
    for (let n = 0; n < lines.length; n++) this.input[rest.length + n] = lines.charCodeAt(n);
    this.inputAt = 0;
    this.atCall = this.granted === undefined ? BACKSTOP : this.granted - (this.spent - this.before);
    counters.fuel.value = BigInt(this.atCall);
    // A suspended program keeps its stack, so it resumes with the amount of stack that was left.
    if (!this.hasBegun) counters.stack.value = STACK_BYTES;
    this.written.clear();
    const end = this.wall.begin();
    await new Promise<void>((resolve) => {
      this.settle = resolve;
      if (this.hasBegun) this.wake!();
      else this.begin();
    });
    this.charge(this.lines.add(this.takeStdout()));
    end();
    const left = Number(counters.fuel.value);
    this.spent += this.atCall - left;
    this.atCall = left;
    this.highest = Math.max(this.highest, this.spent - this.before);
    const error = this.errorNow();
    const failed = error === undefined ? undefined : this.ending(error, when);
    this.flushLog(failed !== undefined && isToldInFull(lastLine(this.written.last)));
    const slow = this.wall.exceeded(this.spent);
    if (slow) throw slow;
    if (failed !== undefined) throw failed;
    if (this.granted !== undefined && this.spent - this.before > this.granted) throw this.usedUp(when);
    if (this.isFlooded) throw playerFault(this.name, failure('long-answer', `${MAX_ANSWER_BYTES / 2 ** 20} MiB`));
  }

  private errorNow(): unknown {
    return this.ended?.error;
  }

  private begin(): void {
    this.hasBegun = true;
    const finish = (ended: { readonly error?: unknown }): void => {
      this.ended = ended;
      this.settle();
    };
    let running: Promise<number>;
    try {
      running = this.run!();
    } catch (error) {
      finish({ error });
      return;
    }
    running.then(
      () => finish({}),
      (error) => finish({ error }),
    );
  }

  /** Reads standard input, as WASI specifies. Suspends the program when there is nothing left to read. */
  private read(descriptor: number, vectors: number, count: number, done: number): number | Promise<number> {
    if (descriptor !== 0) return BAD_DESCRIPTOR;
    if (this.inputAt < this.input.length) return this.readNow(vectors >>> 0, count >>> 0, done >>> 0);
    return new Promise((resolve) => {
      this.wake = () => resolve(this.readNow(vectors >>> 0, count >>> 0, done >>> 0));
      this.settle();
    });
  }

  private readNow(vectors: number, count: number, done: number): number {
    const view = new DataView(this.memory.buffer);
    const bytes = new Uint8Array(view.buffer);
    if (vectors + 8 * count > bytes.length || done + 4 > bytes.length) return BAD_ADDRESS;
    if (!this.charge(PROGRAM_CALL + HOST_VECTOR * count)) return 0;
    const before = this.inputAt;
    for (let n = 0; n < count && this.inputAt < this.input.length; n++) {
      const at = view.getUint32(vectors + 8 * n, true);
      const length = view.getUint32(vectors + 8 * n + 4, true);
      if (at + length > bytes.length) return BAD_ADDRESS;
      const end = Math.min(this.inputAt + length, this.input.length);
      for (let to = at; this.inputAt < end; ) bytes[to++] = this.input[this.inputAt++];
    }
    const total = this.inputAt - before;
    view.setUint32(done, total, true);
    this.charge(HOST_BYTES * total);
    return 0;
  }

  private write(pieces: Pieces, descriptor: 1 | 2): void {
    if (descriptor === 2) {
      this.written.write(pieces, descriptor);
      return;
    }
    const end = this.stdoutBytes + pieces.total;
    if (end > MAX_ANSWER_BYTES) {
      this.isFlooded = true;
      return;
    }
    if (end > this.stdout.length) {
      const longer = new Uint8Array(Math.max(end, 2 * this.stdout.length));
      longer.set(this.stdout.subarray(0, this.stdoutBytes));
      this.stdout = longer;
    }
    this.stdoutBytes = copyPieces(pieces, 0, this.stdout, this.stdoutBytes);
  }

  private takeStdout(): string {
    const written = this.stdout.subarray(0, this.stdoutBytes);
    this.stdoutBytes = 0;
    let text = '';
    // The text is built in pieces, because the number of spread arguments is limited.
    for (let n = 0; n < written.length; n += 8192) text += String.fromCharCode(...written.subarray(n, n + 8192));
    return text;
  }

  private budgetLine(): string {
    const { budget } = this.options;
    if (budget === undefined) return 'budget - -\n';
    return `budget ${(this.left() * budget.seconds).toFixed(4)} ${budget.seconds.toFixed(4)}\n`;
  }

  private charge(units: number): boolean {
    if (!this.counters) return false;
    const { fuel } = this.counters;
    const left = fuel.value - BigInt(units);
    fuel.value = left < 0n ? -1n : left;
    return left >= 0n;
  }

  private spentNow(): number {
    return this.spent + (this.counters ? this.atCall - Number(this.counters.fuel.value) : 0);
  }

  private left(): number {
    if (this.granted === undefined) return 1;
    return Math.max(0, 1 - (this.spentNow() - this.before) / this.granted);
  }

  private usedUp(when: string): PlayerFault {
    return playerFault(this.name, failure('fuel', this.options.budget!), when);
  }

  private ending(error: unknown, when: string): unknown {
    const { counters } = this;
    const ended = endingOf({
      name: this.name,
      when,
      error,
      budget: this.options.budget,
      backstop: BACKSTOP_SECONDS,
      counters: counters && {
        fuel: counters.fuel.value,
        stack: counters.stack.value,
        outOfMemory: counters.outOfMemory.value,
        halt: counters.halt.value,
      },
      exitCode: this.exitCode,
      words: lastLine(this.written.last),
      panic: panicIn(new TextDecoder().decode(this.written.last)),
    });
    if (!(ended instanceof PlayerFault) || ended === error || !(error instanceof Error)) return ended;
    const place = this.program.placeOf?.(error);
    if (place === undefined || namesPlace(ended.message)) return ended;
    return new PlayerFault(ended.fault, `${ended.message.replace(/\.$/, '')} (${place}).`, { cause: ended.cause });
  }

  private flushLog(withoutLast: boolean): void {
    const output: PlayerOutput | undefined = this.options.output;
    const { log } = this.written;
    if (!output || log === undefined || log.length === 0) return;
    const text = new TextDecoder().decode(log).replace(/\n$/, '');
    const kept = withoutLast ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text;
    if (kept !== '' || !withoutLast) output.log(kept);
  }
}
