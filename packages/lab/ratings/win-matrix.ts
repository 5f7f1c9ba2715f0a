import { namesIn, participants, type RatedMatch, TIE } from './matches.ts';

/** How often each player beat each other player. */
export interface WinMatrix {
  readonly names: readonly string[];
  /** `points[i][j]`: i's points against j; 1 for each match in which i was placed above j, and ½ for a tie. */
  readonly points: readonly (readonly number[])[];
  /** `wins[i][j]`: number of matches in which i was placed above j. */
  readonly wins: readonly (readonly number[])[];
  /** `games[i][j]`: number of matches with both players. */
  readonly games: readonly (readonly number[])[];
}

export function winMatrix(matches: readonly RatedMatch[], names: readonly string[] = namesIn(matches)): WinMatrix {
  const index = new Map(names.map((name, i) => [name, i]));
  const empty = () => names.map(() => new Array<number>(names.length).fill(0));
  const [points, wins, games] = [empty(), empty(), empty()];
  for (const match of matches) {
    const all = participants(match);
    for (const a of all) {
      for (const b of all) {
        const [i, j] = [index.get(a.name), index.get(b.name)];
        if (i === undefined || j === undefined || i === j) continue;
        games[i][j]++;
        if (a.share > b.share + TIE) wins[i][j]++;
        points[i][j] += a.share > b.share + TIE ? 1 : a.share < b.share - TIE ? 0 : 0.5;
      }
    }
  }
  return { names, points, wins, games };
}
