import type { Result } from '@ludus/kernel/result.ts';
import type { Dialogue } from './dialogue.ts';

/** Why a player is out of a match before its end. */
export const FAULTS = ['illegal', 'time', 'disconnect', 'crash', 'protocol', 'flood', 'memory'] as const;
export type Fault = (typeof FAULTS)[number];

/** What a match came to. */
export interface Outcome {
  /** One number a seat, more is better; comparable within the match only. Angry Mob: 1, ½ or 0. */
  readonly scores: readonly number[];
  /** Why it ended, one of the game's own words: `rounds`, `base`, `move-limit` … */
  readonly reason: string;
  /** Where a move can be illegal and end the match: one sentence a seat about that move, '' without one. */
  readonly illegal?: readonly string[];
}

/** What a replay says of a match besides its board and its rounds. */
export interface MatchInfo {
  readonly seed: number;
  /** One name a seat, each as names.ts has it. */
  readonly names: readonly string[];
  /** Whether the match is played under a budget (`secgame 1` in a `.res`). */
  readonly limited: boolean;
  /** The key of a match with secret randomness (secret-randomness.ts), where a replay tells it: nobody knows it before the match is over. */
  readonly key?: string;
}

/**
 * One game: pure functions over its own board, state and move. Nothing here looks at a clock, a file or the network, and the
 * same calls give the same results on every machine. `conformance/suite.ts` says in tests what each game must keep.
 *
 * - `Board` is what a board file holds: the settings and the first position; it never changes.
 * - `State` is a match under way, the game's generator included; `advance` changes it in place.
 * - `Move` is what one player asks in one round; it may be a buffer that the caller reuses round after round.
 */
export interface Game<Board, State, Move> {
  /** Lower case, as folders and command lines write it: `madmax`. */
  readonly id: string;
  readonly title: string;
  /** How many players a match may have, ascending: `[4]`, `[2, 3, 4]`. The board says how many it has. */
  readonly seats: readonly number[];
  /** How many players a match on this board has; one of `seats`. */
  seatsOf(board: Board): number;
  /** What a player may use where a budget is counted: so much processor time for the whole match, or for each move. */
  readonly budget: { readonly per: 'match' | 'move'; readonly cpuMs: number };
  /** How the names of its board files and of its replays usually end, with the dot. */
  readonly boardExtension: string;
  readonly replayExtension: string;

  /**
   * Reads a board file; the problem names the line and the token. A file whose first word is not this game's has the code
   * `board/foreign`. Line ends may be `\n` or `\r\n`, the last one may be missing; nothing may stand after the board's end.
   */
  readBoard(text: string): Result<Board>;
  printBoard(board: Board): string;
  /** The board that the game itself makes of a seed (32-bit signed), for a game that has a generator: each seed another one, all for as many players. */
  generateBoard?(seed: number): Board;

  /** The state before the first round. `seed`: a 32-bit signed number. */
  start(board: Board, seed: number): State;
  clone(state: State): State;
  /** Makes `target` equal to `source`, another state of a match on the same board, without allocating. */
  restore(target: State, source: State): void;

  /** A move that asks nothing. */
  newMove(): Move;
  /** Empties a move, so that its buffer serves another round. */
  clearMove(move: Move): void;
  /** A move as text. */
  readonly move: MoveText<Move>;
  /** Plays one round with one move a seat. A move may hold any nonsense; it never throws. */
  advance(state: State, asked: readonly Move[]): void;
  /** Takes a player out, before the `advance` of the round in which it failed. Its moves no longer count. */
  freeze(state: State, seat: number, fault: Fault): void;
  /**
   * Records the share (0…1) of its budget that a player has used: only for a game whose state shows it to the players. All others
   * leave it to the referee, who gives it to `replay.round` (`RoundRecord`).
   */
  charge?(state: State, seat: number, share: number): void;

  /**
   * Puts a state (1 … 2³¹−2) into the board's generator, for a game whose rounds draw from one; the referee of a match under a budget
   * seals it so (secret-randomness.ts). Without it nothing in the game's rounds is left to chance.
   */
  setGenerator?(state: State, generator: number): void;

  /** Rounds played so far. */
  round(state: State): number;
  isOver(state: State): boolean;
  /** Final once `isOver`; before that, what it would be if the match ended now. It is the caller's: later rounds do not change it. */
  outcome(state: State): Outcome;
  /** 32 bits over everything that the rules look at, the generator included: of two states with one hash comes the same. */
  hash(state: State): number;

