import type { FigureWatch } from '../kit.ts';
import { FREE, type TrailsState } from './rules/state.ts';

/**
 * Returns a watch that records how long each player lived, and the player's room. The room is the number of cells that
 * the player could still have reached in its last round.
 */
export function watchFigures(first: TrailsState): FigureWatch<TrailsState> {
  const lived = Array.from({ length: first.players }, () => 0);
  const room = lived.map(() => 0);
  const watch = {
    see(state: TrailsState): void {
      for (let seat = 0; seat < state.players; seat++) {
        if (state.endedIn[seat] !== 0) continue;
        lived[seat] = state.round;
        room[seat] = roomOf(state, seat);
      }
    },
    figures: () => [
      { label: 'rounds lived', bySeat: lived },
      { label: 'cells within reach at its end', bySeat: room },
    ],
  };
  watch.see(first);
  return watch;
}

function roomOf({ board, cells, heads }: TrailsState, seat: number): number {
  const reached = new Set([heads[seat]]);
  for (const cell of reached)
    for (const next of board.neighbours.subarray(4 * cell, 4 * cell + 4)) if (cells[next] === FREE) reached.add(next);
  return reached.size - 1;
}
