import { readSidecar } from '@ludus/game/replay.ts';
import { type Problem, problemOf } from '@ludus/kernel/result.ts';
import { openReplay, replayText, VIEWER_PROBLEMS } from '../replay/open.ts';
import type { Timeline } from '../view/view.ts';
import { analyse, gatherHeat, type HeatKind, newAnalysis, newHeat } from './analysis.ts';
import type { Viewer } from './state.ts';

/** Maximum duration of one slice of work, in milliseconds, so that the page stays responsive. */
const SLICE_MS = 6;

/**
 * Shows a replay. Returns false if the replay cannot be opened. In this case, `viewer.problem` states the reason, and
 * the previous match stays. `names`: names to show instead of the names in the replay.
 */
export function loadText(viewer: Viewer, text: string, name: string, names?: readonly string[]): boolean {
  const opened = openReplay(viewer.views, text);
  if (!opened.ok) {
    fail(viewer, opened.problem, name);
    return false;
  }
  const timeline = opened.value;
  timeline.finish();
  viewer.handSeat.value = -1;
  const isRenamed = names !== undefined && names.length === timeline.names.length;
  if (isRenamed) timeline.rename?.(names);
  show(viewer, isRenamed && !timeline.rename ? renamed(timeline, names) : timeline, name);
  viewer.source = text;
  return true;
}

/** The same timeline with different names. */
const renamed = (timeline: Timeline, names: readonly string[]): Timeline =>
  Object.create(timeline, {
    names: { value: names, enumerable: true },
    ...(timeline.seenBy && { seenBy: { value: (seat: number) => renamed(timeline.seenBy!(seat), names) } }),
  }) as Timeline;

/** Shows a replay from a file's bytes, gzipped or not. */
export function loadBytes(viewer: Viewer, bytes: Uint8Array, name: string, names?: readonly string[]): boolean {
  const text = replayText(bytes);
  if (text.ok) return loadText(viewer, text.value, name, names);
  fail(viewer, text.problem, name);
  return false;
}

/** Reads a replay's sidecar: budgets, verdicts, logs, and drawings. */
export function loadSidecar(viewer: Viewer, text: string, name = 'the file next to the replay'): boolean {
  const read = readSidecar(text);
  if (read.ok) viewer.sidecar.value = read.value;
  else fail(viewer, problemOf(VIEWER_PROBLEMS, 'sidecar', read.message), name);
  return read.ok;
}

/**
 * Reports that the shown replay differs from the rules' result. `differs`: a message that states the first difference.
 */
export function warn(viewer: Viewer, differs: string): void {
  viewer.differs = differs;
  fail(viewer, problemOf(VIEWER_PROBLEMS, 'replay/differs', differs), viewer.fileName.value);
}

/** @param name the file with the problem */
export function fail(viewer: Viewer, problem: Problem, name: string): void {
  viewer.problem.value = problem;
  viewer.problemFile.value = name;
}

function show(viewer: Viewer, timeline: Timeline, name: string): void {
  clear(viewer, name);
  viewer.last.value = timeline.last;
  viewer.problem.value = timeline.problem;
  viewer.problemFile.value = name;
  if (!timeline.view.modes.some((mode) => mode.id === viewer.mode.value))
    viewer.mode.value = timeline.view.modes[0]?.id ?? '';
  viewer.whole = viewer.handSeat.value < 0 ? timeline : onlySeenBy(timeline, viewer.handSeat.value);
  lookAs(viewer, viewer.looking.value);
}

/** The match as a seat observes it, without access to other information. */
const onlySeenBy = (timeline: Timeline, seat: number): Timeline =>
  timeline.seenBy
    ? (Object.create(timeline.seenBy(seat), { seenBy: { value: undefined, enumerable: true } }) as Timeline)
    : timeline;

/**
 * Shows the match as this seat observed it, or everything (−1). If the game has no hidden information, everything is
 * shown in any case.
 */
export function lookAs(viewer: Viewer, seat: number): void {
  const { whole } = viewer;
  const isSeat = whole?.seenBy !== undefined && seat >= 0 && seat < whole.names.length;
  // If no match is shown, the seat is kept for the next match.
  viewer.looking.value = isSeat || whole === undefined ? seat : -1;
  if (whole === undefined) return;
  const timeline = isSeat ? whole.seenBy!(seat) : whole;
  viewer.selection.value = undefined;
  viewer.heat.value = undefined;
  viewer.analysis.value = newAnalysis(timeline);
  viewer.analysed.value++;
  viewer.timeline.value = timeline;
  lookThrough(viewer, timeline);
  if (viewer.beside.value !== undefined) lookAs(viewer.beside.value, viewer.looking.value);
}

/** Removes the state of the previous match. */
function clear(viewer: Viewer, name: string): void {
  viewer.playing.value = false;
  viewer.live.value = false;
  viewer.jump = undefined;
  viewer.position = 0;
  viewer.round.value = 0;
  viewer.selection.value = undefined;
  viewer.seat.value = -1;
  viewer.heat.value = undefined;
  viewer.sidecar.value = undefined;
  viewer.pointed.value = undefined;
  viewer.logQuery.value = '';
  viewer.zoom.value = 1;
  viewer.pan.value = { x: 0, y: 0 };
  viewer.fileName.value = name;
  viewer.address = '';
  viewer.whole = undefined;
  viewer.source = '';
  viewer.differs = undefined;
  viewer.reasons.value = [];
  viewer.turn.value = undefined;
  viewer.chances.value = [];
  viewer.beside.value = undefined;
}

