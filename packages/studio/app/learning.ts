import type { Sidecar } from '@ludus/game/replay.ts';
import { hashText } from '@ludus/kernel/hash.ts';
import { PERSON } from '@ludus/referee/hand.ts';
import type { Viewer } from '@ludus/viewer/player.ts';
import type { Timeline } from '@ludus/viewer/view.ts';
import { signal } from '@preact/signals';
import { keep, readKept } from '../data/browser-storage.ts';
import { type Judgement, type Mistake, readSolved, solvedIn, withSolved } from '../match/mistakes.ts';
import type { MatchOrder } from '../match/order.ts';
import type { WhyAnswer } from '../match/why.ts';
import { own, plainName, shownName } from './state.ts';

/** A match with mistakes to learn from. */
export interface ExplainedMatch {
  /** The text of the replay. */
  readonly source: string;
  /** The replay's file name. */
  readonly name: string;
  readonly sidecar: Sidecar | undefined;
  readonly timeline: Timeline;
  readonly answer: WhyAnswer;
  /** The order of the match, if the match was played in this page. */
  readonly played: { readonly order: MatchOrder; readonly board: string } | undefined;
}

/** A new attempt from one of the mistakes. */
export interface Attempt {
  readonly explained: ExplainedMatch;
  /** The index of the mistake. */
  readonly at: number;
  /** The player, as a value of the form: `hand/Human` or `own/Mine`. */
  readonly by: string;
  /** The replay to show when the attempt ends. */
  readonly source?: string;
  /** The judgement of the attempt; absent while the attempt is under way. */
  readonly judgement?: Judgement;
}

/** The last match that was explained. */
export const explained = signal<ExplainedMatch | undefined>(undefined);
export const attempt = signal<Attempt | undefined>(undefined);

const SOLVED = 'solved';
const solved = signal(readSolved(readKept(SOLVED)));
const keyOf = ({ source }: ExplainedMatch): string => (hashText(source) >>> 0).toString(36);

/** The ids of a match's mistakes that were solved in this browser. */
export const solvedOf = (of: ExplainedMatch): readonly string[] => solvedIn(solved.value, keyOf(of));

export function solve(of: ExplainedMatch, { id }: Mistake): void {
  solved.value = withSolved(solved.value, keyOf(of), id);
  keep(SOLVED, solved.value);
}

/** Stores the explanation of the shown match. */
export function learnFrom(viewer: Viewer, answer: WhyAnswer, played: ExplainedMatch['played']): void {
  const { source, whole, sidecar, fileName } = viewer;
  if (whole)
    explained.value = { source, name: fileName.value, sidecar: sidecar.value, timeline: whole, answer, played };
}

/** The attempt in the shown match, if it is over. */
export function judgedIn(viewer: Viewer): (Attempt & Required<Pick<Attempt, 'judgement'>>) | undefined {
  const { value: now } = attempt;
  // Reads a signal, to update when the viewer shows another match: `source` isn't a signal.
  void viewer.timeline.value;
  return now?.judgement && now.source === viewer.source ? { ...now, judgement: now.judgement } : undefined;
}

/** The name of the seat that the explanation is for, without the suffix of an earlier branch. */
export const learner = ({ timeline, answer }: ExplainedMatch): string => plainName(timeline.names[answer.seat]);

/** The user's bot in that seat, as named in the form; undefined if there is none. */
export function ownBotOf(of: ExplainedMatch): string | undefined {
  const bot = own.value.find((each) => each.game === of.timeline.view.id && shownName(each) === learner(of));
  return bot && `own/${bot.name}`;
}

export const isYours = (of: ExplainedMatch): boolean => learner(of) === PERSON || ownBotOf(of) !== undefined;
