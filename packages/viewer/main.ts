import { defineLudusViewer, LudusViewerElement } from './element.ts';
import { applyQuery, runPage } from './page.ts';

/**
 * The embed: one script that defines `<ludus-viewer>`; one with the attribute `page` is made the whole page. What the address says
 * becomes attributes before the element comes to life.
 */
function begin(): void {
  const pages = document.querySelectorAll('ludus-viewer[page]');
  for (const element of pages) applyQuery(element);
  defineLudusViewer();
  for (const element of pages) if (element instanceof LudusViewerElement) runPage(element);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