  /** The replay format. */
  readonly replay: ReplayCodec<Board, State, Move>;
  /** How a player that is a program of its own is talked to; without it the game has only players in process. */
  readonly dialogue?: Dialogue<Board, State, Move>;
  /** A player's score never falls during a match. */
  readonly scoresAddUp?: boolean;

  /** For a game whose rules exist in several revisions (revisions.ts): all of them, the usual one first; and which one this is. */
  readonly revisions?: readonly Revision<Board, State, Move>[];
  readonly revision?: string;
}

/** One revision of a game's rules. All revisions of a game share its id, its boards, and the head of its replays. */
export interface Revision<Board, State, Move> {
  /** As `--revision` takes it: `2`. */
  readonly id: string;
  /** One sentence without a full stop: how it differs from the first one. */
  readonly description: string;
  readonly game: Game<Board, State, Move>;
}

/**
 * Prints and reads replays. Printing is `head`, then `round` after each `advance`, then `tail`: what they give is the file.
 * A game that has no format of its own takes `textReplay`.
 */
export interface ReplayCodec<Board, State, Move> {
  /** Does the text begin as a replay of this game does? */
  recognizes(text: string): boolean;
  /** Replays hold much more than what was asked: a run of many matches keeps the moves instead. */
  readonly isLong: boolean;
  /** What of a round this format holds, where that is not all: what was asked, and shares with the digits that it writes. */
  recordedPart?(asked: readonly Move[], state: State, record: RoundRecord): RecordedRound<Move>;
  head(board: Board, info: MatchInfo, state: State): string;
  round(asked: readonly Move[], state: State, record: RoundRecord): string;
  /** `key`: that of a match with secret randomness, for a format that tells it (`sealable`). */
  tail(state: State, key?: string): string;
  /** Reads up to the first round; the rest is read round by round. Line ends may be `\n` or `\r\n`. */
  open(text: string): Result<ReplayReader<Board, State, Move>>;
}

export interface RecordedRound<Move> {
  readonly asked: readonly Move[];
  readonly shares: readonly number[];
}

/** What the referee knows of a round besides what was asked; a game need not keep it. Where a value is by seat, one entry a seat. */
export interface RoundRecord {
  readonly info: MatchInfo;
  /** By seat: the share (0…1) of its budget used so far; 0 where nothing is counted. A failed player's stays as it was. */
  readonly shares: number[];
  /** By seat: why the player is out; undefined while it plays, and where a replay does not say why. */
  readonly faults: (Fault | undefined)[];
  /** The seats that failed in this round (in the first: before it, too), in the order in which they did. */
  readonly failed: number[];
}

/** The record of a round in which nothing was used and nobody failed; it is filled anew for each round. */
export function newRoundRecord(info: MatchInfo): RoundRecord {
  return { info, shares: info.names.map(() => 0), faults: info.names.map(() => undefined), failed: [] };
}

/** A move as a few characters on one line. */
export interface MoveText<Move> {
  /** On one line, without `;`. */
  print(move: Move): string;
  /** Fills an empty move with what `print` gave. Throws on anything else, with a sentence that quotes it. */
  read(text: string, move: Move): void;
}

/** A replay being read. */
export interface ReplayReader<Board, State, Move> {
  readonly board: Board;
  readonly info: MatchInfo;
  /**
   * Reads one recorded round: what was asked (into `asked`, one move a seat), and what it records that cannot be worked out
   * again from what was asked, shares of budgets and faults: into `record`, and into `state` (`freeze`, `charge`) before the
   * `advance`. The value is false at the end of the recorded rounds.
   */
  next(asked: Move[], state: State, record: RoundRecord): Result<boolean>;
}

/** Any game, where board, state and move only travel between its own functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyGame = Game<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as with AnyGame
export type AnyRevision = Revision<any, any, any>;

/** `4`, `2 or 4`, `2, 3 or 4`: the numbers of players that a match may have, in a sentence. */
export function describeSeats(seats: readonly number[]): string {
  return seats.length < 2 ? seats.join() : `${seats.slice(0, -1).join(', ')} or ${seats[seats.length - 1]}`;
}

/** Why a match on this board cannot have so many players, as a sentence; undefined where it can. */
export function playerCountProblem(game: AnyGame, board: unknown, players: number): string | undefined {
  const seats = game.seatsOf(board);
  if (players === seats) return undefined;
  const on = game.seats.length > 1 && game.seats.includes(players) ? ' on this board' : '';
  return `a match of ${game.title}${on} needs ${describeSeats(on === '' ? game.seats : [seats])} players, not ${players}`;
}
