import type { Scene, Timeline } from '../view/view.ts';

/** What a round looks like where nothing moves, nothing fades and nothing is pointed out. */
export function stillScene(timeline: Timeline, round: number): Omit<Scene<unknown>, 'theme' | 'mode'> {
  const frame = timeline.frame(round);
  return {
    timeline,
    from: frame,
    to: frame,
    fromRound: round,
    toRound: round,
    before: undefined,
    t: 0,
    clock: 0,
    selection: undefined,
    seat: -1,
  };
}
