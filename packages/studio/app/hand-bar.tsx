import type { HandButton, HandChoice } from '@ludus/game/protocol.ts';
import type { HandQuestion } from '@ludus/referee/hand.ts';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { kitOf } from '../games/kits.ts';
import type { NextMatch } from '../match/next-opponent.ts';
import { words } from '../words/words.ts';
import { Announced } from './announce.tsx';
import { askHint, choose, giveUp, handMatch, handOf, takeHint, togglePause } from './hand.ts';
import './hand.css';

interface HandBarProps {
  /** Shows the finished match from its beginning. */
  onWatch(): void;
  /** Plays the match again with another seed; absent if that isn't possible. */
  onAgain?: (() => void) | undefined;
  /** Plays the next match. */
  onNext?(next: NextMatch): void;
  /** Saves the replay as a file. */
  onSave?(): void;
  /** The reason for a pause, shown instead of the situation. */
  readonly note?: ComponentChildren;
  /** The person's task in the match. */
  readonly task?: ComponentChildren;
  /** Opens the editor with a bot for this game. */
  onWrite?(): void;
  onClose(): void;
}

/**
 * The bar below the board while a person plays: the situation, the choices as buttons, and hints; at the end, the
 * result.
 */
export function HandBar(doing: HandBarProps): JSX.Element | null {
  const bar = useSteadyHeight();
  const now = handMatch.value;
  if (!now) return null;
  if (now.end) return <EndCard {...doing} />;
  const { question, hint, refusal, count, isShared, choices } = now;
  const isFirst = question?.isPaused === true && choices === 0 && !isShared;
  const { note, task } = doing;
  return (
    <section class="hand-bar" ref={bar} aria-label={words.value.byHand}>
      {task}
      <div class="hand-line">
        <p class="hand-status" role="status" aria-live={isRun(question) ? 'off' : 'polite'}>
          {count !== undefined ? <b class="hand-count">{count}</b> : (note ?? situation(question, isShared))}
          {isFirst && count === undefined && ` ${words.value.firstMove}`}
        </p>
        <div class="hand-doing">
          {isShared && note === undefined && question && <TimeLeft game={now.game} question={question} />}
          {question && !isShared && (
            <button type="button" class="quiet" title="Ask the strongest built-in bot (H)" onClick={askHint}>
              Hint
            </button>
          )}
          {question?.leftMs !== undefined && count === undefined && !isShared && !isFirst && (
            <button type="button" class="quiet" title="Pause or resume (Esc)" onClick={togglePause}>
              {question.isPaused ? 'Go on' : 'Pause'}
            </button>
          )}
          <button type="button" class="quiet" title={words.value.leaves} onClick={giveUp}>
            {words.value.giveUp}
          </button>
        </div>
      </div>
      {hint && (
        <Announced class="hand-hint">
          {hint.text}{' '}
          {question && hint.steps.length > 0 && (
            <button type="button" class="quiet" onClick={takeHint}>
              Do it
            </button>
          )}
        </Announced>
      )}
      {refusal !== '' && (
        <p class="problem" role="alert">
          {words.value.refused(refusal)}
        </p>
      )}
      {question && <Choices choices={question.choices} pad={handOf(now.game)?.pad ?? []} />}
      <How game={now.game} />
    </section>
  );
}

/**
 * The bar grows with its choices but doesn't shrink. If the bar shrank, the board above it would move under the user's
 * finger.
 */
function useSteadyHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (bar.current) bar.current.style.minHeight = `${bar.current.offsetHeight}px`;
  });
  return bar;
}

/**
 * Whether a race is so fast that one sentence per round would be too much for a user of a screen reader. The viewer
 * then describes the match from time to time.
 */
const isRun = (question: HandQuestion | undefined): boolean =>
  question?.leftMs !== undefined && !question.isPaused && question.leftMs < READABLE_MS;

/** The person's situation in one or two sentences. */
function situation(question: HandQuestion | undefined, isShared: boolean): string {
  const { othersMove } = words.value;
  return !question || (isShared && question.choices.length === 0) ? othersMove : question.status;
}

/** Minimum time per round in which a person can read the text, in milliseconds. */
const READABLE_MS = 2000;

/** The remaining seconds of a person in a match with friends. */
function TimeLeft({ game, question }: { game: string; question: HandQuestion }): JSX.Element | null {
  const { leftMs = 0, choices } = question;
  const [now, setNow] = useState(0);
  useEffect(() => {
    const from = Date.now();
    setNow(0);
    const timer = setInterval(() => setNow(Date.now() - from), 250);
    return () => clearInterval(timer);
  }, [question]);
  const { friendMs = READABLE_MS } = handOf(game) ?? {};
  if (choices.length === 0 || friendMs < READABLE_MS) return null;
  return (
    <b class="hand-count" aria-hidden="true">
      {Math.ceil(Math.max(0, leftMs - now) / 1000)}
    </b>
  );
}

