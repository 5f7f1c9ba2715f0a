import type { FigureWatch } from '../kit.ts';
import type { MobState } from './rules/state.ts';

/** Returns a watch that counts, for each player, the units gathered and lost, and the most units at once. */
export function watchFigures(first: MobState): FigureWatch<MobState> {
  const totals = first.armies.map(({ total }) => total);
  const [gathered, lost, most] = [totals.map(() => 0), totals.map(() => 0), [...totals]];
  return {
    see({ armies }) {
      armies.forEach(({ total }, seat) => {
        const more = total - totals[seat];
        if (more > 0) gathered[seat] += more;
        else lost[seat] -= more;
        most[seat] = Math.max(most[seat], total);
        totals[seat] = total;
      });
    },
    figures: () => [
      { label: 'units gathered', bySeat: gathered },
      { label: 'most units at once', bySeat: most },
      { label: 'units lost', bySeat: lost },
    ],
  };
}
