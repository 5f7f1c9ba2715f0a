import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, PlayerFault, type PlayerGenerator } from '@ludus/game/player-runner.ts';
import { MatchChance, observed } from '@ludus/game/secret-randomness.ts';
import { advance } from '@ludus/kernel/lehmer.ts';
import type { Verdict } from './recorder.ts';

/** A player that may answer asynchronously: a program, opened for each match. */
export interface Program {
  readonly name: string;
  open(): AnyRunner | Promise<AnyRunner>;
}

/**
 * By seat: the function that opens the seat's player for a match, or a program; undefined for a seat controlled by
 * actions.
 */
export type Seating = readonly ((() => AnyRunner) | Program | undefined)[];

/** One player in a match. */
interface SeatedPlayer {
  readonly seat: number;
  readonly open: () => AnyRunner | Promise<AnyRunner>;
  readonly name: string;
  readonly generator: PlayerGenerator;
  /** The player's pending move in this round. */
  readonly move: unknown;
  /** The player's runner; absent before the first request and after the match. */
  runner: AnyRunner | undefined;
  hasStarted: boolean;
  isOut: boolean;
}

/** The players of one match. */
interface Table {
  readonly board: unknown;
  readonly players: readonly SeatedPlayer[];
  readonly names: readonly string[];
  readonly verdicts: Verdict[];
}

/**
 * Players in some seats of each match, as in `ludus match`. The same player in the same match makes the same moves,
 * because its generator is the same as in a plain match. A player that failed doesn't play again until the match
 * restarts.
 *
 * `ask` calls synchronous players. If one of them is a program (`waits`), `answer` must be awaited first.
 */
export class SeatedPlayers {
  readonly waits: boolean;
  private readonly game: AnyGame;
  private readonly seating: Seating;
  private readonly tables: Table[];
  /** By seat: the moves of the current match. Used for asynchronous players. */
  private readonly gathered: unknown[] = [];
  /** Promises of processes that are ending. */
  private readonly leaving = new Set<Promise<void>>();
  private isClosed = false;

  constructor(game: AnyGame, size: number, seating: Seating) {
    this.game = game;
    this.seating = seating;
    this.waits = seating.some((each) => typeof each === 'object');
    this.tables = Array.from({ length: size }, () => ({ board: undefined, players: [], names: [], verdicts: [] }));
  }

  /** Whether the seat has a player. */
  has(seat: number): boolean {
    return this.seating[seat] !== undefined;
  }

  /** By seat, the names of a match's players; `seat2` for a seat without a player. */
  namesOf(match: number): readonly string[] {
    return this.tables[match].names;
  }

  /** The disqualified players of a match, and the reasons. */
  verdictsOf(match: number): readonly Verdict[] {
    return this.tables[match].verdicts;
  }

  /**
   * Starts the players of a match again. Programs are opened on their first request, so that a match that starts twice
   * opens them once.
   */
  begin(match: number, board: unknown, state: unknown, seed: number): void {
    this.end(match);
    const players = this.seating.flatMap((open, seat) => (open === undefined ? [] : [this.seated(open, seat, seed)]));
    const names = this.seating.map((_, seat) => players.find((each) => each.seat === seat)?.name ?? `seat${seat}`);
    this.tables[match] = { board, players, names, verdicts: [] };
    if (this.waits) return;
    for (const player of players) this.guarded(match, player, state, () => this.start(match, player, state));
  }

  /** Waits until all players of a match have chosen their moves in this state, one after the other. */
  async answer(match: number, state: unknown): Promise<void> {
    const { players } = this.tables[match];
    for (const player of players) {
      if (player.isOut || player.hasStarted) continue;
      await this.waited(match, player, state, async () => {
        player.runner ??= await player.open();
        if (this.isClosed) this.leave(player);
        else await this.start(match, player, state);
      });
    }
    const acting = this.game.actors?.(state);
    for (const player of players) {
      this.game.clearMove(player.move);
      if (acting && !acting.includes(player.seat)) continue;
      player.generator.state = advance(player.generator.state);
      if (!player.isOut) player.runner?.prepare?.(player.generator);
    }
    for (const player of players) {
      if (player.isOut || (acting && !acting.includes(player.seat))) continue;
      await this.waited(match, player, state, () => this.play(player, state, player.move));
      if (player.isOut) this.game.clearMove(player.move);
    }
  }

