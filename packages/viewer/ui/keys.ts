import { pause, seek, step, toggle } from '../player/playback.ts';
import { keepInSight } from '../player/scene.ts';
import { SPEEDS, showsPanel, type Viewer } from '../player/state.ts';

/** What the help sheet lists. */
export const KEYS: readonly { keys: string; does: string }[] = [
  { keys: 'Space', does: 'play or pause' },
  { keys: 'Home · End', does: 'first and last round' },
  { keys: '← · →', does: 'one round back or on' },
  { keys: 'Page Up · Page Down', does: 'ten rounds back or on' },
  { keys: '↑ · ↓', does: 'faster or slower' },
  { keys: 'P · N', does: 'previous and next mark (kill, death, frozen, base)' },
  { keys: 'L', does: 'loop' },
  { keys: 'U', does: 'window or whole universe' },
  { keys: 'D', does: 'open or fold the panel' },
  { keys: '1 … 4', does: 'point out a player' },
  { keys: '+ · − · 0', does: 'zoom in, out, fit' },
  { keys: 'T', does: 'dark or light' },
  { keys: 'Esc', does: 'close, let go of what is selected' },
  { keys: '?', does: 'this sheet' },
];

const TYPING = new Set(['text', 'number', 'search', 'email', 'url']);

/** Carries out a key. True when it meant something here. */
export function pressKey(viewer: Viewer, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.composedPath()[0];
  if (target instanceof HTMLElement) {
    if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || target.isContentEditable)
      return false;
    if (target instanceof HTMLInputElement && TYPING.has(target.type)) return false;
    // Arrows go from choice to choice, Space takes one.
    if (target instanceof HTMLInputElement && target.type === 'radio' && /^(Arrow| )/.test(event.key)) return false;
    // Space and Enter belong to the button that has the focus.
    const isButton =
      target instanceof HTMLButtonElement ||
      target.tagName === 'SUMMARY' ||
      (target instanceof HTMLInputElement && target.type === 'checkbox');
    if (isButton && event.key === ' ') return false;
    // Keys that scroll belong to what can be scrolled.
    if (target.getAttribute('role') === 'tabpanel' && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return false;
  }
  const now = performance.now();
  const speed = (by: number) => {
    const at = SPEEDS.indexOf(viewer.speed.value) + by;
    viewer.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))];
  };
  const actions: Record<string, () => void> = {
    ' ': () => toggle(viewer),
    k: () => toggle(viewer),
    Home: () => seek(viewer, 0, now),
    End: () => {
      pause(viewer);
      seek(viewer, viewer.last.value, now);
    },
    ArrowLeft: () => step(viewer, -1, now),
    ArrowRight: () => step(viewer, 1, now),
    PageUp: () => step(viewer, -10, now),
    PageDown: () => step(viewer, 10, now),
    ArrowUp: () => speed(1),
    ArrowDown: () => speed(-1),
    p: () => toMark(viewer, -1, now),
    n: () => toMark(viewer, 1, now),
    l: () => {
      viewer.loop.value = !viewer.loop.value;
    },
    u: () => nextMode(viewer),
    d: () => togglePanel(viewer),
    t: () => {
      viewer.theme.value = viewer.theme.value === 'dark' ? 'light' : 'dark';
    },
    '+': () => zoomIn(viewer),
    '-': () => zoomOut(viewer),
    '0': () => fitAll(viewer),
    '?': () => {
      viewer.help.value = !viewer.help.value;
    },
  };
  if (viewer.help.value || viewer.selection.value !== undefined || viewer.seat.value >= 0)
    actions.Escape = () => {
      if (viewer.help.value) viewer.help.value = false;
      else if (viewer.selection.value !== undefined) viewer.selection.value = undefined;
      else viewer.seat.value = -1;
    };
  const seats = viewer.timeline.value?.names.length ?? 0;
  for (let seat = 0; seat < seats; seat++)
    actions[String(seat + 1)] = () => {
      viewer.seat.value = viewer.seat.value === seat ? -1 : seat;
    };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action === undefined) return false;
  action();
  event.preventDefault();
  return true;
}

export function togglePanel(viewer: Viewer): void {
  viewer.panel.value = !showsPanel(viewer);
}

export function zoomIn(viewer: Viewer): void {
  viewer.zoom.value = Math.min(24, viewer.zoom.value * 1.25);
  keepInSight(viewer);
}

export function zoomOut(viewer: Viewer): void {
  viewer.zoom.value = Math.max(0.5, viewer.zoom.value / 1.25);
  keepInSight(viewer);
}

export function fitAll(viewer: Viewer): void {
  viewer.zoom.value = 1;
  viewer.pan.value = { x: 0, y: 0 };
  viewer.cellSize.value = 0;
}

export function nextMode(viewer: Viewer): void {
  const modes = viewer.timeline.value?.view.modes ?? [];
  if (modes.length === 0) return;
  const at = modes.findIndex((mode) => mode.id === viewer.mode.value);
  viewer.mode.value = modes[(at + 1) % modes.length].id;
  fitAll(viewer);
}

function toMark(viewer: Viewer, direction: 1 | -1, now: number): void {
  const rounds = (viewer.analysis.value?.marks ?? []).map((mark) => mark.round);
  const here = viewer.round.value;
  const target = direction > 0 ? rounds.find((round) => round > here) : rounds.findLast((round) => round < here);
  if (target === undefined) return;
  pause(viewer);
  seek(viewer, target, now);
}
