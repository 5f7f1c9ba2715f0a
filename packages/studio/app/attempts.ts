import { isAvoided, judge, standingAt } from '../match/mistakes.ts';
import type { PlayerOrder } from '../match/order.ts';
import { placeOf } from '../match/place.ts';
import { findMishaps } from '../match/why.ts';
import { HAND_CHOICE } from './hand.ts';
import { attempt, type ExplainedMatch, solve } from './learning.ts';
import { playOn } from './play.ts';
import { viewer } from './stage.ts';
import { playerOf, problem, RECORDED, usualAgain } from './state.ts';
import { showExplained } from './watch.ts';

/**
 * Plays a match again from one of its mistakes. `by`: the player that tries again, as a value of the form. If a person
 * plays, built-in bots choose new moves. Otherwise, all other players repeat their moves.
 */
export function tryAgain(explained: ExplainedMatch, at: number, by: string): void {
  const { timeline, answer, source, sidecar } = explained;
  const { seat, mistakes } = answer;
  const mistake = mistakes[at];
  const game = timeline.view.id;
  const choices = timeline.names.map((name, each) =>
    each === seat ? by : by === HAND_CHOICE ? usualAgain(game, name) : RECORDED,
  );
  const players: (PlayerOrder | undefined)[] = [];
  for (const choice of choices) {
    const player = choice === RECORDED ? undefined : playerOf(game, choice);
    if (typeof player === 'string') {
      problem.value = player;
      return;
    }
    players.push(player);
  }
  showExplained(explained);
  const order = { game, replay: source, told: sidecar?.revision, round: mistake.from, players };
  const begun = { explained, at, by };
  playOn(order, async ({ match, replay: again, scores, until }) => {
    const mishaps = mistake.mishap === undefined ? undefined : await findMishaps(again, seat);
    // Another match may have begun during the search for mishaps.
    if (attempt.value !== begun) return;
    // A single round's scores may not determine the final places. If the person gave up, only the scores of the last
    // round exist.
    const standing = (of: typeof match, result: readonly number[]) =>
      until === undefined ? placeOf(result, seat, of.teams) : standingAt(of, seat, until);
    const avoided = mishaps && isAvoided(mistake, mishaps);
    const judgement = judge(mistake, standing(timeline, answer.scores), standing(match, scores), until, avoided);
    if (judgement.isBetter) solve(explained, mistake);
    attempt.value = { ...begun, judgement, source: viewer.viewer.source };
  });
  attempt.value = begun;
}

/** Shows the original match again, with its mistakes. */
export function endAttempt(): void {
  const { explained } = attempt.value ?? {};
  attempt.value = undefined;
  if (explained) showExplained(explained);
}
