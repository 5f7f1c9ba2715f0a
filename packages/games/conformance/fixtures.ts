import { type AnyFixture, fingerprintOf } from '@ludus/game/conformance.ts';

const FOUND = import.meta.glob('../*/rules/fixture.ts', { eager: true }) as Record<string, { fixture?: AnyFixture }>;

/** Every game with a `fixture` in its `rules/fixture.ts`, by folder name. Vite and Vitest collect them; Node cannot. */
export const FIXTURES: readonly AnyFixture[] = Object.values(FOUND).flatMap(({ fixture }) => fixture ?? []);

/** The fingerprint of all games: the same in every JavaScript engine. */
export const fingerprint = (matches: number): string => fingerprintOf(FIXTURES, matches);
