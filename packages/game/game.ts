import type { Result } from '@ludus/kernel/result.ts';
import type { Dialogue } from './dialogue.ts';

/** The reason why a player's seat is frozen before the match ends. */
export const FAULTS = ['illegal', 'time', 'disconnect', 'crash', 'protocol', 'flood', 'memory'] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * The consequence of a move that the rules reject.
 *
 * - `default`: the move becomes the empty move, and the player's log contains the reason.
 * - `loss`: the player is disqualified, with the fault `illegal` and the reason.
 * - `ask`: the player is asked again, up to `times` times per round. After that, the empty move is played.
 */
export type IllegalMove = { readonly kind: 'default' | 'loss' } | { readonly kind: 'ask'; readonly times: number };

/** Draws random numbers, like `Chance` and `Lehmer`. */
export interface Draws {
  /** Returns an integer from `low` to `high` (inclusive). */
  range(low: number, high: number): number;
}

/** The result of a match. */
export interface Outcome {
  /**
   * One number per seat; more is better. Comparable only within the match. All seats of a team have the team's score.
   */
  readonly scores: readonly number[];
  /** The reason for the end of the match, as one of the game's words: `rounds`, `base`, `move-limit` … */
  readonly reason: string;
  /** Only in games whose matches end at an illegal move: by seat, one sentence about the seat's illegal move, or ''. */
  readonly illegal?: readonly string[];
}

/** A match's settings in a replay, in addition to its board and rounds. */
export interface MatchInfo {
  readonly seed: number;
  /** One valid name (names.ts) per seat. */
  readonly names: readonly string[];
  /** Whether the match is played under a budget (`secgame 1` in a `.res`). */
  readonly limited: boolean;
  /**
   * The key of a match with secret randomness (secret-randomness.ts), if a replay contains the key. The key is secret
   * until the match is over.
   */
  readonly key?: string;
}

/**
 * The rules of one game: pure functions over its board, state, and move. They use no clock, file, or network, and the
 * same calls give the same results on every machine. `conformance/suite.ts` tests the guarantees that each game must
 * give.
 *
 * - `Board`: the settings and the first position, as in a board file. A board never changes.
 * - `State`: a match in progress, with the board's random generator. `advance` changes it in place.
 * - `Move`: the choice of one player in one round. It may be a buffer that the caller reuses.
 *
 * @example
 * const state = game.start(board, 7);
 * const moves = Array.from({ length: game.seatsOf(board) }, () => game.newMove());
 * while (!game.isOver(state)) game.advance(state, moves);
 * console.log(game.outcome(state).scores);
 */
export interface Game<Board, State, Move> {
  /** Lower case, as in folders and command lines: `madmax`. */
  readonly id: string;
  readonly title: string;
  /** The possible numbers of players, ascending: `[4]`, `[2, 3, 4]`. The board determines the actual number. */
  readonly seats: readonly number[];
  /** Returns the number of players of a match on this board: one of `seats`. */
  seatsOf(board: Board): number;
  /**
   * For a game in which seats play together: returns the team of each seat, numbered from 0 in the order of their first
   * seats: `[0, 1, 0, 1]`. There are at least two teams. If absent, each seat plays for itself. A team has one score
   * and one place; it is disqualified once all its players have failed (teams.ts). If teammates share information,
   * `observe` shows this information to each of them.
   */
  teamsOf?(board: Board): readonly number[];
  /** The default CPU budget of a player, in milliseconds per match or per move. */
  readonly budget: { readonly per: 'match' | 'move'; readonly cpuMs: number };
  /** The file extensions of boards and of replays, with the dot. */
  readonly boardExtension: string;
  readonly replayExtension: string;

  /**
   * Reads a board file. A problem contains the line and the token; its code is `board/foreign` if the text begins with
   * a different word than this game's boards. Line ends may be `\n` or `\r\n`, and the last line end may be missing.
   * Anything after the board's end is a problem.
   */
  readBoard(text: string): Result<Board>;
  printBoard(board: Board): string;
  /**
   * Generates a board from a 32-bit signed seed, if the game has a board generator. Different seeds give different
   * boards for the same number of players.
   */
  generateBoard?(seed: number): Board;

