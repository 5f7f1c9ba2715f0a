import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, PlayerFault, type PlayerGenerator } from '@ludus/game/player-runner.ts';
import type { AnyHandPlay, HandChoice, HandLook } from '@ludus/game/protocol.ts';
import { whyRefused } from '@ludus/game/replay.ts';
import { Companion } from './companion.ts';

/**
 * A question to a person, as plain data. The same round is shown again after each choice. Without choices, there is
 * nothing to answer and the person watches.
 */
export interface HandQuestion extends HandLook {
  readonly seat: number;
  readonly round: number;
  /** Milliseconds left to decide; absent if the match waits. */
  readonly leftMs?: number;
  readonly isPaused: boolean;
}

/** The advice of the strongest built-in bot. */
export interface HandHint {
  readonly adviser: string;
  /** The choices that the bot would make; empty if it would do nothing. */
  readonly steps: readonly string[];
  /** The same choices as text for people. */
  readonly text: string;
}

/**
 * The referee's answer to a choice.
 *
 * - `late`: the round of the choice is over.
 * - `refused`: the rules don't allow the choice, there is no such choice, or its round hasn't begun. The question
 *   stays open.
 */
export type HandReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'late' | 'refused'; readonly why: string };

export interface HandSeatSetup {
  readonly game: AnyGame;
  readonly hand: AnyHandPlay;
  /** The person's name in the match. */
  readonly name: string;
  /** Time for each round, in milliseconds. 0 or absent: the match waits for each move. */
  readonly beatMs?: number;
  /** Whether a complete move ends a round of the seat before its time is up. */
  readonly endsEarly?: boolean;
  /** Whether the clock is stopped until `resume`. */
  readonly startsPaused?: boolean;
  /** Duration of a round in which the person has nothing to decide, in milliseconds. */
  readonly idleMs?: number;
  /**
   * The first round that the person decides; answers in earlier rounds are empty. Used for matches that continue from a
   * replay.
   */
  readonly firstRound?: number;
  /** Opens the bot that gives hints. If absent, there are no hints. */
  readonly adviser?: () => AnyRunner;
  /** Opens the game's `assistant` bot. */
  readonly assistant?: () => AnyRunner;
  /** Opens the bot that continues after `standIn`. */
  readonly substitute?: () => AnyRunner;
  readonly tell: (question: HandQuestion) => void;
  /**
   * Called once the person's move in a round is final. With an assistant, only the draft shows which part of the move
   * the person chose.
   */
  readonly onDecided?: (round: number, draft: unknown) => void;
}

/** A person's name in a match. Games use names in sentences in the third person: `Human wins`. */
export const PERSON = 'Human';

const OK: HandReply = { ok: true };
const refused = (why: string): HandReply => ({ ok: false, code: 'refused', why });

interface OpenQuestion {
  readonly state: unknown;
  readonly round: number;
  readonly move: unknown;
  readonly assisted: unknown;
  draft: unknown;
  look: HandLook;
  readonly settle: (error?: unknown) => void;
}

/**
 * A seat whose moves come from outside, from one person. The referee asks it like any player, shows it the seat's
 * observations, and records its moves. If the person is too slow, the rules for an idle player apply.
 *
 * @example
 * const seat = new HandSeat({ game, hand, name: PERSON, tell: (question) => show(question) });
 * const match = playMatch({ game, board, seed, runners: [seat.runner, ...others] });
 * button.onclick = () => seat.choose(shown.round, 'left');
 */
export class HandSeat {
  readonly runner: AnyRunner;
  readonly #setup: HandSeatSetup;
  readonly #adviser: Companion | undefined;
  readonly #assistant: Companion | undefined;
  readonly #substitute: Companion | undefined;
  #isReplaced = false;
  #seat = 0;
  #draft: unknown;
  #next: string | undefined;
  #question: OpenQuestion | undefined;
  /** The round of the last question. */
  #round = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endsAt = 0;
  #leftMs = 0;
  #isPaused: boolean;
  #hasLeft = false;
  #endIdle: (() => void) | undefined;

