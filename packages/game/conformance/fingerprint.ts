import { GAMES } from 'ludus/registry.ts';
import { runConformance } from './suite.ts';

/** One line over what all games do in some hundred matches; it must be the same wherever JavaScript runs. */
export function fingerprint(): string {
  const reports = GAMES.map((game) => runConformance(game, 20, { boards: 12, matches: 120, rounds: 8 }));
  return reports.map(({ game, rounds, fingerprint: print }) => `${game} ${rounds} ${print}`).join(', ');
}
