import type { LadderMatch } from '@ludus/lab/duels.ts';
import type { Figure, FigureWatch } from 'ludus/kit.ts';
import { table } from '../say.ts';

/** A match against a built-in opponent, with its statistics. */
export interface SeenMatch {
  readonly match: LadderMatch;
  /** The first player's share of the points, 0 to 1. */
  readonly score: number;
  readonly figures: readonly Figure[];
  /**
   * The last round in which the first player's best score was at least as high as the second player's. Undefined if
   * this is the match's last round.
   */
  readonly lostIn: number | undefined;
}

/** Observes one match while it is played. */
export class MatchWatch {
  private readonly figures: FigureWatch<unknown> | undefined;
  private readonly seats: readonly number[];
  private level = 0;
  private last = 0;

  constructor(seats: readonly number[], figures: FigureWatch<unknown> | undefined) {
    this.seats = seats;
    this.figures = figures;
  }

  see(state: unknown, round: number, scores: readonly number[]): void {
    this.figures?.see(state);
    const best = (player: number) => Math.max(...scores.filter((_, seat) => this.seats[seat] === player));
    if (best(0) >= best(1)) this.level = round;
    this.last = round;
  }

  done(match: LadderMatch): SeenMatch {
    return {
      match,
      score: match.share,
      figures: this.figures?.figures() ?? [],
      lostIn: this.level < this.last ? this.level : undefined,
    };
  }
}

/** Returns a table of the two players' statistics: each row shows one statistic, as a mean per seat per match. */
export function figureTable(names: readonly [string, string], seen: readonly SeenMatch[]): string {
  const score: Figure[][] = seen.map(({ match }) => [{ label: 'score', bySeat: match.result.outcome.scores }]);
  const all = seen.map(({ figures }, n) => [...score[n], ...figures]);
  const labels = all[0]?.map(({ label }) => label) ?? [];
  const mean = (label: string, player: number): string => {
    const values = all.flatMap((figures, n) => {
      const found = figures.find((figure) => figure.label === label);
      return found ? found.bySeat.filter((_, seat) => seen[n].match.seats[seat] === player) : [];
    });
    return short(values.reduce((a, b) => a + b, 0) / values.length);
  };
  return table(
    ['mean per seat per match', ...names],
    labels.map((label) => [label, mean(label, 0), mean(label, 1)]),
  );
}

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, ''));

/**
 * Returns the match to watch: the match in which the first player's share of the points is smallest. If there are
 * several, returns the match in which the first player's score is furthest below the second player's score.
 */
export function worst(seen: readonly SeenMatch[]): SeenMatch {
  const margin = ({ match }: SeenMatch): number => {
    const { scores } = match.result.outcome;
    const best = (player: number) => Math.max(...scores.filter((_, seat) => match.seats[seat] === player));
    return best(0) - best(1);
  };
  return seen.reduce((one, other) =>
    other.score < one.score || (other.score === one.score && margin(other) < margin(one)) ? other : one,
  );
}