  /**
   * Returns the state before the first round. `seed` is a 32-bit signed number. In a game with `observe`, the seed may
   * be any integer below 2⁵³, which makes it hard to guess.
   */
  start(board: Board, seed: number): State;
  clone(state: State): State;
  /** Copies `source` into `target`, a state on the same board, without allocating memory. */
  restore(target: State, source: State): void;

  /** Returns an empty move. */
  newMove(): Move;
  /** Empties a move, to reuse its buffer. */
  clearMove(move: Move): void;
  /** Prints and reads moves as text. */
  readonly move: MoveText<Move>;
  /** Plays one round with one move per seat. Moves may contain any values; this method must never throw. */
  advance(state: State, asked: readonly Move[]): void;
  /** Freezes a seat, before the `advance` of the round in which its player failed. The seat's moves no longer count. */
  freeze(state: State, seat: number, fault: Fault): void;
  /**
   * Records the share (0…1) of the budget that a player has used. Only games whose state shows this share to players
   * have this method; for all other games, the referee passes the share to `replay.round` (`RoundRecord`).
   */
  charge?(state: State, seat: number, share: number): void;

  /**
   * Sets the state of the board's generator, for a game whose rounds draw numbers: 1 … 2³¹−1, or 1 … 2⁵³−1 with
   * `observe`. The referee of a match under a budget uses it for secret randomness (secret-randomness.ts). Without this
   * method, the game's rounds are not random.
   */
  setGenerator?(state: State, generator: number): void;

  /**
   * For a game in which seats do not see everything: returns a new state that contains only what this seat may know.
   * Hidden values are replaced by one fixed value. The board, names, and faults are public. Players, dialogue, image,
   * planes, and tables receive this state only; replays contain everything. The observation doesn't reveal the
   * generator, because the generator's value in an observation is the same for every state.
   */
  observe?(state: State, seat: number): State;
  /**
   * For a game in which not every seat moves in every round: returns the seats that move in this round, ascending. Only
   * these seats are asked, charged, and recorded; `advance` gets empty moves for the others. An empty list means a
   * random round. A frozen seat may be included or not; that must not affect the other seats.
   */
  actors?(state: State): readonly number[];
  /**
   * Returns the reason why the rules don't allow an actor's move in this state, as a message without a full stop;
   * undefined if they do. `state` is the seat's observation. The empty move is always allowed. `advance` treats a
   * rejected move as the empty move.
   */
  refuse?(state: State, seat: number, move: Move): string | undefined;
  /** Returns all moves that an actor may choose, if they can be listed. `state` is the seat's observation. */
  legal?(state: State, seat: number): readonly Move[];
  /** The consequence of a rejected move; default: the empty move is played. */
  readonly illegalMove?: IllegalMove;
  /**
   * For a game with `observe`: replaces the seat's hidden values with random values that are consistent with its
   * observation. The suite uses it to find leaks, and searches continue from the result.
   */
  redeal?(state: State, seat: number, random: Draws): void;

  /** Returns the number of rounds played so far. */
  round(state: State): number;
  isOver(state: State): boolean;
  /**
   * Returns the result. Before the match is over, this is the result that the match would have if it ended now. Later
   * rounds don't change the returned object.
   */
  outcome(state: State): Outcome;
  /**
   * Returns a 32-bit hash of everything that affects the rules, including the generator. States with equal hashes have
   * equal futures.
   */
  hash(state: State): number;

  /** The replay format. */
  readonly replay: ReplayCodec<Board, State, Move>;
  /** The protocol for players that are separate programs. If absent, all players run in process. */
  readonly dialogue?: Dialogue<Board, State, Move>;
  /** Whether a player's score never falls during a match. */
  readonly scoresAddUp?: boolean;

  /**
   * For a game whose rules have several revisions (revisions.ts): all revisions, starting with the default revision,
   * and the id of this revision.
   */
  readonly revisions?: readonly Revision<Board, State, Move>[];
  readonly revision?: string;
}

/** One revision of a game's rules. All revisions share the game's id, its boards, and the header of its replays. */
export interface Revision<Board, State, Move> {
  /** The value for `--revision`: `2`. */
  readonly id: string;
  /** One sentence without a full stop: how this revision differs from the first. */
  readonly description: string;
  readonly game: Game<Board, State, Move>;
}

