import type { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';

/** A round of Mad Max or Star War: its board, and what the players asked when they saw it, by seat. */
export interface CylinderFrame {
  readonly view: CylinderView;
  /** Empty in the last round. */
  readonly asked: readonly Instructions[];
  /** What was carried out of it, on the way to the next round; empty in the last round. */
  readonly done: readonly Instructions[];
}

export function unitCount(frame: CylinderFrame): number {
  const { players, unitsPerPlayer } = frame.view.settings;
  return players * unitsPerPlayer;
}

export function seatOf(frame: CylinderFrame, unit: number): number {
  return Math.floor(unit / frame.view.settings.unitsPerPlayer);
}
