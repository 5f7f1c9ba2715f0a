import type { Viewer } from './state.ts';

/** The switches that the browser stores. */
const KEPT = ['sound', 'slows', 'shapes'] as const;
type StoredSwitch = (typeof KEPT)[number];

const keyOf = (name: StoredSwitch): string => `ludus-viewer-${name}`;

/** Restores the stored switches. */
export function recall(viewer: Viewer): void {
  for (const name of KEPT)
    try {
      const kept = localStorage.getItem(keyOf(name));
      if (kept !== null) viewer[name].value = kept === 'true';
    } catch {
      // Some pages have no access to storage.
    }
}

export function flip(viewer: Viewer, name: StoredSwitch): void {
  viewer[name].value = !viewer[name].value;
  try {
    localStorage.setItem(keyOf(name), String(viewer[name].value));
  } catch {
    // Without storage, the setting lasts until the page is left.
  }
}
