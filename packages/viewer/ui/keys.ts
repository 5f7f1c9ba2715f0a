import { toggleChances } from '../player/chances.ts';
import { lookAs } from '../player/load.ts';
import { pause, seek, step, toggle } from '../player/playback.ts';
import { keepInSight } from '../player/scene.ts';
import { SPEEDS, showsPanel, type Viewer } from '../player/state.ts';
import { flip } from '../player/stored-switches.ts';

interface KeyBinding {
  /** Names of keys as in events, with letters in lower case. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Handles the key. Returns false if the key has no function now. */
  run(viewer: Viewer, key: string, now: number): unknown;
}

/** For a pair of keys: −1 for the first, 1 for the second. */
const sign = (key: string, second: string): 1 | -1 => (key === second ? 1 : -1);

/** All keys. The help sheet lists them. */
export const KEYS: readonly KeyBinding[] = [
  { keys: [' ', 'k'], does: 'play or pause', run: (viewer) => toggle(viewer) },
  {
    keys: ['Home', 'End'],
    does: 'first and last round',
    run(viewer, key, now) {
      if (key === 'End') pause(viewer);
      seek(viewer, key === 'Home' ? 0 : viewer.last.value, now);
    },
  },
  {
    keys: ['ArrowLeft', 'ArrowRight'],
    does: 'one round back or forward',
    run: (viewer, key, now) => step(viewer, sign(key, 'ArrowRight'), now),
  },
  {
    keys: ['PageUp', 'PageDown'],
    does: 'ten rounds back or forward',
    run: (viewer, key, now) => step(viewer, 10 * sign(key, 'PageDown'), now),
  },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    does: 'faster or slower',
    run(viewer, key) {
      const at = SPEEDS.indexOf(viewer.speed.value) + sign(key, 'ArrowUp');
      viewer.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))];
    },
  },
  {
    keys: ['p', 'n'],
    does: 'previous and next mark (kill, death, freeze, conquered base)',
    run: (viewer, key, now) => toMark(viewer, sign(key, 'n'), now),
  },
  {
    keys: ['l'],
    does: 'loop',
    run(viewer) {
      viewer.loop.value = !viewer.loop.value;
    },
  },
  { keys: ['s'], does: 'slow motion at losses', run: (viewer) => flipUnlessByHand(viewer, 'slows') },
  { keys: ['o'], does: 'show each unit’s player by a shape', run: (viewer) => flipUnlessByHand(viewer, 'shapes') },
  { keys: ['m'], does: 'sound', run: (viewer) => flipUnlessByHand(viewer, 'sound') },
  {
    keys: ['c'],
    does: 'save a clip',
    run(viewer) {
      if (!canClip(viewer)) return false;
      viewer.clip.value = true;
      return true;
    },
  },
  { keys: ['u'], does: 'window or whole universe', run: (viewer) => nextMode(viewer) },
  { keys: ['d'], does: 'show or hide the panel', run: (viewer) => togglePanel(viewer) },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    does: 'highlight a player',
    run(viewer, key) {
      const seat = Number(key) - 1;
      if (seat >= (viewer.timeline.value?.names.length ?? 0)) return false;
      viewer.seat.value = viewer.seat.value === seat ? -1 : seat;
      return true;
    },
  },
  {
    keys: ['v'],
    does: 'view as the next player, then show everything (games with hidden information)',
    run(viewer) {
      const { whole, looking } = viewer;
      if (whole?.seenBy === undefined) return false;
      lookAs(viewer, looking.value + 1 < whole.names.length ? looking.value + 1 : -1);
      return true;
    },
  },
  {
    keys: ['+', '-', '0'],
    does: 'zoom in, zoom out, or fit',
    run: (viewer, key) => (key === '+' ? zoomIn(viewer) : key === '-' ? zoomOut(viewer) : fitAll(viewer)),
  },
  {
    keys: ['t'],
    does: 'show or hide the chances of winning above the timeline',
    run: (viewer) => toggleChances(viewer),
  },
  {
    keys: ['i'],
    does: 'dark or light colours',
    run(viewer) {
      viewer.theme.value = viewer.theme.value === 'dark' ? 'light' : 'dark';
    },
  },
  {
    keys: ['Escape'],
    does: 'close, or clear the selection',
    run(viewer) {
      if (viewer.help.value) viewer.help.value = false;
      else if (viewer.selection.value !== undefined) viewer.selection.value = undefined;
      else if (viewer.seat.value >= 0) viewer.seat.value = -1;
      else return false;
      return true;
    },
  },
  {
    keys: ['?'],
    does: 'show this help',
    run(viewer) {
      viewer.help.value = !viewer.help.value;
    },
  },
];

/** Whether a clip of the match can be saved, which isn't possible while the match is in progress. */
export const canClip = ({ timeline, live, handSeat }: Viewer): boolean =>
  timeline.value !== undefined && !live.value && handSeat.value < 0;

/** While a person plays, letters are the person's moves. */
function flipUnlessByHand(viewer: Viewer, name: 'slows' | 'sound' | 'shapes'): boolean {
  if (viewer.handSeat.value >= 0) return false;
  flip(viewer, name);
  return true;
}

const LABELS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  '-': '−',
};

/**
 * The labels of a binding's keys. If more than three keys are consecutive, returns only the first and the last label.
 */
export function labelsOf({ keys }: Pick<KeyBinding, 'keys'>): readonly string[] {
  const labels = keys.map((key) => LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return labels.length > 3 ? [`${labels[0]} … ${labels.at(-1)}`] : labels;
}

const TYPING = new Set(['text', 'number', 'search', 'email', 'url']);

/** Handles a key. Returns true if the key has a function in the viewer. */
export function pressKey(viewer: Viewer, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.composedPath()[0];
  if (target instanceof HTMLElement) {
    if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || target.isContentEditable)
      return false;
    if (target instanceof HTMLInputElement && TYPING.has(target.type)) return false;
    // In a radio group, arrow keys move between the options, and Space selects one.
    if (target instanceof HTMLInputElement && target.type === 'radio' && /^(Arrow| )/.test(event.key)) return false;
    // Space and Enter belong to the focused button.
    const isButton =
      target instanceof HTMLButtonElement ||
      target.tagName === 'SUMMARY' ||
      (target instanceof HTMLInputElement && target.type === 'checkbox');
    if (isButton && event.key === ' ') return false;
    // Scrolling keys belong to scrollable elements.
    if (target.getAttribute('role') === 'tabpanel' && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return false;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const binding = KEYS.find(({ keys }) => keys.includes(key));
  if (binding === undefined || binding.run(viewer, key, performance.now()) === false) return false;
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
