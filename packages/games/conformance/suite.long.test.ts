import { runConformance } from '@ludus/game/conformance/suite.ts';
import { expect, test } from 'vitest';
import { SPECIMENS } from './fixtures.ts';

const MATCHES = 5000;

test.each(SPECIMENS)(
  `$game.title keeps what every game must keep, in ${MATCHES} short matches`,
  (specimen) => {
    const report = runConformance(specimen, 2026, { boards: 60, matches: MATCHES, rounds: 5 });
    expect(report).toMatchObject({ game: specimen.game.id, matches: MATCHES });
    expect(report.rounds).toBeGreaterThan(MATCHES);
  },
  600_000,
);