  constructor(setup: HandSeatSetup) {
    this.#setup = setup;
    this.#isPaused = setup.startsPaused ?? false;
    this.#adviser = setup.adviser && new Companion(setup.game, setup.adviser());
    this.#assistant = setup.assistant && new Companion(setup.game, setup.assistant());
    this.#substitute = setup.substitute && new Companion(setup.game, setup.substitute());
    const companions = [this.#assistant, this.#adviser, this.#substitute].filter((each) => each !== undefined);
    this.runner = {
      name: setup.name,
      start: async (board, state, briefing) => {
        this.#seat = briefing.seat;
        for (const each of companions) await each.start(board, state, briefing);
      },
      play: (state, move, generator) => this.#play(state, move, generator),
      observeMoves(asked) {
        for (const { runner } of companions) runner.observeMoves?.(asked);
      },
      observeFault(seat, fault) {
        for (const { runner } of companions) runner.observeFault?.(seat, fault);
      },
      close: async () => {
        clearTimeout(this.#timer);
        this.#endIdle?.();
        for (const { runner } of companions) await runner.close?.();
      },
    };
  }

  /** Accepts one choice for the round that the person saw. */
  choose(round: number, id: string): HandReply {
    const { hand } = this.#setup;
    const question = this.#question;
    if (question?.round !== round) return this.#notNow(round);
    if (!question.look.choices.some((choice) => choice.id === id)) return refused(`${id} isn’t possible now`);
    if (this.#beatMs > 0 && hand.keepsNext && hand.isWhole(question.draft)) {
      this.#next = id;
      return OK;
    }
    const draft = hand.choose(question.state, this.#seat, question.draft, id);
    if (hand.isWhole(draft)) {
      const why = this.#whyRefused(question, draft);
      if (why !== undefined) return refused(why);
    }
    this.#take(question, draft);
    return OK;
  }

  /** Accepts a whole move in the game's format: `move 1 up left`. */
  submit(round: number, text: string): HandReply {
    const { game } = this.#setup;
    const question = this.#question;
    if (question?.round !== round) return this.#notNow(round);
    const move = game.newMove();
    try {
      game.move.read(text, move);
    } catch (error) {
      return refused((error as Error).message);
    }
    const why = this.#judge(question.state, move);
    if (why !== undefined) return refused(why);
    game.move.read(text, question.move);
    this.#close(question);
    return OK;
  }

  /** Returns the adviser's move in this round; undefined if there is no adviser or no question. */
  async hint(): Promise<HandHint | undefined> {
    const question = this.#question;
    if (!question || !this.#adviser) return undefined;
    const { hand } = this.#setup;
    const move = await this.#adviser.advice;
    if (this.#question !== question) return undefined;
    const steps = hand.steps(question.state, this.#seat, question.draft, move);
    const labels = this.#labelsOf(question, steps);
    const adviser = this.#adviser.runner.name;
    return { adviser, steps, text: `${adviser} would choose: ${labels.length === 0 ? 'nothing' : labels.join(', ')}` };
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    if (this.#timer !== undefined) this.#leftMs = Math.max(1, this.#endsAt - Date.now());
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#question && this.#beatMs > 0) this.#startClock(this.#leftMs);
    this.#tell();
  }

  /** Called when the person leaves: the seat is disqualified, and the match continues without it. */
  leave(): void {
    this.#hasLeft = true;
    this.#endIdle?.();
    this.#question?.settle(this.#left());
  }

  /** Called when the person doesn't come back: the substitute decides from the next round on. */
  standIn(): void {
    this.#isReplaced = true;
    this.#endIdle?.();
    const question = this.#question;
    if (question) this.#finish(question, question.draft);
  }

  get #beatMs(): number {
    return this.#setup.beatMs ?? 0;
  }

  #left(): PlayerFault {
    return new PlayerFault('disconnect', `${this.#setup.name} left the match.`);
  }

  async #play(state: unknown, move: unknown, generator: PlayerGenerator): Promise<void> {
    const { game, hand, firstRound = Number.NEGATIVE_INFINITY, idleMs = 0 } = this.#setup;
    if (this.#hasLeft) throw this.#left();
    const round = game.round(state);
    this.#round = round;
    if (this.#isReplaced && this.#substitute) return await this.#substitute.play(state, move, generator);
    this.#substitute?.follow(state, generator);
    await this.#substitute?.advice;
    this.#assistant?.follow(state, generator);
    const assisted = await this.#assistant?.advice;
    const isOurs = round >= firstRound;
    const draft = hand.begin(state, this.#seat, this.#draft);
    const look = hand.look(state, this.#seat, draft);
    if (!isOurs || look.choices.length === 0) {
      this.#adviser?.follow(state, generator);
      await this.#adviser?.advice;
      hand.write(state, this.#seat, draft, move, assisted);
      if (isOurs && idleMs > 0) {
        this.#setup.tell({ ...look, seat: this.#seat, round, isPaused: false });
        await this.#idle(idleMs);
      }
      if (this.#hasLeft) throw this.#left();
      return;
    }
    const done = new Promise<void>((resolve, reject) => {
      const settle = (error?: unknown): void => {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#question = undefined;
        if (error === undefined) resolve();
        else reject(error);
      };
      this.#question = { state, round, move, assisted, draft, look, settle };
    });
    if (this.#beatMs > 0) {
      this.#leftMs = this.#beatMs;
      if (!this.#isPaused) this.#startClock(this.#beatMs);
    }
    const kept = this.#next;
    this.#next = undefined;
    if (kept === undefined || !this.choose(round, kept).ok) this.#tell();
    // The person reads the question while the adviser thinks.
    this.#adviser?.follow(state, generator);
    await done;
  }

  #idle(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #startClock(ms: number): void {
    this.#endsAt = Date.now() + ms;
    this.#timer = setTimeout(() => {
      const question = this.#question;
      if (question) this.#finish(question, question.draft);
    }, ms);
  }

  #notNow(round: number): HandReply {
    if (round > this.#round) return refused(`round ${round} hasn’t begun`);
    return { ok: false, code: 'late', why: `round ${round} is over` };
  }

  /** Stores a draft. If the match waits or continues early, a complete draft is the move. */
  #take(question: OpenQuestion, draft: unknown): void {
    const { hand } = this.#setup;
    question.draft = draft;
    if (hand.isWhole(draft) && (this.#beatMs === 0 || this.#setup.endsEarly)) {
      this.#finish(question, draft);
      return;
    }
    question.look = hand.look(question.state, this.#seat, draft);
    this.#tell();
  }

  #finish(question: OpenQuestion, draft: unknown): void {
    const { hand } = this.#setup;
    this.#draft = draft;
    this.#setup.onDecided?.(question.round, draft);
    hand.write(question.state, this.#seat, draft, question.move, question.assisted);
    this.#close(question);
  }

  #close({ look, round, settle }: OpenQuestion): void {
    settle();
    // The person has decided, but other players may not have decided yet.
    if (this.#setup.endsEarly) this.#setup.tell({ ...look, choices: [], seat: this.#seat, round, isPaused: false });
  }

  #whyRefused({ state, assisted }: OpenQuestion, draft: unknown): string | undefined {
    const { game, hand } = this.#setup;
    const move = game.newMove();
    hand.write(state, this.#seat, draft, move, assisted);
    return this.#judge(state, move);
  }

  #judge(state: unknown, move: unknown): string | undefined {
    const { game, hand } = this.#setup;
    return whyRefused(game, state as never, this.#seat, move) ?? hand.refuse?.(state, this.#seat, move);
  }

  #labelsOf(question: OpenQuestion, steps: readonly string[]): string[] {
    const { hand } = this.#setup;
    let { draft } = question;
    return steps.flatMap((id) => {
      const { choices } = hand.look(question.state, this.#seat, draft);
      const choice: HandChoice | undefined = choices.find((each) => each.id === id);
      if (!choice) return [];
      draft = hand.choose(question.state, this.#seat, draft, id);
      return [choice.label];
    });
  }

  #tell(): void {
    const question = this.#question;
    if (!question) return;
    const { look, round } = question;
    const leftMs = this.#timer === undefined ? this.#leftMs : this.#endsAt - Date.now();
    this.#setup.tell({
      ...look,
      seat: this.#seat,
      round,
      isPaused: this.#isPaused,
      ...(this.#beatMs > 0 && { leftMs: Math.max(0, leftMs) }),
    });
  }
}
