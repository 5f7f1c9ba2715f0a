import { sidecarFileName } from '@ludus/game/replay.ts';
import { newMatchKey } from '@ludus/referee/match.ts';
import { OF_SEED } from '../data/boards.ts';
import type { RecentMatch } from '../data/recent.ts';
import type { PlayerOrder } from '../match/order.ts';
import { forgetShown, showWhy } from '../match/why.ts';
import { bytesOf, nameOf, textOf } from './finished.ts';
import { folderUrl } from './folder.ts';
import { isByHand } from './hand.ts';
import type { ExplainedMatch } from './learning.ts';
import { play, start, stop } from './play.ts';
import { BESIDE, explainByHand, explainTo, showOpening, showSidecar, viewer } from './stage.ts';
import { boardName, formOpen, game, newFuel, ownOf, recent, revision, running, seats, seed, shown } from './state.ts';
import { closeEditor, NARROW } from './writing.ts';

/** Shows, repeats, and downloads matches that were played before. */

export async function watch(kept: RecentMatch): Promise<void> {
  stop();
  closeEditor();
  if (innerWidth < BESIDE) formOpen.value = false;
  if (await load(kept)) viewer.play();
}

async function load(kept: RecentMatch): Promise<boolean> {
  const bytes = await bytesOf(kept);
  shown.value = isByHand(kept.order.players) ? undefined : { order: kept.order, board: kept.board };
  const isShown = viewer.load(bytes, nameOf(kept.order, kept.board));
  if (!isShown) return false;
  showSidecar(kept.sidecar);
  const seatOf = (kind: PlayerOrder['kind']) => kept.order.players.findIndex((player) => player.kind === kind);
  const [seat, ownSeat] = [seatOf('hand'), seatOf('own')];
  if (seat >= 0) explainByHand(seat, kept.sidecar);
  else if (ownSeat >= 0) explainTo(ownSeat);
  return true;
}

/** Shows the last round of the newest match in this browser, or the match of the first screen. */
export async function showLast(): Promise<void> {
  const [last] = recent.value;
  if (last === undefined) return showOpening();
  if (running.value || viewer.viewer.timeline.value || !(await load(last))) return;
  viewer.seek(viewer.rounds);
  if (innerWidth <= NARROW) formOpen.value = false;
}

/** Plays the same match with another seed. */
export function again(kept: Pick<RecentMatch, 'order' | 'board'>): void {
  const fuel = kept.order.fuel ? { fuel: { key: newMatchKey() } } : newFuel();
  const next = { ...kept.order, ...fuel, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 };
  game.value = next.game;
  revision.value = next.revision;
  boardName.value = kept.board;
  seed.value = next.seed;
  seats.value = next.players.map((player) => `${player.kind}/${(ownOf(next.game, player) ?? player).name}`);
  if (kept.board === OF_SEED) void play();
  else start(next, kept.board);
}

export async function download(kept: RecentMatch): Promise<void> {
  const text = await textOf(kept);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = nameOf(kept.order, kept.board);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Shows a replay of the folder, with its sidecar if there is one. */
export async function watchFile(path: string): Promise<void> {
  stop();
  closeEditor();
  if (innerWidth < BESIDE) formOpen.value = false;
  viewer.setAttribute('sidecar', folderUrl(sidecarFileName(path)));
  if (await viewer.open(folderUrl(path))) viewer.play();
  viewer.removeAttribute('sidecar');
}

/** Shows the last round of a match that was explained before. */
export function showExplained({ source, name, sidecar, played, answer }: ExplainedMatch): void {
  stop();
  shown.value = played;
  if (!viewer.load(source, name)) return;
  forgetShown();
  showSidecar(sidecar);
  showWhy(viewer, answer);
  viewer.seek(viewer.rounds);
}
