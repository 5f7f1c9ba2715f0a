import { type AnyFixture, fingerprintOf } from '@ludus/game/conformance.ts';

const FOUND = import.meta.glob('../*/rules/fixture.ts', { eager: true }) as Record<string, { fixture?: AnyFixture }>;

/** Every game that has a `fixture` in its `rules/fixture.ts`, by their folders' names. Vite and Vitest gather them, Node cannot. */
export const FIXTURES: readonly AnyFixture[] = Object.values(FOUND).flatMap(({ fixture }) => fixture ?? []);

/** The fingerprint of all games: what every JavaScript engine must give alike. */
export const fingerprint = (matches: number): string => fingerprintOf(FIXTURES, matches);
