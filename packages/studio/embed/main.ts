import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { applyQuery, runPage } from '@ludus/viewer/page.ts';
import { VIEWS } from '../games/views.ts';

/**
 * The embed: one script that defines `<ludus-viewer>`. An element with the attribute `page` fills the whole page.
 * Parameters of the address become attributes before the element starts.
 */
function begin(): void {
  const pages = document.querySelectorAll('ludus-viewer[page]');
  for (const element of pages) applyQuery(element);
  defineLudusViewer(VIEWS);
  for (const element of pages) if (element instanceof LudusViewerElement) runPage(element);
}

// In Node, there is no page, so nothing starts.
const state = globalThis.document?.readyState;
if (state === 'loading') document.addEventListener('DOMContentLoaded', begin);
else if (state !== undefined) begin();
