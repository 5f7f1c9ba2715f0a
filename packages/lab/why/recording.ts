import type { AnyGame, Fault, MatchInfo, ReplayReader } from '@ludus/game/game.ts';
import { gameOfReplay, playReplay, REPLAY_PROBLEMS } from '@ludus/game/replay.ts';
import { MatchChance } from '@ludus/game/secret-randomness.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';

/** Maximum number of stored states per match. */
const MAX_KEPT = 48;

/** Called before (`asked`) and after (`played`) each round. */
export interface RoundVisitor {
  asked?(state: unknown, moves: readonly unknown[], round: number): void;
  played?(state: unknown, round: number): void;
}

/**
 * A complete replay that can be played from any of its rounds. Rounds count from 0, whatever number the board gives
 * them.
 */
export class Recording {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the board is the game's own, and goes back to it only
  readonly board: any;
  readonly info: MatchInfo;
  /** The names to show, by seat. */
  readonly names: readonly string[];
  readonly rounds: number;
  /** The number that the board gives the first round. */
  readonly firstRound: number;
  readonly faults: readonly { readonly seat: number; readonly round: number; readonly fault: Fault | undefined }[];
  /** The result of the match, by seat. */
  readonly scores: readonly number[];
  readonly reason: string;
  /** By seat: the message about the illegal move that ended the match; '' if there is none. */
  readonly illegal: readonly string[];
  readonly #text: string;
  readonly #moves: readonly (readonly string[])[];
  readonly #every: number;
  readonly #kept: unknown[] = [];
  readonly #chance: MatchChance<unknown, unknown, unknown>;

  private constructor(game: AnyGame, text: string, first: Rounds, names: readonly string[] | undefined) {
    this.game = game;
    this.#text = text;
    this.board = first.board;
    this.info = first.info;
    this.names = names?.length === first.info.names.length ? names : first.info.names;
    this.#moves = first.moves;
    this.rounds = first.moves.length;
    this.firstRound = first.firstRound;
    this.faults = first.faults;
    const { scores, reason, illegal = [] } = game.outcome(first.last);
    this.illegal = illegal;
    this.scores = scores;
    this.reason = reason;
    this.#chance = new MatchChance(game, this.info);
    this.#every = Math.max(1, Math.ceil(this.rounds / MAX_KEPT));
  }

  /**
   * @param revision the revision of the rules that the replay's sidecar names
   * @param names names to show instead of the replay’s, by seat
   */
  static open(
    text: string,
    games: readonly AnyGame[],
    revision?: string,
    names?: readonly string[],
  ): Result<Recording> {
    const plain = text.replaceAll('\r\n', '\n');
    const game = gameOfReplay(plain, games, revision)?.game;
    if (!game) return fail({ ...problemOf(REPLAY_PROBLEMS, 'replay/foreign'), line: 1 });
    const opened = game.replay.open(plain);
    if (!opened.ok) return opened;
    const read = readAll(game, opened.value);
    return read.ok ? ok(new Recording(game, plain, read.value, names)) : read;
  }

  /** Plays the match again, and shows each round to the visitor. */
  visit(visitor: RoundVisitor): void {
    const opened = this.game.replay.open(this.#text);
    if (!opened.ok) throw new Error('a replay that was read can be read again');
    let round = 0;
    for (const step of playReplay(this.game, opened.value)) {
      if (step.phase === 'asked') {
        if (round % this.#every === 0) this.#kept[round / this.#every] ??= this.game.clone(step.state);
        visitor.asked?.(step.state, step.asked, round);
      } else if (step.phase === 'played') {
        visitor.played?.(step.state, round);
        round++;
      }
    }
  }

  /** A copy of the state before a round, without faults from later rounds. The caller may change the copy. */
  stateAt(round: number): unknown {
    if (this.#kept.length === 0) this.visit({});
    const at = Math.min(Math.floor(round / this.#every), this.#kept.length - 1);
    const state = this.game.clone(this.#kept[at]);
    for (let next = at * this.#every; next < round; next++) this.play(state, next, this.movesOf(next));
    return state;
  }

  /** The moves of a round, in new buffers; empty after the last round. */
  movesOf(round: number): unknown[] {
    const texts = this.#moves[round];
    return this.info.names.map((_, seat) => {
      const move = this.game.newMove();
      if (texts?.[seat]) this.game.move.read(texts[seat], move);
      return move;
    });
  }

  moveText(round: number, seat: number): string {
    return this.#moves[round]?.[seat] ?? '';
  }

  /** Plays a round with these moves, and with the luck and the failures of the original round. */
  play(state: unknown, round: number, moves: readonly unknown[]): void {
    for (const { seat, fault, round: when } of this.faults)
      if (when === round) this.game.freeze(state, seat, fault ?? 'crash');
    this.#chance.advance(state, moves);
  }
}

interface Rounds {
  readonly board: unknown;
  readonly info: MatchInfo;
  readonly moves: readonly (readonly string[])[];
  readonly faults: Recording['faults'];
  readonly firstRound: number;
  /** The state after the last round. */
  readonly last: unknown;
}

function readAll(game: AnyGame, reader: ReplayReader<unknown, unknown, unknown>): Result<Rounds> {
  const state = new MatchChance(game, reader.info).start(reader.board);
  const firstRound = game.round(state);
  const moves: string[][] = [];
  const faults: { seat: number; round: number; fault: Fault | undefined }[] = [];
  for (const step of playReplay(game, reader, state)) {
    if (step.phase === 'problem') return fail(step.problem);
    if (step.phase === 'played') continue;
    for (const seat of step.record.failed) faults.push({ seat, round: moves.length, fault: step.record.faults[seat] });
    moves.push(step.asked.map((move) => game.move.print(move)));
  }
  return ok({ board: reader.board, info: reader.info, moves, faults, firstRound, last: state });
}
