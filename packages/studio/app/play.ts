import type { Timeline } from '@ludus/viewer/view.ts';
import { errorLines } from '../cpp/messages.ts';
import { gzip, keepMatch, recentMatches } from '../data/recent.ts';
import { ladderOf } from '../games/kits.ts';
import { placeIn, type SourceMistake } from '../match/code-place.ts';
import { nextMatch } from '../match/next-opponent.ts';
import type { BranchOrder, MatchNews, MatchOrder } from '../match/order.ts';
import { placeOf } from '../match/place.ts';
import { type RunningMatch, runFolderBranch, runFolderMatch } from '../match/run-folder.ts';
import { runFuelBranch, runFuelMatch } from '../match/run-fuel.ts';
import { forgetShown } from '../match/why.ts';
import { refreshFolder } from './disk.ts';
import { finished, nameOf } from './finished.ts';
import { beginHand, endHand, gaveUp, HAND_CHOICE, handNews, hides, isByHand } from './hand.ts';
import { addMatch } from './history.ts';
import { attempt } from './learning.ts';
import { BASE, isPlayground } from './page-variant.ts';
import { BESIDE, explainByHand, explainTo, showSidecar, viewer } from './stage.ts';
import {
  boardName,
  branching,
  draft,
  editing,
  editorProblem,
  formOpen,
  game,
  isOfFolder,
  isUsual,
  newFuel,
  orderOfForm,
  ownOf,
  pane,
  problem,
  recent,
  runError,
  running,
  seats,
  shown,
  sourceMistakes,
} from './state.ts';
import { draftAsOpened, isBegun, openEditor, saveDraft } from './writing.ts';

/** Plays matches on the stage, and shows their problems. */

let match: RunningMatch | undefined;
let watching: ReturnType<typeof setInterval> | undefined;

/**
 * Plays the form's match with the editor's text, and shows it live. `isEdited`: the player in the editor must play,
 * even if its text is unchanged.
 */
export async function play(isEdited = false): Promise<void> {
  problem.value = undefined;
  if (isEdited || isBegun()) draftAsOpened();
  if (draft.value && !(await saveDraft())) return;
  await refreshFolder().catch(() => {});
  const order = orderOfForm();
  if (typeof order === 'string') problem.value = order;
  else start(order, boardName.value);
}

/**
 * Starts a match in which the person has the first seat, or the seat chosen in the form. The opponents are easy, unless
 * the user has chosen other opponents.
 */
export async function playByHand(): Promise<void> {
  // The weakest bot of the ladder hardly plays, so the opponent is the next bot.
  const easy = isUsual() ? ladderOf(game.value)[1] : undefined;
  if (!seats.value.includes(HAND_CHOICE))
    seats.value = seats.value.map((seat, at) =>
      at === 0 ? HAND_CHOICE : easy === undefined ? seat : `builtin/${easy}`,
    );
  await play();
}

/**
 * Starts a match. `round`: for a match that someone shared, the round to show when the match is over. The players of a
 * shared match always run in separate engines. Without `round`, the match is the user's own, and is shown from its
 * beginning.
 */
export function start(given: MatchOrder, board: string, round?: number): void {
  // In the playground, a user's players run in separate engines.
  const order = given.fuel || given.isPlain ? given : { ...given, ...newFuel() };
  clearForMatch(0);
  // The shown match must not take CPU time from compiling and playing the new match.
  viewer.pause();
  if (innerWidth < BESIDE) formOpen.value = false;
  const handSeat = order.players.findIndex(({ kind }) => kind === 'hand');
  // Closes the form, because the person's buttons and the board need the space.
  if (handSeat >= 0) formOpen.value = false;
  if (editing.value === undefined) viewer.focus();
  const name = nameOf(order, board);
  const tell = listener(order, { handSeat, name, isLive: true }, (news) => {
    viewer.load(news.replay, name);
    const ownSeat = order.players.findIndex(({ kind }) => kind === 'own');
    if (ownSeat >= 0) explainTo(ownSeat);
    // A link can't contain a person's moves. In the playground, a link also can't state that the match has no budget.
    shown.value = handSeat < 0 && !(isPlayground && order.isPlain) ? { order, board } : undefined;
    showSidecar(news.sidecar);
    if (handSeat >= 0) endByHand(handSeat, news, { order, board });
    else if (round === undefined) viewer.play();
    else viewer.seek(round);
    void keep(order, board, news);
  });
  const started = begin(order, round !== undefined, tell);
  match = started;
  if (handSeat >= 0) beginHand(order.game, handSeat, (action) => started.act?.(action));
  watchSilence(order);
}

