import type { Fault } from './game.ts';

/** What the referee tells a player about its match before the first round. */
export interface Briefing {
  readonly seat: number;
  /** The names of all players, by seat. */
  readonly names: readonly string[];
}

/**
 * How the referee reaches a player, however it runs (in process, WebAssembly, a process, a socket). One runner serves one seat of
 * one match. A player that fails throws a `PlayerFault`; anything else that is thrown is a bug of ours and ends the match.
 */
export interface PlayerRunner<Board, State, Move> {
  readonly name: string;
  /** Once, before the first round. */
  start?(board: Board, state: State, briefing: Briefing): void | Promise<void>;
  /**
   * Once a round, before the first player is asked, in the order in which they will be: for runners that can put their questions
   * together. `play` follows with the same generator, unless the match or the player ends before.
   */
  prepare?(generator: PlayerGenerator): void;
  /**
   * Once a round. `generator` is the player's own generator, from which its draws of this round begin; the runner leaves in it
   * where they ended. What is asked goes into `move`, which comes empty.
   */
  play(state: State, move: Move, generator: PlayerGenerator): void | Promise<void>;
  /** Once a round, after all players have been asked: what each of them asked, by seat. For games that tell it to players. */
  observeMoves?(asked: readonly Move[]): void;
  /** Another player is out, before the round under way is played: for players that follow the match by what is asked. */
  observeFault?(seat: number, fault: Fault): void;
  /** The share (0…1) of its budget used so far; absent where nothing is counted. */
  budgetUsed?(): number | undefined;
  /** Units of fuel used so far, where that is what is counted; to be asked after the match, too. */
  fuelUsed?(): bigint;
  /** Once, however the match ended; releases processes and sockets. It never throws. */
  close?(): void | Promise<void>;
}

/** Any game's runner, where the game that it belongs to travels beside it. */
// biome-ignore lint/suspicious/noExplicitAny: the three types are those of the game beside it
export type AnyRunner = PlayerRunner<any, any, any>;

/** A runner that does what another one does: for those that do something of it otherwise, `{ ...forwarded(port), play: … }`. What that one lacks it lacks, too. */
export const forwardingRunner = (runner: AnyRunner): AnyRunner => ({
  name: runner.name,
  ...(runner.start && { start: (board, state, briefing) => runner.start!(board, state, briefing) }),
  ...(runner.prepare && { prepare: (generator) => runner.prepare!(generator) }),
  play: (state, move, generator) => runner.play(state, move, generator),
  ...(runner.observeMoves && { observeMoves: (asked) => runner.observeMoves!(asked) }),
  ...(runner.observeFault && { observeFault: (seat, fault) => runner.observeFault!(seat, fault) }),
  ...(runner.budgetUsed && { budgetUsed: () => runner.budgetUsed!() }),
  ...(runner.fuelUsed && { fuelUsed: () => runner.fuelUsed!() }),
  ...(runner.close && { close: () => runner.close!() }),
});

/** The player's generator (docs/cylinder.md §3.2): re-seeded by the referee before each round, drawn from by the player. */
export interface PlayerGenerator {
  state: number;
}

/** A player broke the rules of its match: it is frozen, the sentence says why, and the match goes on. */
export class PlayerFault extends Error {
  readonly fault: Fault;
  /** `cause`: what the player threw, where it runs in the referee's own process. */
  constructor(fault: Fault, sentence: string, options?: { readonly cause: unknown }) {
    super(sentence, options);
    this.name = 'PlayerFault';
    this.fault = fault;
  }
}

/** The fault of a player whose code threw `error`; `when`: `in round 7`. A fault that the code's own API threw stays what it is. */
export function crashFault(name: string, when: string, error: unknown): PlayerFault {
  if (error instanceof PlayerFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PlayerFault('crash', `${name} threw ${when}: ${reason}`, { cause: error });
}
