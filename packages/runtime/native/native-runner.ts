import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import type { NativeBuild } from '../compile/native.ts';
import { withSourceLine } from '../compile/source-lines.ts';
import { failure, playerFault } from '../failures.ts';
import { type PlayerImage, readAnswer } from '../image.ts';
import type { SessionOptions } from '../process/process-session.ts';
import { crashSentence, namesPlace } from '../wasm/crash-words.ts';
import { FRAME, newFrame } from './frames.ts';
import { BACKSTOP_SECONDS, NativeCrashError, NativeProcess, rest } from './native-process.ts';

export interface NativeOptions {
  readonly session: SessionOptions;
  /**
   * Whether all native players of the match run in one process, as in the originals. Players from one file share the
   * file's global variables, and all players share the generator of rand(). A shared process is possible only if no
   * budget is counted.
   */
  readonly shared: boolean;
  readonly log?: ((text: string) => void) | undefined;
}

/** The process that the native players of a match share, with a function for each seat that receives the seat's log. */
interface SharedProcess {
  readonly process: NativeProcess;
  readonly logs: ((text: string) => void)[];
}

/** The shared processes of the matches in progress, by the state object of the match. */
const shared = new WeakMap<object, SharedProcess>();

/** A player compiled for this machine. */
export class NativeRunner<Board, State extends object, Move> implements PlayerRunner<Board, State, Move> {
  readonly name: string;
  private readonly image: PlayerImage<Board, State, Move>;
  private readonly build: NativeBuild;
  private readonly options: NativeOptions;
  private process: NativeProcess | undefined;
  private board: Board | undefined;
  private seat = 0;

  constructor(name: string, image: PlayerImage<Board, State, Move>, build: NativeBuild, options: NativeOptions) {
    this.name = name;
    this.image = image;
    this.build = build;
    this.options = options;
    // Processes that aren't shared within a match start in parallel.
    if (!options.shared) this.join(this.newProcess(name, 1, options.log ? [options.log] : []));
  }

  async start(board: Board, state: State, { seat, names }: Briefing): Promise<void> {
    this.seat = seat;
    this.board = board;
    if (this.process === undefined) this.join(this.sharedProcess(state, names.length));
    await this.enter(state);
  }

  prepare(generator: PlayerGenerator): void {
    if (this.options.shared) this.process?.expect(this.seat, generator.state);
  }

  play(state: State, move: Move, generator: PlayerGenerator): void | Promise<void> {
    const nowMs = performance.now();
    const pause = rest(nowMs);
    if (pause) return pause.then(() => this.play(state, move, generator));
    if (this.options.shared && this.process!.hasEnded)
      return this.leaveShared(state).then(() => this.play(state, move, generator));
    const { name, seat, image } = this;
    let words: readonly number[] | Promise<readonly number[]>;
    try {
      words = this.process!.askRound(name, seat, generator.state, image, state, nowMs);
    } catch (error) {
      throw this.located(error, image.when(state));
    }
    if (words instanceof Promise)
      return words.then(
        (late) => this.answered(late, move, generator),
        (error) => {
          throw this.located(error, image.when(state));
        },
      );
    this.answered(words, move, generator);
  }

  /** Adds the line in the player's source to the message about a crash. `when` is a phrase like `in round 3`. */
  private located(error: unknown, when: string): unknown {
    const said = error instanceof NativeCrashError ? this.crashed(error.message, when) : undefined;
    if (said === undefined && !(error instanceof PlayerFault && error.fault === 'crash')) return error;
    const full = withSourceLine(said ?? (error as PlayerFault).message.replace(/\.$/, ''), this.build.lines);
    return new PlayerFault('crash', `${full}.`);
  }

  /** A player's failure as a message, in the same words as for WebAssembly, with its location if known. */
  private crashed(text: string, when: string): string {
    const { name } = this;
    const [, words, place] = /^(.*?)( \[at [0-9a-f,]+\])?$/s.exec(text)!;
    const sentence = crashSentence(name, when, words) ?? `${name} crashed ${when}: ${words}`;
    return namesPlace(sentence) ? sentence : `${sentence}${place ?? ''}`;
  }

  private answered(words: readonly number[], move: Move, generator: PlayerGenerator): void {
    const ended = readAnswer(this.image, words, move);
    if (ended === undefined) throw playerFault(this.name, failure('no-answer'));
    generator.state = ended;
  }

  private join(process: NativeProcess): void {
    this.process = process;
    process.join();
  }

  private async enter(state: State): Promise<void> {
    const { name, seat } = this;
    const process = this.process!;
    await process.whenOpen();
    const path = new TextEncoder().encode(this.build.sharedObject);
    try {
      await process.ask(name, seat, newFrame(FRAME.load, seat, path));
      await process.ask(name, seat, newFrame(FRAME.start, seat, this.image.start(this.board!, state, seat)));
    } catch (error) {
      throw this.located(error, 'before the first round');
    }
  }

  /**
   * Another player has ended the shared process. This player isn't to blame, so it continues in a separate process,
   * starting from its initial state.
   */
  private async leaveShared(state: State): Promise<void> {
    const { log } = this.options;
    log?.(
      '[ludus: another bot ended the process that runs all C++ bots; this bot was started again in a separate process]',
    );
    const left = this.process!;
    this.process = undefined;
    await left.leave();
    this.join(this.newProcess(this.name, this.seat + 1, this.logsWith([])));
    await this.enter(state);
  }

  budgetUsed(): number | undefined {
    return this.process?.used();
  }

  async close(): Promise<void> {
    await this.process?.leave();
  }

  private sharedProcess(state: object, seats: number): NativeProcess {
    let found = shared.get(state);
    if (!found) {
      const logs: ((text: string) => void)[] = [];
      // Each seat's log is added when the seat joins.
      const by = this.options.log
        ? Array.from({ length: seats }, (_, seat) => (text: string) => logs[seat]?.(text))
        : [];
      found = { process: this.newProcess('the process of the C++ players', seats, by), logs };
      shared.set(state, found);
    }
    this.logsWith(found.logs);
    return found.process;
  }

  private logsWith(logs: ((text: string) => void)[]): ((text: string) => void)[] {
    const { log } = this.options;
    if (log) logs[this.seat] = log;
    return logs;
  }

  private newProcess(name: string, logs: number, by: readonly ((text: string) => void)[]): NativeProcess {
    const { session: options, shared: isShared } = this.options;
    const backstopSeconds = isShared ? BACKSTOP_SECONDS : 0;
    const isHeard = by.length > 0;
    return new NativeProcess(name, { build: this.build, options, logs, isHeard, backstopSeconds }, by);
  }
}
