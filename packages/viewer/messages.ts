import type { LudusViewerElement } from './element.ts';

/**
 * The interface of the iframe page (docs/viewer.md): it sends its parent `loaded`, `round`, `ended`, and `problem`, and
 * obeys `play`, `pause`, and `seek`. Every message is an object with the key `ludus`.
 */
export function talkToParent(element: LudusViewerElement): void {
  if (window.parent === window) return;
  const tell = (message: Record<string, unknown>) => window.parent.postMessage(message, '*');
  element.addEventListener('loaded', (event) => tell({ ludus: 'loaded', ...(event as CustomEvent).detail }));
  element.addEventListener('round', (event) => tell({ ludus: 'round', ...(event as CustomEvent).detail }));
  element.addEventListener('ended', (event) => tell({ ludus: 'ended', ...(event as CustomEvent).detail }));
  element.addEventListener('problem', (event) => tell({ ludus: 'problem', ...(event as CustomEvent).detail }));
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || typeof event.data !== 'object' || event.data === null) return;
    const { ludus, round } = event.data as { ludus?: unknown; round?: unknown };
    if (ludus === 'play') element.play();
    else if (ludus === 'pause') element.pause();
    else if (ludus === 'seek' && typeof round === 'number' && Number.isFinite(round)) element.seek(round);
  });
}
