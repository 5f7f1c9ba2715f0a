import * as opening from 'virtual:opening';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { computed } from '@preact/signals';
import type { RecentMatch } from '../data/recent.ts';
import { VIEWS } from '../games/views.ts';
import { explainShown, forgetShown, showWhy } from '../match/why.ts';
import { nameOf } from './finished.ts';
import { gaveUp } from './hand.ts';
import { learnFrom } from './learning.ts';
import { chooseGame, formOpen, game, shown } from './state.ts';
import { NARROW } from './writing.ts';

/** The stage: the viewer, the match of the first screen, and the explanation of the shown match. */

defineLudusViewer(VIEWS);
/** The viewer exists as long as the page. The editor only covers the viewer. */
export const viewer = new LudusViewerElement();
viewer.setAttribute('page', '');
viewer.addEventListener('loaded', () => {
  if (!isOpening.value) explainTo();
});

/** Explains the result of the shown match for a seat. By default, explains it for the seat that came last. */
export const explainTo = (seat?: number): void =>
  explainShown(viewer, seat, (answer) => learnFrom(viewer.viewer, answer, shown.value));

const OPENING_NAME = nameOf(opening.order, opening.board);
/** Whether the match of the first screen is shown. */
export const isOpening = computed(() => shown.value === opening && viewer.viewer.fileName.value === OPENING_NAME);

/** Shows the page's built-in match, so that the first screen isn't empty. */
export function showOpening(): void {
  shown.value = opening;
  viewer.load(opening.replay, OPENING_NAME);
  showWhy(viewer, opening.why);
  viewer.play();
  if (innerWidth <= NARROW) formOpen.value = false;
}

/** Sets the form to the game of the first screen. */
export function chooseOpening(): void {
  if (game.value !== opening.order.game) chooseGame(opening.order.game);
}

/**
 * Minimum width for form and board next to each other, in pixels. Below this width, the form closes while a match is
 * shown.
 */
export const BESIDE = 1500;

/** Explains the person's match, unless the person gave up. */
export function explainByHand(seat: number, sidecar: RecentMatch['sidecar']): void {
  const sentence = gaveUp(sidecar, seat);
  if (sentence === undefined) explainTo(seat);
  else {
    forgetShown();
    // Omits the first sentence: it states the winner, which the end of the match shows anyway.
    viewer.explain(['', sentence]);
  }
}

export function showSidecar(sidecar: RecentMatch['sidecar']): void {
  if (sidecar) viewer.loadSidecar(JSON.stringify(sidecar));
}
