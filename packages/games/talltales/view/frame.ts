import type { RoundRecord } from '@ludus/game/game.ts';
import { FACES } from '../rules/board.ts';
import { NO_SEAT, type TalltalesState } from '../rules/state.ts';

/** How long the dice that decided a call can be read, in milliseconds. */
export const REVEAL_MS = 1800;

/** A moment between two rounds, as seen by everyone or by one seat. */
export interface TalltalesFrame {
  readonly state: TalltalesState;
  /** By seat: the share (0 to 1) of its budget that it has used; −1 for a failed player. */
  readonly shares: readonly number[];
  readonly faults: RoundRecord['faults'];
}

export function frameOf(state: TalltalesState, { shares, faults, info }: RoundRecord): TalltalesFrame {
  return {
    state: state.clone(),
    shares: shares.map((share, seat) => (state.failed[seat] === 1 ? -1 : info.limited ? share : 0)),
    faults: [...faults],
  };
}

/** Whether the cups have just been lifted. */
export const isLifted = ({ told, turn, lastCaller }: TalltalesState): boolean =>
  told === 0 && turn === NO_SEAT && lastCaller !== NO_SEAT;

/** The faces of a seat's dice, in ascending order. */
export function facesOf(dice: Uint8Array, seat: number): number[] {
  const faces: number[] = [];
  for (let face = 1; face <= FACES; face++) for (let n = dice[seat * FACES + face - 1]; n > 0; n--) faces.push(face);
  return faces;
}
