import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyPort, PlayerFault, type PlayerGenerator } from '@ludus/game/port.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';

/** By seat, how its player is opened for a match; undefined for a seat that acts by actions. */
export type Seating = readonly ((() => AnyPort) | undefined)[];

/** One player in a match. */
interface Seated {
  readonly seat: number;
  readonly port: AnyPort;
  readonly generator: PlayerGenerator;
  isOut: boolean;
}

/**
 * Players that sit in some seats of each match and answer at once, as they do in `ludus match`: the same player in the same match
 * asks the same, with the generator that the referee of a plain match gives it. One that fails is out until the match begins anew.
 */
export class SeatedPlayers {
  private readonly game: AnyGame;
  private readonly board: unknown;
  private readonly seating: Seating;
  private readonly matches: Seated[][];

  constructor(game: AnyGame, board: unknown, size: number, seating: Seating) {
    this.game = game;
    this.board = board;
    this.seating = seating;
    this.matches = Array.from({ length: size }, () => []);
  }

  /** Does a player sit there? */
  has(seat: number): boolean {
    return this.seating[seat] !== undefined;
  }

  /** Opens the players of a match anew. */
  begin(match: number, state: unknown, seed: number): void {
    for (const { port } of this.matches[match]) void port.close?.();
    const players = this.seating.flatMap((open, seat): Seated[] => {
      if (open === undefined) return [];
      return [{ seat, port: open(), generator: { state: seedState(seed + seat) }, isOut: false }];
    });
    const names = this.seating.map((_, seat) => players.find((each) => each.seat === seat)?.port.name ?? `seat${seat}`);
    this.matches[match] = players;
    for (const player of players)
      this.guarded(player, state, () => player.port.start?.(this.board, state, { seat: player.seat, names }));
  }

  /** Lets the players of a match say what they ask, in the moves of their seats. */
  ask(match: number, state: unknown, moves: readonly unknown[]): void {
    for (const player of this.matches[match]) {
      const move = moves[player.seat];
      this.game.clearMove(move);
      if (player.isOut) continue;
      player.generator.state = advance(player.generator.state);
      this.guarded(player, state, () => player.port.play(state, move, player.generator));
      if (player.isOut) this.game.clearMove(move);
    }
  }

  /** Tells them what everybody asks, before it is played. */
  hear(match: number, moves: readonly unknown[]): void {
    for (const { isOut, port } of this.matches[match]) if (!isOut) port.hear?.(moves);
  }

  private guarded(player: Seated, state: unknown, call: () => void | Promise<void>): void {
    try {
      if (call() instanceof Promise) throw new Error(`${player.port.name} does not answer at once`);
    } catch (error) {
      if (!(error instanceof PlayerFault)) throw error;
      player.isOut = true;
      this.game.freeze(state, player.seat, error.fault);
    }
  }
}
