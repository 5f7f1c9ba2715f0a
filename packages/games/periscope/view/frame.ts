import type { Fault, RoundRecord } from '@ludus/game/game.ts';
import type { PeriscopeState } from '../rules/state.ts';

/** A moment between two rounds. */
export interface PeriscopeFrame {
  readonly state: PeriscopeState;
  readonly shares: readonly number[];
  readonly faults: readonly (Fault | undefined)[];
  readonly limited: boolean;
}

export function frameOf(state: PeriscopeState, { shares, faults, info }: RoundRecord): PeriscopeFrame {
  return { state: state.clone(), shares: [...shares], faults: [...faults], limited: info.limited };
}

/** The seat of a submarine. */
export const ownerOf = ({ board }: PeriscopeState, unit: number): number => Math.floor(unit / board.submarines);
/** The seat whose order led from `from`, the previous frame, to `to`. */
export const actorOf = ({ state }: PeriscopeFrame): number => state.turn;

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The middle of a cell. */
export function spotOf({ board: { columns } }: Pick<PeriscopeState, 'board'>, cell: number): Spot {
  return { x: (cell % columns) + 0.5, y: Math.floor(cell / columns) + 0.5 };
}
