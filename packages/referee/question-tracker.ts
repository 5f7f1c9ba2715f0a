import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner, PlayerFault } from '@ludus/game/player-runner.ts';

/** The player that the referee is currently asking. */
export interface Question {
  readonly seat: number;
  /** The round, as numbered on the board; −1 before the first round, while players receive the match information. */
  readonly round: number;
  /** Whether the player runs in the referee's thread, which is blocked until the player has answered. */
  readonly isBlocking: boolean;
  /** A running number that distinguishes this question from other questions. */
  readonly number: number;
}

const [NUMBER, SEAT, ROUND, BLOCKING, MATCH] = [0, 1, 2, 3, 4];
const NOBODY = -1;

/** Memory for a tracker that another thread can read while this thread is blocked. */
export function trackerMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(memory)[SEAT] = NOBODY;
  return memory;
}

/**
 * The player that the referee is asking, stored where a second thread can read it. If a player loops forever in the
 * referee's thread, only the second thread can name the player. Use this class only for matches that ask one player
 * after the other.
 */
export class QuestionTracker {
  private readonly cells: Int32Array;
  /**
   * The error of a player's runner that isn't the player's fault, and the question during which the runner threw it.
   * Such an error ends the match.
   */
  failure: { readonly question: Question; readonly error: unknown } | undefined;
  /** Called before a player in the referee's thread is asked. */
  onAsk: ((question: Question) => void) | undefined;

  constructor(memory: SharedArrayBuffer = trackerMemory()) {
    this.cells = new Int32Array(memory);
  }

  /** The player being asked; undefined between questions. */
  get current(): Question | undefined {
    const { cells } = this;
    const seat = Atomics.load(cells, SEAT);
    if (seat === NOBODY) return undefined;
    return {
      seat,
      round: Atomics.load(cells, ROUND),
      isBlocking: Atomics.load(cells, BLOCKING) === 1,
      number: Atomics.load(cells, NUMBER),
    };
  }

  /** The number of the current match; 0 before the first match. */
  get matchNumber(): number {
    return Atomics.load(this.cells, MATCH);
  }

  /** Called when a match, or the preparation for it, begins. */
  beginMatch(): void {
    this.failure = undefined;
    Atomics.add(this.cells, MATCH, 1);
  }

  /** Tracks work in this thread for a player before the first round, such as reading and compiling its module. */
  async track<T>(seat: number, call: () => Promise<T>): Promise<T> {
    let made: T | undefined;
    await this.ask(seat, -1, async () => {
      made = await call();
    });
    return made as T;
  }

  /** Called when a match begins: returns the same runners, tracked during questions. */
  trackRunners(game: AnyGame, runners: readonly AnyRunner[]): AnyRunner[] {
    this.beginMatch();
    return runners.map((runner, seat) => ({
      ...forwardingRunner(runner),
      ...(runner.start && {
        start: (board: unknown, state: unknown, briefing) =>
          this.ask(seat, -1, () => runner.start!(board, state, briefing)),
      }),
      play: (state: unknown, move: unknown, generator) =>
        this.ask(seat, game.round(state), () => runner.play(state, move, generator)),
    }));
  }

  private ask(seat: number, round: number, call: () => void | Promise<void>): void | Promise<void> {
    const { cells } = this;
    Atomics.store(cells, ROUND, round);
    Atomics.store(cells, BLOCKING, 1);
    Atomics.store(cells, SEAT, seat);
    Atomics.add(cells, NUMBER, 1);
    this.onAsk?.(this.current!);
    let answer: void | Promise<void>;
    try {
      answer = call();
    } catch (error) {
      this.recordError(error);
      throw error;
    }
    if (answer === undefined) {
      Atomics.store(cells, SEAT, NOBODY);
      return;
    }
    Atomics.store(cells, BLOCKING, 0);
    return answer.then(
      () => Atomics.store(cells, SEAT, NOBODY),
      (error) => {
        this.recordError(error);
        throw error;
      },
    ) as Promise<unknown> as Promise<void>;
  }

  private recordError(error: unknown): void {
    if (!(error instanceof PlayerFault)) this.failure = { question: this.current!, error };
    Atomics.store(this.cells, SEAT, NOBODY);
  }
}
