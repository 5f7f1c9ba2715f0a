import type { ReplyOf } from '../../api/routes.ts';

export type RevealedStep = ReplyOf<'reveal'>[number];
export type Standing = ReplyOf<'round'>['standing'][number];

/**
 * The audience's view after one press of *Next*: first the decisive match, then the eliminated entrants, and finally
 * the podium. `who`: the entrants who depend on the match, without the result.
 */
export type Screen =
  | { readonly kind: 'match'; readonly match: number; readonly step: RevealedStep; readonly who: readonly string[] }
  | { readonly kind: 'step'; readonly step: RevealedStep; readonly isLast: boolean }
  | { readonly kind: 'podium'; readonly rows: readonly Standing[] };

/** Number of places on the podium. */
const PODIUM = 3;
/** Maximum number of names above a match. */
const MAX_WHO = 4;

/** @param standing the best entrant first; the podium shows the first places */
export function screensOf(steps: readonly RevealedStep[], standing: readonly Standing[]): Screen[] {
  const screens = steps.flatMap((step, at): Screen[] => [
    ...(step.decisive === null
      ? []
      : [{ kind: 'match', match: step.decisive, step, who: atStake(step, standing) } as const]),
    { kind: 'step', step, isLast: at === steps.length - 1 },
  ]);
  const rows = standing.filter(({ place }) => place <= PODIUM);
  return rows.length > 1 && screens.length > 0 ? [...screens, { kind: 'podium', rows }] : screens;
}

/**
 * Returns the names of the entrants whose fate depends on a match, sorted to hide the result. These are the last
 * entrants who stay and the first entrants who leave, or the entrants in this place and in the next place.
 */
function atStake(step: RevealedStep, standing: readonly Standing[]): string[] {
  const half = MAX_WHO / 2;
  const names =
    step.kind === 'cut'
      ? [
          ...step.rows.filter(({ stays }) => stays).slice(-half),
          ...step.rows.filter(({ stays }) => !stays).slice(0, half),
        ].map(({ name }) => name)
      : standing
          .filter(({ place }) => place >= step.place)
          .slice(0, half)
          .map(({ name }) => name);
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

/** Returns the stages that an entrant reached, and the entrant's place in each stage. */
export function pathOf(
  entrant: number,
  steps: readonly RevealedStep[],
): { stage: number; place: number; of: number }[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'cut') return [];
    const at = step.rows.findIndex((row) => row.entrant === entrant);
    return at < 0 ? [] : [{ stage: step.stage, place: at + 1, of: step.rows.length }];
  });
}
