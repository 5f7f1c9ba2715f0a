import type { AnyGame, Fault } from '@ludus/game/game.ts';
import { printSeen } from '@ludus/game/replay.ts';
import { observed } from '@ludus/game/secret-randomness.ts';

/** The seat number of spectators. */
export const WATCHERS = -1;

/** The text of a match in progress, as players and spectators may read it. */
export class SeenText {
  readonly #game: AnyGame;
  readonly #board: unknown;
  readonly #names: readonly string[];
  #whole = '';
  readonly #faults: (Fault | undefined)[] = [];
  /** By seat: the text of the seat's observations so far. Used only in games with hidden information. */
  readonly #seen = new Map<number, string>();
  /** By seat: the length of the text that the seat has received. */
  readonly #told = new Map<number, number>();

  readonly #people: readonly boolean[];

  /** @param people whether a person has the seat */
  constructor(game: AnyGame, board: unknown, names: readonly string[], people: readonly boolean[]) {
    this.#people = people;
    this.#game = game;
    this.#board = board;
    this.#names = names;
  }

  /** The replay so far. */
  get whole(): string {
    return this.#whole;
  }

  get length(): number {
    return Math.max(this.#whole.length, ...[...this.#seen.values()].map((text) => text.length));
  }

  /** Adds a piece of the replay. */
  add(piece: string): void {
    this.#whole += piece;
  }

  fault(seat: number, fault: Fault): void {
    this.#faults[seat] = fault;
  }

  /** Handles the start of the match or the end of a round. */
  see(state: unknown, shares: readonly number[]): void {
    const game = this.#game;
    if (!game.observe) return;
    const record = { shares: [...shares], faults: this.#faults, failed: [], actors: [] };
    this.#people.forEach((isPerson, seat) => {
      if (!isPerson) return;
      const seen = observed(game as never, state as never, seat);
      const before = this.#seen.get(seat) ?? this.#head(seen);
      this.#seen.set(seat, before + printSeen(this.#board, seen, record));
    });
  }

  /** The text that a seat, or spectators (−1), may read so far. */
  until(seat: number): string {
    if (!this.#game.observe) return this.#whole;
    return this.#seen.get(seat) ?? '';
  }

  /** The text that this seat may read and hasn't received yet. */
  next(seat: number): string {
    const text = this.until(seat);
    const told = this.#told.get(seat) ?? 0;
    this.#told.set(seat, text.length);
    return text.slice(told);
  }

  /** The head of a replay without the seed, because the seed would reveal hidden information. */
  #head(seen: unknown): string {
    return this.#game.replay.head(this.#board, { seed: 0, names: this.#names, limited: true }, seen);
  }
}