/** Collects marks and curves in small slices, so that the page stays responsive. */
function lookThrough(viewer: Viewer, timeline: Timeline): void {
  const analysis = viewer.analysis.value;
  if (analysis === undefined) return;
  const slice = (): void => {
    if (viewer.timeline.value !== timeline) return;
    const end = performance.now() + SLICE_MS;
    const whole = analyse(timeline, analysis, () => performance.now() > end);
    refresh(viewer, timeline);
    viewer.analysed.value++;
    if (!whole) setTimeout(slice, 4);
  };
  setTimeout(slice, 30);
}

function refresh(viewer: Viewer, timeline: Timeline): void {
  const last = Math.max(timeline.last, viewer.beside.value?.timeline.value?.last ?? 0);
  if (viewer.last.value !== last) viewer.last.value = last;
  if (timeline.problem !== undefined && !viewer.live.value) fail(viewer, timeline.problem, viewer.fileName.value);
  if (viewer.round.value > last) {
    viewer.round.value = last;
    viewer.position = Math.min(viewer.position, last);
  }
}

/**
 * Starts to show a match in progress, whose text arrives through `append`. `handSeat`: the seat of the person who
 * plays, whose observations are shown. `hides`: the game has hidden information.
 */
export function startLive(viewer: Viewer, name: string, handSeat = -1, hides = false): void {
  viewer.timeline.value = undefined;
  viewer.problem.value = undefined;
  viewer.analysis.value = undefined;
  clear(viewer, name);
  viewer.pending = '';
  viewer.live.value = true;
  viewer.follow.value = true;
  viewer.last.value = 0;
  viewer.handSeat.value = handSeat;
  // The whole board may be too small on the screen for playing.
  if (handSeat >= 0) viewer.mode.value = '';
  viewer.handHides = hides;
}

/** Adds replay text of a live match, in pieces of any length. */
export function append(viewer: Viewer, text: string): void {
  const { timeline } = viewer;
  if (!viewer.live.value) startLive(viewer, viewer.fileName.value);
  if (timeline.value === undefined) {
    viewer.pending += text;
    const opened = openReplay(viewer.views, viewer.pending);
    // An incomplete replay may still become valid.
    if (!opened.ok) return;
    if (viewer.handHides && viewer.handSeat.value >= 0 && !opened.value.seenBy) {
      const { title } = opened.value.view;
      fail(viewer, problemOf(VIEWER_PROBLEMS, 'view/sees-all', title), viewer.fileName.value);
      return;
    }
    viewer.pending = '';
    const { sidecar } = viewer;
    const kept = sidecar.value;
    show(viewer, opened.value, viewer.fileName.value);
    // The rest of the text may still arrive, so an incomplete replay isn't a problem.
    viewer.problem.value = undefined;
    sidecar.value = kept;
    viewer.live.value = true;
    viewer.follow.value = true;
    viewer.playing.value = true;
    return;
  }
  const shown = timeline.value;
  shown.append(text);
  refresh(viewer, shown);
  lookThrough(viewer, shown);
}

/** Ends the live match. */
export function finish(viewer: Viewer): void {
  const timeline = viewer.timeline.value;
  viewer.live.value = false;
  if (timeline === undefined) {
    // A match that ended before its first round has no replay to show. This isn't an error in the file.
    if (viewer.pending.trim() === '') return;
    const opened = openReplay(viewer.views, viewer.pending);
    if (!opened.ok) fail(viewer, opened.problem, viewer.fileName.value);
    else {
      opened.value.finish();
      show(viewer, opened.value, viewer.fileName.value);
    }
    return;
  }
  timeline.finish();
  refresh(viewer, timeline);
  lookThrough(viewer, timeline);
}

/** Ends the live match early. The user can still view its rounds so far, and the viewer reports no error. */
export function abandon(viewer: Viewer): void {
  viewer.live.value = false;
  viewer.handSeat.value = -1;
  viewer.pending = '';
}

/** Collects the heatmap of a player in small slices. With `undefined`, removes the heatmap. */
export function showHeat(viewer: Viewer, seat: number, kind: HeatKind | undefined): void {
  const timeline = viewer.timeline.value;
  if (timeline === undefined || kind === undefined) {
    viewer.heat.value = undefined;
    return;
  }
  const heat = newHeat(timeline, seat, kind);
  viewer.heat.value = heat;
  const slice = (): void => {
    if (viewer.heat.value?.cells !== heat.cells) return;
    const end = performance.now() + SLICE_MS;
    const whole = gatherHeat(timeline, heat, () => performance.now() > end);
    viewer.heat.value = whole ? { ...heat } : heat;
    if (!whole) setTimeout(slice, 4);
  };
  slice();
}