function Choices({ choices, pad }: { choices: readonly HandChoice[]; pad: readonly HandButton[] }): JSX.Element {
  const groups = new Map<string, HandChoice[]>();
  for (const choice of choices) {
    if (choice.isQuiet || pad.some(({ id }) => id === choice.id)) continue;
    const { group = '' } = choice;
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return (
    <div class="hand-groups">
      {[...groups].map(([group, list]) => (
        <fieldset key={group} class="hand-group">
          {group !== '' && <legend>{group}</legend>}
          {list.map((choice) => (
            <ChoiceButton key={choice.id} choice={choice} />
          ))}
        </fieldset>
      ))}
      {pad.length > 0 && <Pad pad={pad} choices={choices} />}
    </div>
  );
}

/** The buttons with fixed positions. Choices that aren't available are dimmed. */
function Pad({ pad, choices }: { pad: readonly HandButton[]; choices: readonly HandChoice[] }): JSX.Element {
  return (
    <div class="hand-pad">
      {pad.map((button) => {
        const { id, label, row, column, rows = 1 } = button;
        const choice = choices.find((each) => each.id === id);
        const gridArea = `${row + 1} / ${column + 1} / span ${rows} / span 1`;
        return choice ? (
          <ChoiceButton key={id} choice={choice} area={gridArea} />
        ) : (
          <button key={id} type="button" class="hand-off" disabled style={{ gridArea }}>
            {label}
          </button>
        );
      })}
    </div>
  );
}

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  ArrowLeft: '←',
  Backspace: '⌫',
  Delete: 'Del',
  ' ': 'Space',
};

/** @param area the button's place in a grid */
function ChoiceButton({ choice, area = '' }: { choice: HandChoice; area?: string }): JSX.Element {
  const { id, label, keys = [], warning, isChosen } = choice;
  const key = keys.find((each) => !each.startsWith('Shift+') && KEY_LABELS[each] !== label);
  return (
    <button
      type="button"
      class={warning === undefined ? 'hand-choice' : 'hand-choice warned'}
      aria-pressed={isChosen ?? false}
      style={{ gridArea: area }}
      title={warning ?? id}
      onClick={() => choose(id)}
    >
      <span>{label}</span>
      <span class="visually-hidden">{warning === undefined ? id : `${id}: ${warning}`}</span>
      {key !== undefined && <kbd>{KEY_LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>}
    </button>
  );
}

/** Number of choices after which the page assumes that a person knows how to play. */
const HOW_CHOICES = 3;

function How({ game }: { game: string }): JSX.Element | null {
  const [isOpen, setOpen] = useState(true);
  const hand = handOf(game);
  if (!hand || !isOpen || handMatch.value!.choices >= HOW_CHOICES) return null;
  return (
    <p class="hand-how">
      {hand.how} {hand.keys && <span class="hand-keys">{hand.keys} </span>}
      <button type="button" class="quiet" aria-label={words.value.hideHow} onClick={() => setOpen(false)}>
        ✕
      </button>
    </p>
  );
}

function titleOf(place: number, places: number, isShared: boolean): string {
  const said = words.value;
  if (place === 1) return isShared ? said.share : said.win;
  return places === 2 ? said.lose : said.place(place, places);
}

function EndCard({ onWatch, onAgain, onNext, onSave, note, onWrite, onClose }: HandBarProps): JSX.Element {
  const { end, game } = handMatch.value!;
  const { place, places, isShared, score, next } = end!;
  const title = titleOf(place, places, isShared);
  return (
    <section class="hand-bar hand-end" aria-label={words.value.end}>
      <Announced class="hand-status">
        <b class="hand-title">{title}</b> {words.value.points(score, kitOf(game)?.game.title ?? game)} {note}
      </Announced>
      <div class="hand-doing">
        {next && onNext && (
          <button type="button" class="play" onClick={() => onNext(next)}>
            Next opponent: {next.name}
          </button>
        )}
        {onAgain && (
          <button type="button" class={next ? '' : 'play'} onClick={onAgain}>
            {words.value.again}
          </button>
        )}
        <button type="button" onClick={onWatch}>
          {words.value.watchReplay}
        </button>
        {onSave && (
          <button type="button" onClick={onSave}>
            {words.value.saveReplay}
          </button>
        )}
        {onWrite && (
          <button type="button" onClick={onWrite}>
            Now program it …
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose}>
          {words.value.close}
        </button>
      </div>
    </section>
  );
}
