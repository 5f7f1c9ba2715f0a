import { VIEWS } from '@ludus/studio/views.ts';
import { defineLudusViewer } from '@ludus/viewer/element.ts';

defineLudusViewer(VIEWS);

/** Creates a viewer for the page. */
export function viewerWith(theme: 'dark' | 'light'): HTMLElement {
  const viewer = document.createElement('ludus-viewer');
  viewer.setAttribute('theme', theme);
  return viewer;
}
