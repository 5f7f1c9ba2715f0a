import { PERSON } from '@ludus/referee/hand.ts';
import type { Viewer } from '@ludus/viewer/player.ts';
import type { JSX } from 'preact';
import { nextMistake } from '../match/mistakes.ts';
import { Announced } from './announce.tsx';
import { endAttempt, tryAgain } from './attempts.ts';
import { HAND_CHOICE, handMatch, handOf } from './hand.ts';
import { attempt, type ExplainedMatch, explained, isYours, judgedIn, learner, ownBotOf, solvedOf } from './learning.ts';
import { running } from './state.ts';
import './mistakes.css';

/**
 * The list at the end of a match: the worst moments of the seat that the explanation is for. The user can play again
 * from each moment, or program a better move.
 */
export function MistakeList({ viewer, onProgram }: { viewer: Viewer; onProgram(): void }): JSX.Element | null {
  const { value: of } = explained;
  // Reads a signal, to update when the viewer shows another match: `source` isn't a signal.
  void viewer.timeline.value;
  if (!of || of.source !== viewer.source || running.value || of.answer.mistakes.length === 0) return null;
  const { mistakes } = of.answer;
  const solved = solvedOf(of);
  const left = mistakes.filter(({ id }) => !solved.includes(id)).length;
  const bot = ownBotOf(of);
  return (
    <details class="mistakes">
      <summary>
        {isYours(of) ? 'Learn from your mistakes' : `Learn from ${learner(of)}’s mistakes`}{' '}
        <span class="hint">{left === 0 ? '✓ all solved' : `${left} of ${mistakes.length} to solve`}</span>
      </summary>
      <ol>
        {mistakes.map(({ id, round, text, better }, at) => (
          <li key={id}>
            <p>
              <b>Round {round}:</b> {text} {solved.includes(id) && <b class="solved">✓ solved</b>}
            </p>
            <p class="mistake-doing">
              {handOf(of.timeline.view.id) && (
                <button
                  type="button"
                  class="end-action"
                  aria-label={`Try again from round ${round}`}
                  onClick={() => tryAgain(of, at, HAND_CHOICE)}
                >
                  Try again from here
                </button>
              )}
              {bot !== undefined && (
                <button
                  type="button"
                  class="end-action"
                  title="The current version of your bot plays on, and the others repeat their moves"
                  onClick={() => tryAgain(of, at, bot)}
                >
                  Try with my bot
                </button>
              )}
            </p>
            {better !== undefined && <Better text={better} />}
          </li>
        ))}
      </ol>
      {learner(of) === PERSON && !handMatch.value && (
        <button type="button" class="end-action" onClick={onProgram}>
          Now program it …
        </button>
      )}
    </details>
  );
}

/** A better move, hidden until the user requests it. */
const Better = ({ text }: { text: string }): JSX.Element => (
  <details class="mistake-better">
    <summary>Show a better move</summary> {text}
  </details>
);

/** The task that is shown while a person plays again from a mistake. */
export function AttemptTask(): JSX.Element | null {
  const now = attempt.value;
  if (!now || now.judgement || !handMatch.value) return null;
  const { mistakes } = now.explained.answer;
  const { round, text } = mistakes[now.at];
  return (
    <p class="attempt-task">
      <b>
        Mistake {now.at + 1} of {mistakes.length}, round {round}:
      </b>{' '}
      {text} Try to do better. You see the result at the end of the match, or when you give up after round {round}.
    </p>
  );
}

/** The bar below the board after an attempt: the result of the attempt and the next steps. */
export function AttemptBar({ viewer }: { viewer: Viewer }): JSX.Element | null {
  const now = judgedIn(viewer);
  if (!now || handMatch.value || running.value) return null;
  const { explained: of, at, by, judgement } = now;
  const next = nextMistake(of.answer.mistakes, solvedOf(of), at);
  const others = (to: ExplainedMatch, which: number) => () => tryAgain(to, which, by);
  return (
    <section class="hand-bar hand-end attempt-bar" aria-label="Your new attempt">
      <Announced class="hand-status">
        <b class={judgement.isBetter ? 'hand-title solved' : 'hand-title'}>
          {judgement.isBetter ? '✓ Solved' : 'Not yet'}
        </b>{' '}
        {judgement.sentence}
      </Announced>
      <div class="hand-doing">
        {next !== undefined && (
          <button type="button" class={judgement.isBetter ? 'play' : ''} onClick={others(of, next)}>
            Next mistake
          </button>
        )}
        <button type="button" class={judgement.isBetter ? '' : 'play'} onClick={others(of, at)}>
          Try again
        </button>
        <button type="button" class="quiet" onClick={endAttempt}>
          Back to the match
        </button>
      </div>
    </section>
  );
}
