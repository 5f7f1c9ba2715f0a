import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { type MatchSetup, playMatch, type Verdict } from './match.ts';

/** Sets up the match again, with the runner `own` for the player that is examined. */
export type SetUpMatch = (own: AnyRunner) => MatchSetup<unknown, unknown, unknown>;
/** Opens that player again with its instructions counted; undefined if instructions can't be counted. */
export type OpenMetered = () => Promise<AnyRunner | undefined>;

const PLACE = /\(([^()\s]+:\d+[^()]*)\)\.?$/;
const FOUND = Symbol('found');

/**
 * Returns the place where a player that was disqualified for its time takes too long: `in round 3, at Mine.ts:7:3`.
 * Plays the match again with the player's instructions counted, so that the player is stopped at an instruction whose
 * line is known. Undefined if the player was disqualified for another fault, if the verdict already contains the place,
 * or if the player isn't stopped.
 */
export async function locateSlowCode(
  verdict: Verdict | undefined,
  openCounted: OpenMetered | undefined,
  match: SetUpMatch,
): Promise<string | undefined> {
  if (verdict?.fault !== 'time' || PLACE.test(verdict.sentence)) return undefined;
  const player = await openCounted?.();
  if (!player) return undefined;
  const abort = new AbortController();
  let where: string | undefined;
  try {
    await playMatch({
      ...match(player),
      signal: abort.signal,
      onFault({ seat, round, fault, sentence }) {
        if (seat !== verdict.seat) return;
        const place = fault === 'time' ? PLACE.exec(sentence)?.[1] : undefined;
        if (place !== undefined) where = `in round ${round}, at ${place}`;
        abort.abort(FOUND);
      },
    });
  } catch {
    // The match was ended because the place was found, or it is void because this machine is too slow to count
    // instructions.
  }
  return where;
}
