import type { ComparedRound, HandComparison, HandMove } from '@ludus/referee/hand.ts';
import { effect, signal, untracked } from '@preact/signals';
import { type FinishedMatch, finished, nameOf, textOf } from '../app/finished.ts';
import { handMatch, isByHand } from '../app/hand.ts';
import { BASE } from '../app/page-variant.ts';
import { start, stop } from '../app/play.ts';
import { newPlayer } from '../app/setup.tsx';
import { viewer } from '../app/stage.ts';
import { chooseGame, draft, editing, game, own, seats, shownName } from '../app/state.ts';
import { asSaved, botToPlay, openEditor } from '../app/writing.ts';
import { Checker } from '../cpp/checker.ts';
import { template } from '../data/own-players.ts';
import type { RecentMatch } from '../data/recent.ts';
import { codeOf, type OwnCode } from '../match/order.ts';
import { compareFuelPlayer } from '../match/run-fuel.ts';
import { goalsKept, type HandGoals, isSameMatch, keepGoals } from './goals.ts';
import { agreementOf } from './words.ts';

/** The person's match for which the user writes a bot. */
export const compared = signal<FinishedMatch | undefined>(undefined);
/** The comparison with the newest text; a message if the comparison fails. */
export const comparison = signal<HandComparison | string | undefined>(undefined);
/** The step under way before the comparison, such as compiling. */
export const doing = signal<string | undefined>(undefined);
export const goals = signal<HandGoals | undefined>(undefined);

/** The person's last complete match. */
let last: FinishedMatch | undefined;

export const handSeatOf = ({ order }: FinishedMatch): number => order.players.findIndex(({ kind }) => kind === 'hand');

/** The current bot in the editor. */
function written(id: string): ({ readonly name: string } & OwnCode) | undefined {
  const opened = editing.value;
  if (opened?.game !== id) return undefined;
  const text = draft.value ?? asSaved(opened);
  const { language, ending } = opened;
  return {
    name: shownName({ ...opened, ...text }),
    ...codeOf({ source: text.source, language, ending, files: text.files }),
  };
}

let checker: Checker<{ readonly name: string } & OwnCode, HandComparison | string> | undefined;
let stopFollowing: (() => void) | undefined;

/**
 * Opens the editor next to a match that the person played, and compares the bot's moves with the person's. The editor
 * shows the bot that the user has already written for this match, or else the game's sample.
 */
export function programMatch(match: FinishedMatch | undefined = last): void {
  if (!match) {
    newPlayer();
    return;
  }
  endComparison();
  const { game: id } = match.order;
  if (game.value !== id) chooseGame(id);
  showCompared(match);
  const kept = goalsKept(id);
  const known = own.value.find((each) => each.game === id && shownName(each) === kept?.bot);
  if (editing.value?.game !== id) {
    if (known) openEditor(known);
    else newPlayer(template(id, '') === undefined ? 'python' : undefined);
  }
  const bot = written(id)?.name ?? '';
  // Chooses the bot for the person's seat, because the button Run must play the bot in this seat.
  if (editing.value) {
    const { name } = editing.value;
    seats.value = seats.value.map((seat) => (seat.startsWith('hand/') ? `own/${name}` : seat));
  }
  goals.value = kept?.at === match.at && kept.bot === bot ? kept : { at: match.at, bot, agreed: 0, scored: null };
  compared.value = match;
  // The board needs the panel's space, so the panel closes.
  viewer.viewer.panel.value = false;
  follow(match);
}

/** Opens the editor next to a stored match that the person played. */
export async function programKept(kept: RecentMatch): Promise<void> {
  const replay = await textOf(kept);
  stop();
  programMatch({ ...kept, replay });
}

export function endComparison(): void {
  stopFollowing?.();
  stopFollowing = undefined;
  checker?.close();
  checker = undefined;
  compared.value = undefined;
  comparison.value = undefined;
  doing.value = undefined;
  viewer.markHand({ marks: [], arrows: [] });
}

/** Compares the newest text at each pause in writing. */
function follow(match: FinishedMatch): void {
  const { order, replay, sidecar, drafts } = match;
  const seat = handSeatOf(match);
  const made = new Checker<{ readonly name: string } & OwnCode, HandComparison | string>(
    (bot) => {
      const { game: id, revision } = order;
      const compare = {
        game: id,
        ...(revision !== undefined && { revision }),
        players: [{ ...bot, kind: 'own' }] as const,
        played: { replay, seat, revision: sidecar?.revision ?? revision, drafts },
      };
      return compareFuelPlayer(compare, { base: BASE, onDoing: (what) => (doing.value = what) });
    },
    (found) => {
      comparison.value = found;
      if (typeof found !== 'string') reach({ agreed: agreementOf(found) });
    },
  );
  checker = made;
  let isFirst = true;
  stopFollowing = effect(() => {
    const bot = written(order.game);
    if (!bot) return;
    untracked(() => {
      rename(bot.name);
      if (isFirst) made.begin(bot);
      else made.wrote(bot);
      isFirst = false;
    });
  });
}