/** Maximum width at which the panel is below the board, in pixels. */
const PHONE = 640;

/**
 * Shows the last round and the result of the person's match. `played`: the match, if the person played it from its
 * first round.
 */
function endByHand(
  seat: number,
  { scores, sidecar }: Extract<MatchNews, { type: 'done' }>,
  played?: { readonly order: MatchOrder; readonly board: string },
): void {
  viewer.seek(viewer.rounds);
  // On a phone, the panel closes, because the board and the result need the space.
  if (innerWidth <= PHONE) viewer.viewer.panel.value = false;
  endHand({
    ...placeOf(scores, seat, viewer.viewer.timeline.value?.teams),
    next: played && nextMatch(played, ladderOf(played.order.game), scores),
  });
  explainByHand(seat, sidecar);
}

/** Options for a match whose fuel is counted. They show the progress of the match's preparation. */
const FUEL_RUN: Parameters<typeof runFuelMatch>[1] = {
  base: BASE,
  onDoing(doing) {
    if (running.value) running.value = { ...running.value, doing };
  },
};

const begin = (order: MatchOrder, isShared: boolean, tell: (news: MatchNews) => void): RunningMatch =>
  order.fuel || isShared || isByHand(order.players) || !isOfFolder(order)
    ? runFuelMatch(order, FUEL_RUN, tell)
    : runFolderMatch(order, tell);

function watchSilence(order: MatchOrder | BranchOrder): void {
  watching = setInterval(() => {
    const silent = match?.silent();
    const name = silent && order.players[silent.seat]?.name;
    if (running.value && running.value.silent !== name) running.value = { ...running.value, silent: name };
  }, 500);
}

/** A finished match that continued another match. */
interface ContinuedMatch {
  readonly match: Timeline;
  readonly replay: string;
  readonly scores: readonly number[];
  /** The round in which the person gave up. */
  readonly until: number | undefined;
}

/**
 * Continues the shown match from a round with other players. The new match is shown next to the original match, or
 * alone if a person plays. `judged`: receives the finished match. If present, the match isn't explained.
 */
export function playOn(order: BranchOrder, judged?: (played: ContinuedMatch) => void): void {
  clearForMatch(order.round);
  branching.value = undefined;
  const file = viewer.viewer.fileName.value;
  const name = file.replace(/(\.\w+)?(\.gz)?$/, (ending) => `-from-${order.round}${ending.replace('.gz', '')}`);
  const handSeat = order.players.findIndex((player) => player?.kind === 'hand');
  let askedIn = order.round;
  const onQuestion = (): void => {
    askedIn = viewer.rounds;
  };
  const tell = listener(order, { handSeat, name: file, isLive: handSeat >= 0, onQuestion }, (news) => {
    if (handSeat >= 0) {
      viewer.load(news.replay, name);
      shown.value = undefined;
      showSidecar(news.sidecar);
      if (judged) {
        forgetShown();
        endHand();
        viewer.seek(viewer.rounds);
        const hasLeft = gaveUp(news.sidecar, handSeat) !== undefined;
        judged({ match: viewer.viewer.whole!, ...news, until: hasLeft ? askedIn : undefined });
      } else endByHand(handSeat, news);
      return;
    }
    if (!viewer.compare(news.replay, name)) return;
    const beside = viewer.viewer.beside.value;
    if (beside) beside.sidecar.value = news.sidecar;
    viewer.seek(order.round);
    if (beside?.whole) judged?.({ match: beside.whole, ...news, until: undefined });
    viewer.focus();
  });
  const started =
    isOfFolder(order) && handSeat < 0 ? runFolderBranch(order, tell) : runFuelBranch(order, FUEL_RUN, tell);
  match = started;
  if (handSeat >= 0) {
    formOpen.value = false;
    beginHand(order.game, handSeat, (action) => started.act?.(action));
  }
  watchSilence(order);
}