  /** Returns the moves of all seats: the moves of the match's players, and `moves` for seats without a player. */
  ask(match: number, state: unknown, moves: readonly unknown[]): readonly unknown[] {
    const { players } = this.tables[match];
    if (this.waits) {
      moves.forEach((move, seat) => {
        this.gathered[seat] = move;
      });
      for (const { seat, move } of players) this.gathered[seat] = move;
      return this.gathered;
    }
    const acting = this.game.actors?.(state);
    for (const player of players) {
      const move = moves[player.seat];
      this.game.clearMove(move);
      if (player.isOut || (acting && !acting.includes(player.seat))) continue;
      player.generator.state = advance(player.generator.state);
      this.guarded(match, player, state, () => this.play(player, state, move));
      if (player.isOut) this.game.clearMove(move);
    }
    return moves;
  }

  /** Informs the players of all moves before the round is played. */
  hear(match: number, moves: readonly unknown[]): void {
    if (this.game.observe) return;
    for (const { isOut, runner } of this.tables[match].players) if (!isOut) runner?.observeMoves?.(moves);
  }

  /** Handles the end of a match. */
  end(match: number): void {
    for (const player of this.tables[match].players) this.leave(player);
  }

  /** Stops all players. Resolves when all their processes have exited. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (let match = 0; match < this.tables.length; match++) this.end(match);
    while (this.leaving.size > 0) await Promise.all(this.leaving);
  }

  private seated(how: (() => AnyRunner) | Program, seat: number, seed: number): SeatedPlayer {
    const generator = { state: new MatchChance(this.game, { seed }).playerState(seat) };
    const rest = { seat, generator, move: this.game.newMove(), hasStarted: false, isOut: false };
    if (typeof how === 'object') return { ...rest, name: how.name, open: () => how.open(), runner: undefined };
    const runner = how();
    return { ...rest, name: runner.name, open: how, runner: runner };
  }

  private start(match: number, player: SeatedPlayer, state: unknown): void | Promise<void> {
    const { board, names } = this.tables[match];
    player.hasStarted = true;
    return player.runner!.start?.(board, observed(this.game, state, player.seat), { seat: player.seat, names });
  }

  private play({ runner, seat, generator }: SeatedPlayer, state: unknown, move: unknown): void | Promise<void> {
    return runner?.play(observed(this.game, state, seat), move, generator);
  }

  private leave(player: SeatedPlayer): void {
    const closing = player.runner?.close?.();
    player.runner = undefined;
    if (!(closing instanceof Promise)) return;
    this.leaving.add(closing);
    void closing.finally(() => this.leaving.delete(closing));
  }

  private guarded(match: number, player: SeatedPlayer, state: unknown, call: () => void | Promise<void>): void {
    try {
      if (call() instanceof Promise) throw new Error(`${player.name} doesn’t answer synchronously`);
    } catch (error) {
      this.fail(match, player, state, error);
    }
  }

  private async waited(
    match: number,
    player: SeatedPlayer,
    state: unknown,
    call: () => void | Promise<void>,
  ): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (!this.isClosed) this.fail(match, player, state, error);
    }
    if (this.isClosed) throw new Error('the simulator has been closed');
  }

  private fail(match: number, player: SeatedPlayer, state: unknown, error: unknown): void {
    if (!(error instanceof PlayerFault)) throw error;
    const { seat, name } = player;
    const { players, verdicts } = this.tables[match];
    player.isOut = true;
    verdicts.push({ seat, name, round: this.game.round(state), fault: error.fault, sentence: error.message });
    this.game.freeze(state, seat, error.fault);
    for (const other of players)
      if (other !== player && other.hasStarted) other.runner?.observeFault?.(seat, error.fault);
    this.leave(player);
  }
}
