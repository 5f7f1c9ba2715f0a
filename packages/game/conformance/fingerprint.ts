import type { AnyFixture } from './fixture.ts';
import { runConformance } from './suite.ts';

/** One line over what these games do in some hundred matches; it must be the same wherever JavaScript runs. */
export function fingerprintOf(fixtures: readonly AnyFixture[]): string {
  const reports = fixtures.map((each) => runConformance(each, 20, { boards: 12, matches: 120, rounds: 8 }));
  return reports.map(({ game, rounds, fingerprint }) => `${game} ${rounds} ${fingerprint}`).join(', ');
}