/** Stops the running match, and removes all that earlier matches have left in the form and the editor. */
function clearForMatch(round: number): void {
  stop();
  attempt.value = undefined;
  problem.value = undefined;
  runError.value = undefined;
  sourceMistakes.value = undefined;
  editorProblem.value = undefined;
  pane.value = 'match';
  running.value = { round };
}

/**
 * Returns a function that shows a match's news, and calls `done` when the match is over. `isLive`: whether the rounds
 * are shown while they are played. The previous match stays on screen until the first of them, even if a player doesn't
 * compile or load. `name`: the file name of a live match. `onQuestion` is called when the person is asked for a move.
 */
function listener(
  order: MatchOrder | BranchOrder,
  how: { readonly handSeat: number; readonly name: string; readonly isLive: boolean; readonly onQuestion?: () => void },
  done: (news: Extract<MatchNews, { type: 'done' }>) => void,
): (news: MatchNews) => void {
  let hasBegun = false;
  return (news) => {
    switch (news.type) {
      case 'progress':
        if (!how.isLive) return;
        running.value = { round: news.round };
        if (!hasBegun) viewer.startHand(how.handSeat, how.name, hides(order.game));
        hasBegun = true;
        viewer.feed(news.text);
        return;
      case 'question':
        if (hasBegun) how.onQuestion?.();
        return handNews(news);
      case 'reply':
      case 'hint':
        return handNews(news);
      case 'asking':
      case 'preparing':
        return;
      case 'fault':
        return tellFault(news, order);
      case 'problem':
        ended();
        endHand();
        if (hasBegun) viewer.abandon();
        return tellProblem(news.message, order, news.seat, news.mistakes);
      case 'done':
        ended();
        done(news);
    }
  };
}

function ended(): void {
  clearInterval(watching);
  running.value = undefined;
  match = undefined;
}

/** Shows a problem in the editor if it concerns a player written in this page, and otherwise in the form. */
function tellProblem(
  message: string,
  order: MatchOrder | BranchOrder,
  seat: number | undefined,
  mistakes: readonly SourceMistake[] = [],
): void {
  const seated = seat === undefined ? undefined : order.players[seat];
  const player = seated && ownOf(order.game, seated);
  if (player && player.from !== 'folder') {
    const { value: edited } = editing;
    if (edited?.game !== player.game || edited.name !== player.name) openEditor(player);
    pane.value = 'code';
    editorProblem.value = errorLines(message, mistakes);
    if (mistakes.length > 0) sourceMistakes.value = { game: player.game, name: player.name, mistakes };
    const isBeside = (file: string): boolean => player.files?.some((each) => each.name === file) ?? false;
    const place = mistakes.length > 0 ? undefined : placeIn(message, isBeside);
    if (place) runError.value = { game: player.game, name: player.name, place, message };
    return;
  }
  problem.value = message;
  formOpen.value = true;
}

/** Shows in the editor the line at which a player written in this page failed. */
function tellFault(news: Extract<MatchNews, { type: 'fault' }>, order: MatchOrder | BranchOrder): void {
  const seated = order.players[news.seat];
  if (!seated) return;
  const { name } = ownOf(order.game, seated) ?? seated;
  runError.value = { game: order.game, name, place: news.place, message: news.message };
}

export function stop(): void {
  const silent = match?.silent();
  const name = running.value?.silent;
  match?.stop();
  const was = running.value;
  ended();
  endHand();
  if (!was) return;
  viewer.abandon();
  if (silent && name !== undefined) {
    const when = silent.round < 0 ? 'when it was loaded' : `in round ${silent.round}`;
    problem.value = `stopped: ${name} did not respond ${when}`;
    formOpen.value = true;
  }
}

async function keep(
  order: MatchOrder,
  board: string,
  { scores, sidecar, replay, drafts }: Extract<MatchNews, { type: 'done' }>,
): Promise<void> {
  const at = Date.now();
  finished.value = { at, order, board, scores, sidecar, replay, drafts };
  await keepMatch({ at, order, board, scores, sidecar, replay: await gzip(replay), ...(drafts && { drafts }) });
  recent.value = await recentMatches();
  await addMatch(order, scores);
}