/**
 * Prints and reads replays. Printing is `head`, then `round` after each `advance`, then `tail`: the file is their
 * concatenation. A game without a format uses `textReplay`.
 */
export interface ReplayCodec<Board, State, Move> {
  /** Whether a text begins like a replay of this game. */
  recognizes(text: string): boolean;
  /** Whether replays are much longer than their moves, so that runs of many matches store compact replays instead. */
  readonly isLong: boolean;
  /**
   * The parts of a round that this format records, if it doesn't record everything: moves, and shares with their number
   * of digits.
   */
  recordedPart?(asked: readonly Move[], state: State, record: RoundRecord): RecordedRound<Move>;
  head(board: Board, info: MatchInfo, state: State): string;
  round(asked: readonly Move[], state: State, record: RoundRecord): string;
  /** `key`: the key of a match with secret randomness, which the file must then contain (`withMatchKey`). */
  tail(state: State, key?: string): string;
  /**
   * Reads the header, which precedes the first round. The returned reader reads the rounds one by one. Line ends may be
   * `\n` or `\r\n`.
   */
  open(text: string): Result<ReplayReader<Board, State, Move>>;
}

export interface RecordedRound<Move> {
  readonly asked: readonly Move[];
  readonly shares: readonly number[];
}

/**
 * Facts about a round that the referee adds to the moves. A replay format needn't store them. Arrays have one entry per
 * seat.
 */
export interface RoundRecord {
  readonly info: MatchInfo;
  /**
   * By seat: the share (0 to 1) of the budget that has been used so far; 0 if nothing is counted. A frozen seat's share
   * doesn't change.
   */
  readonly shares: number[];
  /** The reason why each seat is frozen; undefined while it plays, or if the replay doesn't contain the reason. */
  readonly faults: (Fault | undefined)[];
  /** The seats that failed in this round, in order. Failures before the first round belong to the first. */
  readonly failed: number[];
  /** In a game with `actors`: the seats that act in this round and have not failed. */
  actors: readonly number[];
}

/** Returns an empty record, to be reused in each round. */
export function newRoundRecord(info: MatchInfo): RoundRecord {
  return {
    info,
    shares: info.names.map(() => 0),
    faults: info.names.map(() => undefined),
    failed: [],
    actors: [],
  };
}

/** Prints and reads a move as a few characters on one line. */
export interface MoveText<Move> {
  /** Returns one line without `;`. */
  print(move: Move): string;
  /**
   * Reads the output of `print` into an empty move.
   *
   * @throws Error with a sentence that quotes the text, if `print` doesn't produce this text
   */
  read(text: string, move: Move): void;
}

/** An opened replay. */
export interface ReplayReader<Board, State, Move> {
  readonly board: Board;
  readonly info: MatchInfo;
  /**
   * Reads one round: the moves into `asked`, budgets and faults into `record` and (by `freeze` and `charge`) into
   * `state`. Doesn't call `advance`. Returns false after the last recorded round.
   */
  next(asked: Move[], state: State, record: RoundRecord): Result<boolean>;
}

/** Any game, for code that only passes board, state, and move between the game's functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyGame = Game<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as with AnyGame
export type AnyRevision = Revision<any, any, any>;

/** Returns the possible numbers of players for use in a sentence: `4`, `2 or 4`, `2, 3, or 4`. */
export function describeSeats(seats: readonly number[]): string {
  return seats.length < 3 ? seats.join(' or ') : `${seats.slice(0, -1).join(', ')}, or ${seats[seats.length - 1]}`;
}

/**
 * Returns the reason why a match on this board can't have this number of players, as a message; undefined if it can.
 */
export function playerCountProblem(game: AnyGame, board: unknown, players: number): string | undefined {
  const seats = game.seatsOf(board);
  if (players === seats) return undefined;
  const teams = new Set(game.teamsOf?.(board)).size;
  if (teams > 0 && teams < seats)
    return `a match of ${game.title} on this board needs ${seats} players, or ${teams} (one per team), not ${players}`;
  const on = game.seats.length > 1 ? ' on this board' : '';
  return `a match of ${game.title}${on} needs ${seats} players, not ${players}`;
}
