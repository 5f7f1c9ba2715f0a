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

/** Processor seconds after which a call is broken off where no budget is counted. */
export const BACKSTOP_SECONDS = 60;
/** Share of the budget that is left where nothing is counted. */
const UNCOUNTED = 2;

/** A player has failed in its process; what it said of that, with the addresses of its code. */
export class NativeCrash extends Error {}

/** A process that native players live in, one seat or several of the same match. */
export class NativeProcess {
  private readonly session: NativeSession;
  private seats = 0;
  private isOver = false;
  /** Seats that will be asked in this round, ascending, with their generators; they go with the first one's question. */
  private awaiting: { readonly seat: number; readonly generator: number }[] = [];
  /** Seats that have been asked and whose answers have not been fetched, in the order in which they come. */
  private asked: number[] = [];
  private frame = new Uint8Array(0);

  constructor(name: string, setup: HostSetup, logs: readonly ((text: string) => void)[]) {
    this.session = new NativeSession(name, setup, logs);
  }

  /** It has ended, or no one should be asked in it any longer: one of its players has taken its memory. */
  get hasEnded(): boolean {
    return this.isOver || this.session.hasFailed;
  }

  whenOpen(): Promise<void> {
    return this.session.whenOpen();
  }

  /** Asks one seat, and gives the numbers of the answer. */
  async ask(name: string, seat: number, frame: Uint8Array): Promise<readonly number[]> {
    this.asked = [seat];
    this.session.send(frame);
    return this.answered(name, await this.session.receive(seat, name, performance.now()));
  }

  /** The seat will be asked in this round: it can be asked together with its neighbours. */
  expect(seat: number, generator: number): void {
    if (this.awaiting.some((each) => each.seat >= seat)) this.awaiting = [];
    this.awaiting.push({ seat, generator });
  }

  /** The numbers of a seat's answer in this round. Those of its neighbours that are to be asked too are asked with it. */
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
   * The seats asked together with a seat: those right behind it. Anyone who sits between two of ours may fail, which the second
   * one must see.
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
    // Those who come after one that fails see that it has: they are asked again.
    this.awaiting = [];
    this.asked = [];
    switch (outcome) {
      case OUTCOME.crashed:
        throw new NativeCrash(text);
      case OUTCOME.outOfTime:
        throw playerFault(name, failure('too-much-cpu-time', BACKSTOP_SECONDS));
      case OUTCOME.outOfMemory:
        // Its memory is not given back, so there would be none for the others.
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

  /** The last seat that leaves ends the process. */
  async leave(): Promise<void> {
    if (--this.seats === 0) await this.session.close();
  }
}

/** When this thread last did something else than ask native players. */
let turnMs = 0;
const TURN_MS = 40;

/** Questions that are answered at once let nothing else happen in this thread: a promise where that would be for too long. */
export function rest(nowMs: number): Promise<void> | undefined {
  if (nowMs - turnMs < TURN_MS) return undefined;
  return nextTick().then(() => {
    turnMs = performance.now();
  });
}