/** Keeps the goals under the bot's new name. */
function rename(bot: string): void {
  if (goals.value && goals.value.bot !== bot) update({ ...goals.value, bot });
}

function reach({ agreed = 0, scored }: { readonly agreed?: number; readonly scored?: number }): void {
  const now = goals.value;
  if (!now) return;
  const best = scored === undefined ? now.scored : Math.max(scored, now.scored ?? scored);
  update({ ...now, agreed: Math.max(now.agreed, agreed), scored: best });
}

function update(next: HandGoals): void {
  const match = compared.value;
  goals.value = next;
  if (match) keepGoals(match.order.game, next);
}

/** Shows the person's match, if the viewer shows any other match. */
function showCompared(match: FinishedMatch): void {
  const { order, board, replay, sidecar } = match;
  if (isShown(match)) return;
  viewer.load(replay, nameOf(order, board));
  if (sidecar) viewer.loadSidecar(JSON.stringify(sidecar));
}

const isShown = ({ order, board }: FinishedMatch): boolean =>
  viewer.viewer.fileName.value === nameOf(order, board) && !viewer.viewer.live.value;

/** Shows a round of the person's match, with the board that the person saw. */
export function showRound(round: number): void {
  const match = compared.value;
  const found = comparison.value;
  if (!match || found === undefined || typeof found === 'string') return;
  showCompared(match);
  viewer.pause();
  viewer.seek(round - found.firstRound);
}

/** The shown round of the person's match, numbered as on the board; undefined if the viewer shows any other match. */
export function shownRound(match: FinishedMatch): number | undefined {
  const found = comparison.value;
  return typeof found === 'object' && isShown(match) ? viewer.viewer.round.value + found.firstRound : undefined;
}

/** Plays the match again, with the bot in the person's seat. */
export async function playInstead(): Promise<void> {
  const match = compared.value;
  const opened = editing.value;
  if (!match || !opened) return;
  const { order, board } = match;
  const bot = await botToPlay(order.game, asSaved(opened).name);
  if (!bot) return;
  start({ ...order, players: order.players.map((player) => (player.kind === 'hand' ? bot : player)) }, board);
}

const NONE = { marks: [], arrows: [] };

/**
 * Updates the marks on the board when the shown round changes, and the goals when a match is finished. Returns a
 * function that stops these updates.
 */
export function followComparison(): () => void {
  const stopMarks = effect(() => {
    const match = compared.value;
    // While a person plays again, the board has other marks.
    if (!match || handMatch.value) return;
    const found = comparison.value;
    const now = shownRound(match);
    const row = typeof found === 'object' ? found.rounds.find(({ round }) => round === now) : undefined;
    viewer.markHand(row ? marksOf(row, ownPlace(match)) : NONE);
  });
  const stopMatches = effect(() => {
    const match = finished.value;
    if (match)
      untracked(() => {
        if (isByHand(match.order.players)) last = match;
        else if (compared.value && goals.value && isSameMatch(compared.value.order, match.order, goals.value.bot))
          reach({ scored: match.scores[handSeatOf(compared.value)] });
      });
  });
  const stopEnd = effect(() => {
    if (handMatch.value?.question && untracked(() => compared.value)) untracked(endComparison);
  });
  return () => {
    stopMarks();
    stopMatches();
    stopEnd();
  };
}

/** The location of the person's unit in the shown round, if the person has only one unit. */
function ownPlace(match: FinishedMatch): HandMove['from'] {
  const { timeline, round } = viewer.viewer;
  if (!timeline.value) return undefined;
  const { view } = timeline.value;
  const frame = timeline.value.frame(Math.min(round.value, timeline.value.last));
  const units = view.unitsOf(frame, handSeatOf(match));
  return units.length === 1 ? view.find(frame, units[0].selection) : undefined;
}

/** The marks: the person's move solid, the code's move dashed. */
function marksOf({ person, code, agrees }: ComparedRound, place: HandMove['from']) {
  const moves = [{ move: person, isDashed: false }, ...(agrees ? [] : [{ move: code, isDashed: true }])];
  return {
    marks: moves.flatMap(({ move: { to }, isDashed }) =>
      to ? [{ place: to, look: isDashed ? ('dashed' as const) : ('chosen' as const) }] : [],
    ),
    arrows: moves.flatMap(({ move: { from = place, to, arrows }, isDashed }) => [
      ...arrows.map((arrow) => ({ ...arrow, isDashed })),
      ...(from && to ? [{ from, to, text: '', isDashed }] : []),
    ]),
  };
}
