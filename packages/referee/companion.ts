import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner, type PlayerGenerator } from '@ludus/game/player-runner.ts';

/** A built-in bot that follows the match from the same seat without playing in it. */
export class Companion {
  readonly runner: AnyRunner;
  readonly #game: AnyGame;
  /** The move that the bot would make in the most recent round. */
  advice: Promise<unknown> = Promise.resolve(undefined);

  constructor(game: AnyGame, runner: AnyRunner) {
    this.#game = game;
    this.runner = runner;
  }

  start(...[board, state, briefing]: Parameters<NonNullable<AnyRunner['start']>>): void | Promise<void> {
    return this.runner.start?.(board, this.#seen(state), briefing);
  }

  follow(state: unknown, generator: PlayerGenerator): void {
    const move = this.#game.newMove();
    const answer = this.runner.play(this.#seen(state), move, { ...generator });
    this.advice = answer === undefined ? Promise.resolve(move) : answer.then(() => move);
  }

  /**
   * Lets the built-in bot play in the match from now on. Yields first, because a match of only bots would block
   * everything else.
   */
  async play(state: unknown, move: unknown, generator: PlayerGenerator): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    await this.runner.play(this.#seen(state), move, generator);
  }

  /**
   * Copies the observation in a game with `observe`, because players may change observations. Otherwise, players may
   * see the referee's state.
   */
  #seen(state: unknown): unknown {
    return this.#game.observe ? this.#game.clone(state) : state;
  }
}

/**
 * Returns the same player with a pause of `msIn(state)` milliseconds before each move, so a person can follow the turns
 * of others.
 */
export const unhurried = (runner: AnyRunner, msIn: (state: unknown) => number): AnyRunner => ({
  ...forwardingRunner(runner),
  async play(state, move, generator) {
    const ms = msIn(state);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    await runner.play(state, move, generator);
  },
});
