import type { AnySpecimen } from '@ludus/game/conformance/specimen.ts';

interface Module {
  readonly specimen?: AnySpecimen;
}

/** Every game as the conformance suite takes it: what the games' folders have as `rules/specimen.ts`. For tests and bundles, which know `glob`. */
export const SPECIMENS: readonly AnySpecimen[] = Object.values(
  import.meta.glob<Module>('./*/rules/specimen.ts', { eager: true }),
).flatMap(({ specimen }) => specimen ?? []);
