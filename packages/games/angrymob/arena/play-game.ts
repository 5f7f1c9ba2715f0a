import { playMatch } from '@ludus/referee/match.ts';
import type { MobBoard } from '../rules/board.ts';
import { angrymob } from '../rules/game.ts';
import { COLOURS } from '../rules/replay.ts';
import type { MobState } from '../rules/state.ts';
import { type SocketMobOptions, socketMobRunners } from './socket/angrymob.ts';
import type { Guest } from './socket/lobby.ts';

export interface MobArenaGame extends SocketMobOptions {
  readonly board: MobBoard;
  /** The two players, blue first. Their connections are closed when the game ends, whatever the reason. */
  readonly guests: readonly Guest[];
  /** Receives the replay, piece by piece. */
  readonly record?: (text: string) => void;
  /** Called after each turn, and once before the first. */
  readonly onTurn?: (state: MobState) => void;
}

export interface MobArenaResult {
  readonly state: MobState;
  /** One message per player that failed, with the turn, the player, and (for an illegal move) the submove. */
  readonly faults: readonly string[];
}

/** Plays one game between two connected players. */
export async function playMobArena(game: MobArenaGame): Promise<MobArenaResult> {
  const sentences = new Map<number, string>();
  const result = await playMatch({
    game: angrymob,
    board: game.board,
    // Nothing in the rules is random, and players that are programs use their own random numbers.
    seed: 0,
    runners: socketMobRunners(game.guests, game),
    concurrent: true,
    record: game.record,
    onRound: game.onTurn,
    onFault: (verdict) => sentences.set(verdict.seat, verdict.sentence),
    signal: game.signal,
  });
  const { state } = result;
  const faults = game.guests.flatMap(({ name }, seat) => {
    const player = `turn ${state.turn + 1}: ${name} (player ${seat}, ${COLOURS[seat]})`;
    if (state.sentences[seat] !== '') return [`${player} made an illegal move: ${state.sentences[seat]}`];
    const sentence = sentences.get(seat);
    return sentence === undefined ? [] : [`${player} ${sentence}`];
  });
  return { state, faults };
}

/**
 * The line for `-console`, without its line break: outcome, reason, turns played, and both names, separated by tabs.
 */
export function resultLine(state: MobState, names: readonly string[]): string {
  const outcome = state.winner < 0 ? 'draw' : String(state.winner);
  return [outcome, state.reason, state.turn, ...names].join('\t');
}
