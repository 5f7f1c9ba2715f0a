import type { Viewer } from './state.ts';

/** The switches that a browser keeps. */
const KEPT = ['sound', 'slows', 'shapes'] as const;
type Kept = (typeof KEPT)[number];

const keyOf = (name: Kept): string => `ludus-viewer-${name}`;

/** Sets the switches as they were left in this browser. */
export function recall(viewer: Viewer): void {
  for (const name of KEPT)
    try {
      const kept = localStorage.getItem(keyOf(name));
      if (kept !== null) viewer[name].value = kept === 'true';
    } catch {
      // Some pages may keep nothing.
    }
}

export function flip(viewer: Viewer, name: Kept): void {
  viewer[name].value = !viewer[name].value;
  try {
    localStorage.setItem(keyOf(name), String(viewer[name].value));
  } catch {
    // It is so until the page is left.
  }
}
