import { defineLudusViewer, LudusViewerElement } from './element.ts';
import { runPage } from './page.ts';

/** The embed: one script that defines `<ludus-viewer>`; one with the attribute `page` is made the whole page. */
function begin(): void {
  for (const element of document.querySelectorAll('ludus-viewer[page]'))
    if (element instanceof LudusViewerElement) runPage(element);
}

defineLudusViewer();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
