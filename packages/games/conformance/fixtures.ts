import type { AnySpecimen } from '@ludus/game/conformance/fixture.ts';

const FOUND = import.meta.glob('../*/rules/specimen.ts', { eager: true }) as Record<string, { specimen?: AnySpecimen }>;

/** Every game that has a `specimen` in its `rules/specimen.ts`, by their folders' names. Vite and Vitest gather them, Node cannot. */
export const SPECIMENS: readonly AnySpecimen[] = Object.values(FOUND).flatMap(({ specimen }) => specimen ?? []);
