import type { FigureWatch } from '../kit.ts';
import type { PeriscopeState } from './rules/state.ts';

/** Returns a watch that counts, for each player, wrecks salvaged, pings sent, torpedoes fired, and submarines sunk. */
export function watchFigures(first: PeriscopeState): FigureWatch<PeriscopeState> {
  const zeros = () => Array.from({ length: first.players }, () => 0);
  const [salvages, pings, torpedoes, sunk] = [zeros(), zeros(), zeros(), zeros()];
  let turn = first.turn;
  return {
    see(state: PeriscopeState): void {
      if (state.round > 0) {
        const { report, sunk: hits } = state.last[turn];
        if (report === 'salvage') salvages[turn]++;
        if (report === 'ping') pings[turn]++;
        if (report === 'torpedo') torpedoes[turn]++;
        if (report === 'torpedo') sunk[turn] += hits;
      }
      turn = state.turn;
    },
    figures: () => [
      { label: 'wrecks salvaged', bySeat: salvages },
      { label: 'pings sent', bySeat: pings },
      { label: 'torpedoes fired', bySeat: torpedoes },
      { label: 'submarines sunk', bySeat: sunk },
    ],
  };
}
