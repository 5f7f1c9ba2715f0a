import type { HandChoice } from '@ludus/game/protocol.ts';
import { handFromLegal } from '@ludus/game/protocol.ts';
import type { Sidecar } from '@ludus/game/replay.ts';
import { type HandHint, type HandQuestion, PERSON } from '@ludus/referee/hand.ts';
import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import { effect, signal } from '@preact/signals';
import { kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import type { NextMatch } from '../match/next-opponent.ts';
import type { HandAction, HandOrder, MatchNews, PlayerOrder } from '../match/order.ts';
import type { Place } from '../match/place.ts';

/** A match in which the user plays. */
interface HandMatch {
  readonly game: string;
  readonly seat: number;
  readonly question: HandQuestion | undefined;
  readonly hint: HandHint | undefined;
  /** Whether this is a match with friends. In such a match, the server keeps the clock, and there are no hints. */
  readonly isShared: boolean;
  /** Number of choices that the person has made. */
  readonly choices: number;
  /** The reason why the last choice was refused. */
  readonly refusal: string;
  /** Seconds until the clock starts; undefined if the clock runs or is paused. */
  readonly count: number | undefined;
  /** The result at the end of the match. */
  readonly end: HandEnd | undefined;
}

interface HandEnd extends Place {
  /** The match to play next, against the next opponent of the practice ladder. */
  readonly next?: NextMatch | undefined;
}

/** The match that a person is playing or has just finished; undefined otherwise. */
export const handMatch = signal<HandMatch | undefined>(undefined);
/** By game: the milliseconds per round, if the person has chosen a value. */
export const beats = signal<Readonly<Record<string, number>>>({});

/** The form's value for the seat that the person plays. */
export const HAND_CHOICE = `hand/${PERSON}`;

export const isByHand = (players: readonly (PlayerOrder | undefined)[]): boolean =>
  players.some((player) => player?.kind === 'hand');

/** The manual controls of a game; undefined if the game has no manual controls. */
export const handOf = (id: string) => {
  const kit = kitOf(id);
  return kit && (kit.hand ?? handFromLegal(kit.game));
};

/** Whether a game has hidden information. */
export const hides = (id: string): boolean => kitOf(id)?.game.observe !== undefined;

/** The time per round in a game, in milliseconds; 0 if the match waits for the person. */
export const beatOf = (id: string): number => beats.value[id] ?? handOf(id)?.beatsMs?.[0] ?? 0;

export const handOrder = (id: string): HandOrder => ({
  kind: 'hand',
  name: PERSON,
  beatMs: beatOf(id),
  turnMs: viewOf(id)?.delayMs ?? 0,
});

let act: ((action: HandAction) => void) | undefined;
let counting: ReturnType<typeof setInterval> | undefined;

/**
 * Begins a match that a person plays. `send` passes an action to the match's referee. `isShared`: whether the person
 * plays with friends.
 */
export function beginHand(game: string, seat: number, send: (action: HandAction) => void, isShared = false): void {
  act = send;
  handMatch.value = {
    game,
    seat,
    isShared,
    question: undefined,
    hint: undefined,
    choices: 0,
    refusal: '',
    count: undefined,
    end: undefined,
  };
}

/** Ends the match, because it is over or was stopped. `end`: the match's result. */
export function endHand(end?: HandEnd): void {
  act = undefined;
  clearInterval(counting);
  handMatch.value = end &&
    handMatch.value && { ...handMatch.value, question: undefined, hint: undefined, count: undefined, end };
}

export function handNews(news: Extract<MatchNews, { type: 'question' | 'reply' | 'hint' }>): void {
  const now = handMatch.value;
  if (!now) return;
  if (news.type === 'question') {
    const { question } = news;
    const isSame = now.question?.round === question.round;
    handMatch.value = { ...now, question, refusal: '', hint: isSame ? now.hint : undefined };
  } else if (news.type === 'hint') handMatch.value = { ...now, hint: news.hint };
  else if (news.reply.ok) handMatch.value = { ...now, choices: now.choices + 1 };
  else {
    const { action, reply } = news;
    const again = now.question;
    // A key that was pressed just as the round ended is used in the next round.
    if (
      action.do === 'choose' &&
      reply.code === 'late' &&
      again &&
      again.round > action.round &&
      handOf(now.game)?.keepsNext
    )
      choose(action.id);
    else handMatch.value = { ...now, refusal: reply.why };
  }
}

const COUNT_FROM = 3;
const COUNT_MS = 650;

function countDown(): void {
  clearInterval(counting);
  handMatch.value = handMatch.value && { ...handMatch.value, count: COUNT_FROM };
  counting = setInterval(() => {
    const now = handMatch.value;
    if (now?.count === undefined) return clearInterval(counting);
    handMatch.value = { ...now, count: now.count > 1 ? now.count - 1 : undefined };
    if (now.count > 1) return;
    clearInterval(counting);
    send({ do: 'resume' });
  }, COUNT_MS);
}

const send = (action: HandAction): void => act?.(action);

/** Makes a choice in the shown round. The clock starts with the first choice. */
export function choose(id: string): void {
  const now = handMatch.value;
  if (!now?.question) return;
  if (now.question.isPaused && now.count === undefined && !now.isShared) send({ do: 'resume' });
  send({ do: 'choose', round: now.question.round, id });
}

/** Requests the strongest bot's choice as a hint. The clock is paused, so that there is time to read it. */
export function askHint(): void {
  const { question, isShared } = handMatch.value ?? {};
  if (!question || isShared) return;
  if (question.leftMs !== undefined && !question.isPaused) send({ do: 'pause' });
  send({ do: 'hint' });
}
export const giveUp = (): void => send({ do: 'leave' });

export function togglePause(): void {
  const now = handMatch.value;
  if (!now?.question || now.isShared || now.question.leftMs === undefined || now.count !== undefined) return;
  if (now.question.isPaused) countDown();
  else send({ do: 'pause' });
}

export function takeHint(): void {
  const { question, hint } = handMatch.value ?? {};
  if (!question || !hint) return;
  for (const id of hint.steps) choose(id);
}

/** Maximum number of marked cells. More marks would hide the board. */
const MAX_MARKS = 40;

/** The choices with marked cells on the board. */
export function marked(choices: readonly HandChoice[]): readonly HandChoice[] {
  const placed = choices.filter(({ place }) => place !== undefined);
  return placed.length <= MAX_MARKS ? placed : placed.filter(({ keys, isQuiet }) => keys !== undefined || !isQuiet);
}

/** Updates the marks on the board with each question. Returns a function that stops these updates. */
export function showMarks(viewer: LudusViewerElement): () => void {
  return effect(() => {
    const { question, hint } = handMatch.value ?? {};
    const choices = question ? marked(question.choices) : [];
    viewer.markHand({
      marks: choices.map(({ id, place, warning, isChosen }) => ({
        place: place!,
        look: isChosen ? 'chosen' : hint?.steps.includes(id) ? 'hint' : warning !== undefined ? 'warning' : 'plain',
      })),
      arrows: question?.arrows ?? [],
    });
  });
}

/** The message about a match in which the person gave up; undefined if the person didn't give up. */
export function gaveUp(sidecar: Sidecar | undefined, seat: number): string | undefined {
  const verdict = sidecar?.verdicts?.find((each) => each.seat === seat && each.fault === 'disconnect');
  // The person's buttons count the rounds from 1.
  return verdict && `You gave up in round ${verdict.round + 1}.`;
}
