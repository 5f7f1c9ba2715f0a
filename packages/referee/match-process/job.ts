import type { Fault, Outcome } from '@ludus/game/game.ts';
import type { Sidecar } from '@ludus/game/replay.ts';

/** One match of untrusted players, to be played in a separate process. Plain data. */
export interface MatchJob {
  /** The game's id. */
  readonly game: string;
  /** The revision of the game's rules; default: the first. */
  readonly revision?: string | undefined;
  /** The text of the board file. */
  readonly board: string;
  /** The match's seed, a 32-bit signed number. */
  readonly seed: number;
  /**
   * Whether the budget of modules is counted, in fuel. Otherwise, modules are only stopped if they loop forever. The
   * budget of programs is CPU time, which differs between runs. Built-in players are trusted, and have no budget.
   */
  readonly budget: 'fuel' | 'none';
  /**
   * With a budget: each player's seconds, per match or per move as in the game's budget. Default: the seconds of the
   * game's budget.
   */
  readonly seconds?: number | undefined;
  /** Under fuel: the key for secret randomness (secret-randomness.ts), 64 hexadecimal digits; random by default. */
  readonly key?: string | undefined;
  /** The players, by seat. */
  readonly players: readonly JobPlayer[];
}

/**
 * `shown`: the player's name in the match, if it differs from the usual name. `seconds`: the player's budget, if it
 * differs from the job's.
 */
export type JobPlayer =
  /** WebAssembly, or a script packed as such (quickjs/packed-script.ts). */
  | {
      readonly kind: 'module';
      readonly bytes: Uint8Array;
      readonly shown?: string | undefined;
      readonly seconds?: number | undefined;
    }
  /** One source file that runs as a separate program (Python, Java, …), in the full sandbox. */
  | {
      readonly kind: 'program';
      /** The file's name, without folders. A Java class, for example, is named after its file. */
      readonly file: string;
      readonly bytes: Uint8Array;
      readonly shown?: string | undefined;
      readonly seconds?: number | undefined;
    }
  /** A built-in player, such as `Demo`. */
  | { readonly kind: 'builtin'; readonly player: string; readonly shown?: string | undefined }
  /** No player: the seat is frozen before the first round. */
  | { readonly kind: 'nobody' };

/** A player from a user. */
export type UntrustedPlayer = Extract<JobPlayer, { readonly kind: 'module' | 'program' }>;

/** The outcome of a job. */
export type MatchOutcome = FinishedMatch | VoidMatch | RefusedMatch;

export interface FinishedMatch {
  readonly kind: 'finished';
  readonly outcome: Outcome;
  readonly rounds: number;
  /** The first round from which the winner stayed in the lead; the last round for a draw. */
  readonly decided: number;
  /** The players' names by seat, as in the replay. */
  readonly names: readonly string[];
  /** The text of the whole replay. */
  readonly replay: string;
  /** The sidecar with the replay's hash, budgets, and verdicts, but without the players' output. */
  readonly sidecar: Sidecar;
  readonly verdicts: readonly SeatVerdict[];
  /**
   * The players' logs and drawings, as in a sidecar. A player's logs and drawings are only for its author, and are
   * limited to 64 kB of logs and 64 kB of drawings.
   */
  readonly logs: NonNullable<Sidecar['log']>;
  readonly overlays: NonNullable<Sidecar['overlays']>;
  /** By seat: the share (0 to 1) of the budget that was used. */
  readonly used: readonly number[];
  /** By seat: units of fuel, including loading; 0 for players not counted in fuel. */
  readonly fuel: readonly number[];
  /** The key of the secret generators; absent without a budget. */
  readonly key?: string;
  /** An identifier of the rules, the meter, and the headers that the match used (`engineIdentity`). */
  readonly engine: string;
}

export interface SeatVerdict {
  readonly seat: number;
  /** The round, as numbered on the board, from 0. */
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/**
 * The reason why a match counts for no one. `killed`, `crashed`: the process ended. `memory`: the process had no memory
 * left. `hang`: a player took too long. `wall`: the match took too long. `slow`: work took far longer than its price.
 * `stack`, `engine`: a limit of the engine. `broken`: a bug in Ludus. `start`: no process could be started, so the
 * match did not begin.
 */
export type VoidCause =
  | 'killed'
  | 'crashed'
  | 'memory'
  | 'hang'
  | 'wall'
  | 'slow'
  | 'stack'
  | 'engine'
  | 'broken'
  | 'start';

/**
 * A match that counts for no one. The match may be played again without giving anyone a second chance, because a job
 * that finishes always has the same result.
 */
export interface VoidMatch {
  readonly kind: 'void';
  readonly cause: VoidCause;
  /**
   * The seat of the player whose module was running, if known. The player may be innocent; `playWithRetry` finds the
   * cause.
   */
  readonly seat?: number | undefined;
  /** One sentence. */
  readonly sentence: string;
}

/** The match can never be played: the board, the number of players, or a module (`seat`) is unsuitable. */
export interface RefusedMatch {
  readonly kind: 'refused';
  readonly seat?: number | undefined;
  /** One sentence. */
  readonly sentence: string;
}

/** The limits of a process that plays matches. */
export interface MatchProcessLimits {
  /** Memory of one player's module, in bytes. */
  readonly playerBytes: number;
  /** Wall-clock limits in milliseconds: for one answer of a player, and for a match, including loading. */
  readonly answerMs: number;
  readonly matchMs: number;
}
