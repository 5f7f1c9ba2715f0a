import type { ComparedRound } from '@ludus/referee/hand.ts';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keptResults } from '../app/history.ts';
import { editing } from '../app/state.ts';
import { openLadder } from '../climb/shared.tsx';
import { beatenBy, versionsOf } from '../data/versions.ts';
import { ladderOf } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';
import {
  compared,
  comparison,
  doing,
  endComparison,
  goals,
  handSeatOf,
  playInstead,
  programMatch,
  shownRound,
  showRound,
} from './comparing.ts';
import { type Goal, goalsOf } from './goals.ts';
import { comparisonSentence, nextDifference, roundSentence } from './words.ts';
import './compare.css';

/**
 * The bar below the board. It shows the differences between the code's moves and the person's moves, round by round,
 * and three goals.
 */
export function CompareBar(): JSX.Element | null {
  const match = compared.value;
  if (!match) return null;
  const found = comparison.value;
  const isOpen = editing.value?.game === match.order.game;
  const sentence =
    found === undefined
      ? 'Comparing your code’s moves with yours …'
      : typeof found === 'string'
        ? found
        : comparisonSentence(found);
  const rounds = typeof found === 'object' ? found.rounds : [];
  return (
    <section class="hand-bar compare-bar" aria-label="Your code and you">
      <div class="hand-line">
        <p class="hand-status" role="status">
          <b>{sentence}</b> {doing.value !== undefined && <span class="hint">{doing.value} …</span>}
        </p>
        <div class="hand-doing">
          {!isOpen && (
            <button type="button" onClick={() => programMatch(match)}>
              Open the editor
            </button>
          )}
          <button type="button" class="quiet" onClick={endComparison}>
            Close
          </button>
        </div>
      </div>
      {rounds.length > 0 && <Strip rounds={rounds} round={shownRound(match)} />}
      <Goals />
    </section>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** One button per round: a low button if the moves of the code and the person agree, a high button if they differ. */
function Strip(props: { rounds: readonly ComparedRound[]; round: number | undefined }): JSX.Element {
  const { rounds, round = Number.NEGATIVE_INFINITY } = props;
  const shown = rounds.find((each) => each.round === round);
  const focused = shown ?? rounds[0];
  const differs = rounds.some(({ agrees }) => !agrees);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step && rounds[rounds.indexOf(focused) + step];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    showRound(next.round);
    const buttons = (event.currentTarget as HTMLElement).children;
    (buttons[rounds.indexOf(next)] as HTMLElement).focus();
  };
  return (
    <>
      <div class="compare-strip" role="toolbar" aria-label="Rounds in which you chose the move" onKeyDown={move}>
        {rounds.map((each) => (
          <button
            key={each.round}
            type="button"
            class={each.agrees ? 'agrees' : 'differs'}
            tabIndex={each === focused ? 0 : -1}
            aria-current={each === shown ? 'step' : undefined}
            aria-label={roundSentence(each)}
            title={roundSentence(each)}
            onClick={() => showRound(each.round)}
          />
        ))}
      </div>
      <div class="hand-line">
        <p class="compare-round" role="status">
          {shown
            ? roundSentence(shown)
            : 'Choose a round. Your move is drawn with a solid line, your code’s move with a dashed line.'}
        </p>
        {differs && (
          <div class="hand-doing">
            <button type="button" class="quiet" onClick={() => showRound(nextDifference(rounds, round, -1)!.round)}>
              ‹ Difference
            </button>
            <button type="button" class="quiet" onClick={() => showRound(nextDifference(rounds, round, 1)!.round)}>
              Next difference ›
            </button>
          </div>
        )}
      </div>
    </>
  );
}

/**
 * The strongest ladder opponent that plays in a match, or else the weakest opponent of the ladder. Undefined if the
 * game has no ladder.
 */
function rivalOf({ game, players }: MatchOrder): string | undefined {
  const names = ladderOf(game);
  return names.findLast((name) => players.some((player) => player.name === name)) ?? names[0];
}

function Goals(): JSX.Element | null {
  const match = compared.value!;
  const { order } = match;
  const bot = goals.value?.bot ?? '';
  const [beaten, setBeaten] = useState<ReadonlySet<string>>(new Set());
  const { value: kept } = keptResults;
  useEffect(() => {
    void versionsOf(order.game, bot).then((versions) => setBeaten(beatenBy(versions)));
  }, [order.game, bot, kept]);
  if (!goals.value) return null;
  const rival = rivalOf(order);
  const all = goalsOf(goals.value, match.scores[handSeatOf(match)], rival, rival !== undefined && beaten.has(rival));
  const act: Readonly<Record<Goal['id'], JSX.Element | false>> = {
    agree: false,
    score: (
      <button type="button" class="quiet" onClick={() => void playInstead()}>
        Play your match
      </button>
    ),
    rival: rival !== undefined && (
      <button type="button" class="quiet" onClick={() => openLadder({ game: order.game, opponent: rival, bot })}>
        Practice ladder …
      </button>
    ),
  };
  return (
    <ol class="compare-goals" aria-label="Goals">
      {all.map(({ id, text, state, isReached }) => (
        <li key={id} class={isReached ? 'reached' : ''}>
          <span aria-hidden="true">{isReached ? '✓' : '○'}</span>
          <span>
            {text} <span class="hint">{isReached ? `reached, ${state}` : state}</span>
          </span>
          {act[id]}
        </li>
      ))}
    </ol>
  );
}
