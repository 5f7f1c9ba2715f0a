import { describeProblem, problemOf } from '@ludus/kernel/result.ts';
import { VIEWER_PROBLEMS } from '../replay/open.ts';
import { fail, loadBytes, loadText, lookAs } from './load.ts';
import { createViewer, type Viewer } from './state.ts';

/**
 * Shows a second match next to the first. Both matches are shown in the same round and view. Returns false if the
 * second match cannot be shown. In this case, `viewer.problem` states the reason.
 */
export function loadSecondMatch(viewer: Viewer, replay: string | Uint8Array, name: string): boolean {
  const shown = viewer.timeline.value;
  if (shown === undefined) {
    fail(viewer, problemOf(VIEWER_PROBLEMS, 'second/alone'), name);
    return false;
  }
  const loaded = createViewer(viewer.views);
  const isRead = typeof replay === 'string' ? loadText(loaded, replay, name) : loadBytes(loaded, replay, name);
  const timeline = loaded.timeline.value;
  if (!isRead || timeline === undefined) {
    fail(viewer, loaded.problem.value ?? problemOf(VIEWER_PROBLEMS, 'second/unread'), name);
    return false;
  }
  if (timeline.view.id !== shown.view.id) {
    fail(viewer, problemOf(VIEWER_PROBLEMS, 'second/game', timeline.view.title, shown.view.title), name);
    return false;
  }
  lookAs(loaded, viewer.looking.value);
  const {
    round,
    playing,
    speed,
    theme,
    mode,
    selection,
    seat,
    looking,
    trail,
    overlays,
    causes,
    calm,
    zoom,
    pan,
    cellSize,
  } = viewer;
  const inStep = {
    round,
    playing,
    speed,
    theme,
    mode,
    selection,
    seat,
    looking,
    trail,
    overlays,
    causes,
    calm,
    zoom,
    pan,
    cellSize,
  };
  if (loaded.problem.value !== undefined) fail(viewer, loaded.problem.value, name);
  viewer.beside.value = { ...loaded, ...inStep, leader: viewer };
  viewer.last.value = Math.max(shown.last, timeline.last);
  return true;
}

/** Shows only the first match again. */
export function closeSecondMatch(viewer: Viewer): void {
  viewer.beside.value = undefined;
  const last = viewer.timeline.value?.last ?? 0;
  viewer.last.value = last;
  viewer.round.value = Math.min(viewer.round.value, last);
  viewer.position = Math.min(viewer.position, last);
}

/** Shows only the second match. */
export function keepSecondMatch(viewer: Viewer): void {
  const other = viewer.beside.value;
  if (other === undefined) return;
  const round = viewer.round.value;
  const sidecar = other.sidecar.value;
  if (!loadText(viewer, other.source, other.fileName.value)) throw new Error(describeProblem(viewer.problem.value!));
  viewer.sidecar.value = sidecar;
  viewer.round.value = Math.min(round, viewer.last.value);
  viewer.position = viewer.round.value;
}
