import { namesIn, participants, type RatedMatch, TIE } from './matches.ts';

/** Who beat whom how often. */
export interface WinMatrix {
  readonly names: readonly string[];
  /** `points[i][j]`: i's points against j; 1 for each match in which it was placed above, ½ for a tie. */
  readonly points: readonly (readonly number[])[];
  /** `games[i][j]`: the matches in which both took part. */
  readonly games: readonly (readonly number[])[];
}

export function winMatrix(matches: readonly RatedMatch[], names: readonly string[] = namesIn(matches)): WinMatrix {
  const index = new Map(names.map((name, i) => [name, i]));
  const empty = () => names.map(() => new Array<number>(names.length).fill(0));
  const [points, games] = [empty(), empty()];
  for (const match of matches) {
    const all = participants(match);
    for (const a of all) {
      for (const b of all) {
        const [i, j] = [index.get(a.name), index.get(b.name)];
        if (i === undefined || j === undefined || i === j) continue;
        games[i][j]++;
        points[i][j] += a.share > b.share + TIE ? 1 : a.share < b.share - TIE ? 0 : 0.5;
      }
    }
  }
  return { names, points, games };
}

/** Three players each of whom beats the next: no single number a player can say that. */
export interface Cycle {
  readonly names: readonly [string, string, string];
  /** The points (0…1) of the weakest of the three victories, and whether all three are clear (beyond chance at 95 %). */
  readonly weakest: number;
  readonly clear: boolean;
}

/** All cycles of three, the clearest first; each once, beginning with the name that comes first in the matrix. */
export function cyclesOfThree({ names, points, games }: WinMatrix): Cycle[] {
  const share = (i: number, j: number) => (games[i][j] === 0 ? 0 : points[i][j] / games[i][j]);
  const beats = (i: number, j: number) => share(i, j) > 0.5;
  // The normal approximation with the largest possible spread, ½ a game.
  const clearly = (i: number, j: number) => (share(i, j) - 0.5) * 2 * Math.sqrt(games[i][j]) >= 1.96;
  const cycles: Cycle[] = [];
  for (let i = 0; i < names.length; i++)
    for (let j = i + 1; j < names.length; j++)
      for (let k = i + 1; k < names.length; k++)
        if (k !== j && beats(i, j) && beats(j, k) && beats(k, i))
          cycles.push({
            names: [names[i], names[j], names[k]],
            weakest: Math.min(share(i, j), share(j, k), share(k, i)),
            clear: clearly(i, j) && clearly(j, k) && clearly(k, i),
          });
  return cycles.sort((a, b) => Number(b.clear) - Number(a.clear) || b.weakest - a.weakest);
}
