import type { FigureWatch } from '../kit.ts';
import type { TalltalesState } from './rules/state.ts';

/** Returns a watch that counts the results of each player's claims and calls. */
export function watchFigures(first: TalltalesState): FigureWatch<TalltalesState> {
  const figures = [
    { label: 'claims that were called', bySeat: [] as number[] },
    { label: 'of those, false', bySeat: [] as number[] },
    { label: 'calls', bySeat: [] as number[] },
    { label: 'of those, right', bySeat: [] as number[] },
  ];
  const watch = {
    see({ tested, caught, calls, rightCalls }: TalltalesState): void {
      for (const [n, list] of [tested, caught, calls, rightCalls].entries()) figures[n].bySeat = [...list];
    },
    figures: () => figures,
  };
  watch.see(first);
  return watch;
}
