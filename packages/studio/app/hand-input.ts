import type { HandChoice } from '@ludus/game/protocol.ts';
import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import { askHint, choose, handMatch, togglePause } from './hand.ts';

/** Keys that keep their function in the viewer while a person plays: zoom, colours, help. */
const VIEWER_KEYS = new Set(['+', '-', 'i', '?', 'u', 'd', 'f']);
/** Minimum movement of a swipe, in pixels. */
const SWIPE_PX = 24;

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable || target.closest('dialog') !== null);

/** The name of a pressed key, in the form that choices use. */
export function keyOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (key.length === 1) return key.toLowerCase();
  return shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key;
}

/** The direction of a swipe; undefined if the finger hardly moved. */
export function swipeOf(x: number, y: number): HandChoice['swipe'] {
  if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_PX) return undefined;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left';
  return y > 0 ? 'down' : 'up';
}

/**
 * Lets the person make choices with keys and pointer, before the viewer receives the events. Returns a function that
 * removes the event handlers.
 */
export function followHand(viewer: LudusViewerElement): () => void {
  const choices = (): readonly HandChoice[] => handMatch.value?.question?.choices ?? [];
  /**
   * The keys of the last choices. If one of these keys is pressed again just after the match has ended, the key is
   * still treated as a choice.
   */
  const pressed = new Set<string>();
  const press = (event: KeyboardEvent) => {
    const now = handMatch.value;
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    if (isTyping(target)) return;
    const key = keyOf(event);
    if (now.end) {
      if (pressed.has(key)) {
        event.preventDefault();
        event.stopPropagation();
      } else pressed.clear();
      return;
    }
    const isOnButton = target instanceof HTMLButtonElement;
    if (isOnButton && /^(?:Enter| |Tab)$/.test(key)) return;
    // Shift+Tab always leaves the board. While the match is paused, Tab also leaves the board, instead of starting a
    // race.
    if (key === 'Tab' && (event.shiftKey || now.question?.isPaused)) return;
    const choice = choices().find(({ keys }) => keys?.includes(key));
    if (!choice && (VIEWER_KEYS.has(key) || key.length > 1) && !/^(?:Arrow|Shift\+|Escape|Page|Home|End)/.test(key))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (choice) {
      pressed.add(key);
      choose(choice.id);
    } else if (key === 'Escape') togglePause();
    else if (key === 'h') askHint();
  };

  let start: { readonly x: number; readonly y: number; readonly id: number } | undefined;
  /** The choice whose cell is nearest to the pointer, if the pointer is near a cell. */
  const choiceAt = ({ clientX, clientY }: PointerEvent): HandChoice | undefined => {
    const placed = choices().filter(({ place }) => place !== undefined);
    return placed[
      viewer.nearest(
        placed.map(({ place }) => place!),
        clientX,
        clientY,
      )
    ];
  };
  const swipes = () => choices().some(({ swipe }) => swipe !== undefined);
  const down = (event: PointerEvent) => {
    if (handMatch.value?.end) pressed.clear();
    const target = event.composedPath()[0];
    if (choices().length === 0 || !(target instanceof HTMLCanvasElement) || start) return;
    const choice = choiceAt(event);
    if (!choice && !swipes()) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    event.stopPropagation();
    event.preventDefault();
    if (!swipes() && choice) choose(choice.id);
  };
  const up = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = undefined;
    if (event.type !== 'pointerup') return;
    const swipe = swipeOf(x, y);
    if (swipes()) {
      const choice = swipe === undefined ? choiceAt(event) : choices().find((each) => each.swipe === swipe);
      if (choice) choose(choice.id);
    } else if (swipe !== undefined) {
      // The pointer was dragged from one cell to another. The first cell was chosen when the pointer went down.
      const choice = choiceAt(event);
      if (choice) choose(choice.id);
    }
  };
  document.addEventListener('keydown', press, { capture: true });
  viewer.addEventListener('pointerdown', down, { capture: true });
  window.addEventListener('pointerup', up, { capture: true });
  window.addEventListener('pointercancel', up, { capture: true });
  return () => {
    document.removeEventListener('keydown', press, { capture: true });
    viewer.removeEventListener('pointerdown', down, { capture: true });
    window.removeEventListener('pointerup', up, { capture: true });
    window.removeEventListener('pointercancel', up, { capture: true });
  };
}
