import type { FigureWatch } from '../kit.ts';
import type { CylinderState } from './rules/state.ts';

/** Returns a watch that counts, for each player, prizes with points, kills, units lost, and missiles shot. */
export function watchFigures(first: CylinderState): FigureWatch<CylinderState> {
  const { players, unitsPerPlayer, bonusPoints, killPoints } = first.settings;
  const zeros = () => Array.from({ length: players }, () => 0);
  const [prizes, kills, lost, shot, idle] = [zeros(), zeros(), zeros(), zeros(), zeros()];
  const scores = zeros().map((_, player) => first.score(player));
  const alive = Array.from({ length: players * unitsPerPlayer }, (_, unit) => first.unitAlive(unit));
  const missiles = alive.map((_, unit) => first.unitMissiles(unit));
  return {
    see(state) {
      for (let player = 0; player < players; player++) {
        const gained = state.score(player) - scores[player];
        scores[player] += gained;
        const [prize, kill] = parts(gained, bonusPoints, killPoints);
        prizes[player] += prize;
        kills[player] += kill;
        let living = 0;
        for (let unit = player * unitsPerPlayer; unit < (player + 1) * unitsPerPlayer; unit++) {
          const lives = state.unitAlive(unit);
          if (lives) living++;
          if (alive[unit] && !lives) lost[player]++;
          const left = state.unitMissiles(unit);
          if (alive[unit] && lives && left < missiles[unit]) shot[player] += missiles[unit] - left;
          alive[unit] = lives;
          missiles[unit] = left;
        }
        if (living === 0) idle[player]++;
      }
    },
    figures: () => [
      { label: 'prizes that give points', bySeat: prizes },
      { label: 'kills', bySeat: kills },
      { label: 'missiles shot', bySeat: shot },
      { label: 'units lost', bySeat: lost },
      { label: 'rounds with no living unit', bySeat: idle },
    ],
  };
}

/** Splits `points` points into prizes and kills, with as many kills as possible. */
function parts(points: number, prize: number, kill: number): [prizes: number, kills: number] {
  if (prize <= 0) return [0, kill > 0 ? Math.floor(points / kill) : 0];
  for (let kills = kill > 0 ? Math.floor(points / kill) : 0; kills >= 0; kills--)
    if ((points - kills * kill) % prize === 0) return [(points - kills * kill) / prize, kills];
  return [0, 0];
}
