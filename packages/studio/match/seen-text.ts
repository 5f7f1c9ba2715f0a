import type { AnyGame, Fault } from '@ludus/game/game.ts';
import { printSeen } from '@ludus/game/replay.ts';
import { observed } from '@ludus/game/secret-randomness.ts';

/** Those who look on. */
export const WATCHERS = -1;

/** The text of a match in progress, as those may read it who play and who look on. */
export class SeenText {
  readonly #game: AnyGame;
  readonly #board: unknown;
  readonly #names: readonly string[];
  #whole = '';
  readonly #faults: (Fault | undefined)[] = [];
  /** By seat: what it has observed until now. Only in games with hidden information. */
  readonly #seen = new Map<number, string>();
  /** By seat: how much of its text it has got. */
  readonly #told = new Map<number, number>();

  readonly #people: readonly boolean[];

  /** `people`: whether a person has the seat. */
  constructor(game: AnyGame, board: unknown, names: readonly string[], people: readonly boolean[]) {
    this.#people = people;
    this.#game = game;
    this.#board = board;
    this.#names = names;
  }

  /** The replay until now. */
  get whole(): string {
    return this.#whole;
  }

  get length(): number {
    return Math.max(this.#whole.length, ...[...this.#seen.values()].map((text) => text.length));
  }

  /** More of the replay. */
  add(piece: string): void {
    this.#whole += piece;
  }

  fault(seat: number, fault: Fault): void {
    this.#faults[seat] = fault;
  }

  /** A round was played, or the match begins. */
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

  /** Everything that a seat, or those who look on, may read. */
  until(seat: number): string {
    if (!this.#game.observe) return this.#whole;
    return this.#seen.get(seat) ?? '';
  }

  /** The text since the last call for this seat. */
  next(seat: number): string {
    const text = this.until(seat);
    const told = this.#told.get(seat) ?? 0;
    this.#told.set(seat, text.length);
    return text.slice(told);
  }

  /** The seed would reveal hidden information. */
  #head(seen: unknown): string {
    return this.#game.replay.head(this.#board, { seed: 0, names: this.#names, limited: true }, seen);
  }
}
