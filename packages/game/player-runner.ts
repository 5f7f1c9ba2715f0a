import type { Fault } from './game.ts';

/** The information that the referee gives a player before the first round. */
export interface Briefing {
  readonly seat: number;
  /** The names of all players, by seat. */
  readonly names: readonly string[];
}

/**
 * Runs one player in one seat of one match: in the referee's process, as WebAssembly, as a separate process, or over a
 * socket. The referee knows players only through this interface.
 *
 * Methods throw a `PlayerFault`, or reject with one, if the player fails: its seat is then frozen, and the match
 * continues. Any other error is a bug in Ludus, and ends the match.
 *
 * @example
 * const still: PlayerRunner<Board, State, Move> = {
 *   name: 'Still',
 *   play(state, move) {}, // `move` is empty at first, and stays empty
 * };
 */
export interface PlayerRunner<Board, State, Move> {
  /** The name in replays; `isName` of names.ts must accept it. */
  readonly name: string;
  /**
   * Called once, before the first round. In a game with `observe`, every state passed to a runner is its seat's
   * observation.
   */
  start?(board: Board, state: State, briefing: Briefing): void | Promise<void>;
  /**
   * Called once per round in the order of seats, before the first player is asked. Only runners that can send several
   * questions together need this method. Next, `play` is called with the same generator, unless the match or the player
   * ends first.
   */
  prepare?(generator: PlayerGenerator): void;
  /**
   * Called once per round in which the seat acts: writes the player's choice into `move`, which is empty when the
   * method is called.
   *
   * @param state the referee's state, which a runner must not change; in a game with `observe`, a copy of the seat's
   * observation
   * @param generator the player's generator: the draws of this round begin with its state, and the runner stores the
   * final state in it
   */
  play(state: State, move: Move, generator: PlayerGenerator): void | Promise<void>;
  /**
   * Called when the rules reject the move from `play`. If `play` is called next with the same state, the player is
   * asked again; otherwise the empty move is played.
   *
   * @param why a sentence without a full stop
   */
  observeRefusal?(why: string): void;
  /**
   * Called once per round, after the last `play`, with the moves of all seats. Only runners whose players follow the
   * match by its moves need this method. Not called in games with `observe`, where moves may be hidden.
   */
  observeMoves?(asked: readonly Move[]): void;
  /**
   * Called when another seat is frozen, before the current round is played. Only runners whose players follow the match
   * by its moves need this method.
   */
  observeFault?(seat: number, fault: Fault): void;
  /**
   * Returns the share (0 to 1) of the budget used so far. If nothing is counted, the result is undefined or the method
   * is absent.
   */
  budgetUsed?(): number | undefined;
  /** Returns the units of fuel used so far, even after the match. Only runners that count fuel have this method. */
  fuelUsed?(): bigint;
  /** Called once, however the match ended. Releases processes and sockets; never throws. */
  close?(): void | Promise<void>;
}

/** A runner of any game, for code that passes the game along with it. */
// biome-ignore lint/suspicious/noExplicitAny: the three types are those of the game passed along with it
export type AnyRunner = PlayerRunner<any, any, any>;

/**
 * Returns a runner that forwards each call to a given runner, and has exactly the same methods. A caller can override
 * some methods of the result.
 *
 * @example const slow = { ...forwardingRunner(runner), play: async (...question) => { await pause(); await
 * runner.play(...question); } };
 */
export const forwardingRunner = (runner: AnyRunner): AnyRunner => ({
  name: runner.name,
  ...(runner.start && { start: (board, state, briefing) => runner.start!(board, state, briefing) }),
  ...(runner.prepare && { prepare: (generator) => runner.prepare!(generator) }),
  play: (state, move, generator) => runner.play(state, move, generator),
  ...(runner.observeRefusal && { observeRefusal: (why) => runner.observeRefusal!(why) }),
  ...(runner.observeMoves && { observeMoves: (asked) => runner.observeMoves!(asked) }),
  ...(runner.observeFault && { observeFault: (seat, fault) => runner.observeFault!(seat, fault) }),
  ...(runner.budgetUsed && { budgetUsed: () => runner.budgetUsed!() }),
  ...(runner.fuelUsed && { fuelUsed: () => runner.fuelUsed!() }),
  ...(runner.close && { close: () => runner.close!() }),
});

/**
 * A player's random generator (docs/cylinder.md §3.2). The referee seeds it before each round; the player draws from
 * it.
 */
export interface PlayerGenerator {
  state: number;
}

/** Thrown when a player fails: its seat is frozen, and the match continues. The message tells users the reason. */
export class PlayerFault extends Error {
  readonly fault: Fault;
  /** @param options `cause`: the error that the player's code threw in the referee's own process */
  constructor(fault: Fault, sentence: string, options?: { readonly cause: unknown }) {
    super(sentence, options);
    this.name = 'PlayerFault';
    this.fault = fault;
  }
}

/**
 * Returns the fault of a player whose code threw `error`. A `PlayerFault`, which the game's API for players throws, is
 * returned unchanged.
 *
 * @param when the moment of the error, as a phrase for the message: `in round 7`
 */
export function crashFault(name: string, when: string, error: unknown): PlayerFault {
  if (error instanceof PlayerFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PlayerFault('crash', `${name} threw ${when}: ${reason}`, { cause: error });
}
