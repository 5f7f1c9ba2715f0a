import { runConformance } from '@ludus/game/conformance.ts';
import { expect, test } from 'vitest';
import { FIXTURES } from './fixtures.ts';

const MATCHES = 5000;

test.each(FIXTURES)(
  `$game.title passes the conformance suite in ${MATCHES} short matches`,
  (fixture) => {
    const report = runConformance(fixture, 2026, { boards: 60, matches: MATCHES, rounds: 5 });
    expect(report).toMatchObject({ game: fixture.game.id, matches: MATCHES });
    expect(report.rounds).toBeGreaterThan(MATCHES);
  },
  600_000,
);
