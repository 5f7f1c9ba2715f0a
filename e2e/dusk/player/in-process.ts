import { type DuskBoard, type DuskMove, type DuskState, dusk } from '@ludus/game/conformance.ts';
import { crashFault, type PlayerRunner } from '@ludus/game/player-runner.ts';
import type { DuskPlayer } from './api.ts';

/** A player in the referee's process. */
export function openPlayer(name: string, code: unknown): PlayerRunner<DuskBoard, DuskState, DuskMove> | string {
  if (typeof code !== 'function') return 'has no default export that is a function';
  let me = 0;
  return {
    name,
    start(_board, _state, { seat }) {
      me = seat;
    },
    play({ board, round, cells, dice }, move) {
      try {
        const word = (code as DuskPlayer)({ me, round, length: board.cells, cells: [...cells], die: dice[me] });
        dusk.move.read(word, move);
      } catch (error) {
        throw crashFault(name, `in round ${round}`, error);
      }
    },
  };
}
