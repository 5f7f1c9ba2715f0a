import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import type { BuiltinPlayer } from '@ludus/runtime/parts.ts';
import type { GameAnalysis } from './analysis.ts';
import { Ledger } from './ledger.ts';
import type { Recording } from './recording.ts';

/**
 * Limits of the search: rounds before a mishap, rounds after the mishap that must go well, and moves tried in each
 * round.
 */
const MAX_BACK = 8;
const AFTER = 4;
const MAX_MOVES = 60;

/** A move that would have avoided a mishap. */
export interface BetterMove {
  readonly round: number;
  /** The move in the game's words, to follow “could have played”. */
  readonly text: string;
  /** The text of the move in replays. */
  readonly move: string;
}

/**
 * Searches for a move that would have avoided a mishap. Tries each alternative move in the round of the mishap, and
 * then in earlier rounds. The other players repeat their moves. After the new move, a built-in player takes over the
 * seat.
 */
export function findBetterMove(
  recording: Recording,
  // biome-ignore lint/suspicious/noExplicitAny: the game's own state and move only travel between its functions
  analysis: GameAnalysis<any, any>,
  player: BuiltinPlayer,
  { seat, round, about }: { seat: number; round: number; about: number | undefined },
): BetterMove | undefined {
  const { game } = recording;
  for (let back = 0; back <= MAX_BACK && back <= round; back++) {
    const from = round - back;
    const start = recording.stateAt(from);
    if (game.actors && !game.actors(start).includes(seat)) continue;
    const seen = observed(game, start, seat);
    const asked = recording.movesOf(from);
    const others = analysis.alternatives?.(seen, seat, asked[seat], about) ?? game.legal?.(seen, seat) ?? [];
    for (const move of others.slice(0, MAX_MOVES)) {
      const text = game.move.print(move);
      if (text === recording.moveText(from, seat)) continue;
      const moves = [...asked];
      moves[seat] = move;
      if (goesWell(recording, analysis, player, { seat, start, from, moves, until: round + AFTER }))
        return { round: from, move: text, text: analysis.describe?.(move, seen, seat, about) ?? `“${text}”` };
    }
  }
  return undefined;
}

interface Trial {
  readonly seat: number;
  readonly start: unknown;
  readonly from: number;
  readonly moves: readonly unknown[];
  readonly until: number;
}

function goesWell(
  recording: Recording,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  analysis: GameAnalysis<any, any>,
  player: BuiltinPlayer,
  { seat, start, from, moves, until }: Trial,
): boolean {
  const { game, board, info } = recording;
  const state = game.clone(start);
  const ledger = new Ledger(info.names.length);
  const watch = analysis.watch(state, ledger);
  let runner: AnyRunner | undefined;
  let asked = moves;
  try {
    for (let round = from; round <= until && !game.isOver(state); round++) {
      if (round > from) {
        const next = recording.movesOf(round);
        const seen = observed(game, state, seat);
        if (!runner) {
          runner = player.open();
          if (runner.start?.(board, seen, { seat, names: info.names })) return false;
        }
        game.clearMove(next[seat]);
        if (!game.actors || game.actors(state).includes(seat))
          if (runner.play(seen, next[seat], { state: 1 + round })) return false;
        asked = next;
      }
      ledger.round = round;
      watch.asked(state, asked);
      recording.play(state, round, asked);
      watch.played(state);
      if (analysis.mishaps.some((mishap) => ledger.mishaps(mishap.id, seat).length > 0)) return false;
    }
    return true;
  } finally {
    void runner?.close?.();
  }
}
