import { setImmediate as nextTick } from 'node:timers/promises';
import { failure, playerFault } from '../failures.ts';
import type { PlayerImage } from '../image.ts';
import {
  type Answer,
  FRAME,
  FRAME_HEAD_BYTES,
  OUTCOME,
  roundsHeadBytes,
  writeFrameHead,
  writeSeats,
} from './frames.ts';
import type { HostSetup } from './native-host.ts';
import { NativeSession } from './native-session.ts';

/** CPU time limit of a call without a budget, in seconds. */
export const BACKSTOP_SECONDS = 60;
/** If no budget is counted, a player receives this value instead of the share of the budget that is left. */
const UNCOUNTED = 2;

/** Thrown when a player failed in its process. The message contains code addresses. */
export class NativeCrashError extends Error {}

/** A process with native players for one or more seats of the same match. */
export class NativeProcess {
  private readonly session: NativeSession;
  private seats = 0;
  private isOver = false;
  /**
   * The seats that will receive a question in this round, in ascending order, each with its generator. All these
   * generators are sent with the first seat's question.
   */
  private awaiting: { readonly seat: number; readonly generator: number }[] = [];
  /** Seats with unread answers, in the order of their answers. */
  private asked: number[] = [];
  private frame = new Uint8Array(0);

  constructor(name: string, setup: HostSetup, logs: readonly ((text: string) => void)[]) {
    this.session = new NativeSession(name, setup, logs);
  }

  /**
   * Whether the process has ended, or must not be used any longer because one of its players has used up the process's
   * memory.
   */
  get hasEnded(): boolean {
    return this.isOver || this.session.hasFailed;
  }

  whenOpen(): Promise<void> {
    return this.session.whenOpen();
  }

  /** Sends a question to one seat, and returns the numbers of the answer. */
  async ask(name: string, seat: number, frame: Uint8Array): Promise<readonly number[]> {
    this.asked = [seat];
    this.session.send(frame);
    return this.answered(name, await this.session.receive(seat, name, performance.now()));
  }

  /**
   * Announces that a seat will receive a question in this round. The question can then be sent together with the
   * questions to neighbouring seats.
   */
  expect(seat: number, generator: number): void {
    if (this.awaiting.some((each) => each.seat >= seat)) this.awaiting = [];
    this.awaiting.push({ seat, generator });
  }

  /**
   * Returns the numbers of a seat's answer in this round. The question is sent together with the announced questions to
   * neighbouring seats.
   */
  askRound<State>(
    name: string,
    seat: number,
    generator: number,
    image: PlayerImage<never, State, never>,
    state: State,
    nowMs: number,
  ): readonly number[] | Promise<readonly number[]> {
    if (this.asked[0] !== seat) this.sendRound(seat, generator, image, state);
    const answer = this.session.receive(seat, name, nowMs);
    if (answer instanceof Promise) return answer.then((late) => this.answered(name, late));
    return this.answered(name, answer);
  }

  private sendRound<State>(
    seat: number,
    generator: number,
    image: PlayerImage<never, State, never>,
    state: State,
  ): void {
    const seats = this.together(seat);
    const head = seats.length > 1 ? roundsHeadBytes(seats.length) : FRAME_HEAD_BYTES;
    const bytes = head + image.roundBytes(state);
    if (this.frame.length !== bytes) this.frame = new Uint8Array(bytes);
    const { frame } = this;
    const used = this.used();
    image.writeRound(frame, head, state, generator, used === undefined ? UNCOUNTED : 1 - used);
    if (seats.length > 1) {
      this.asked = seats.map((each) => each.seat);
      writeSeats(frame, image.generatorAt(state), seats);
      writeFrameHead(frame, FRAME.rounds, seat);
    } else {
      this.asked = [seat];
      writeFrameHead(frame, FRAME.round, seat);
    }
    this.session.send(frame);
  }

  /**
   * The seats that can be asked together with a seat: the seats directly after that seat. If a seat of another process
   * is in between, that seat may fail, and the seats after it must see the failure.
   */
  private together(seat: number): readonly { readonly seat: number; readonly generator: number }[] {
    if (this.awaiting.length === 0) return [];
    const from = this.awaiting.findIndex((each) => each.seat === seat);
    const run = from < 0 ? [] : this.awaiting.slice(from).filter((each, n) => each.seat === seat + n);
    this.awaiting = [];
    return run;
  }

  private answered(name: string, { outcome, numbers, text }: Answer): readonly number[] {
    this.asked.shift();
    if (outcome === OUTCOME.done) return numbers;
    // Drops the announced questions, because the seats after the failed seat must see the failure, and are asked again.
    this.awaiting = [];
    this.asked = [];
    switch (outcome) {
      case OUTCOME.crashed:
        throw new NativeCrashError(text);
      case OUTCOME.outOfTime:
        throw playerFault(name, failure('too-much-cpu-time', BACKSTOP_SECONDS));
      case OUTCOME.outOfMemory:
        // The failed player's memory isn't freed, so the process has no memory left for the other players.
        this.isOver = true;
        throw playerFault(name, failure('asked-memory'));
      default:
        throw playerFault(name, failure('no-answer'));
    }
  }

  used(): number | undefined {
    return this.session.used();
  }

  join(): void {
    this.seats++;
  }

  /** Called when a seat leaves. When the last seat leaves, the process ends. */
  async leave(): Promise<void> {
    if (--this.seats === 0) await this.session.close();
  }
}

/** The last time at which this thread did anything other than asking native players. */
let turnMs = 0;
const TURN_MS = 40;

/** Returns a promise if this thread has done nothing but ask immediate questions for too long. */
export function rest(nowMs: number): Promise<void> | undefined {
  if (nowMs - turnMs < TURN_MS) return undefined;
  return nextTick().then(() => {
    turnMs = performance.now();
  });
}
