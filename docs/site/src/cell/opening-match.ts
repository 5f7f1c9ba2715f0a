import { replay, why } from 'virtual:opening';
import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import { viewerWith } from './viewer.ts';

/**
 * `<opening-match>`: plays the match of the first page as soon as its script is loaded. The script contains the match
 * and the viewer.
 */
class OpeningMatch extends HTMLElement {
  connectedCallback(): void {
    const viewer = viewerWith(
      document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
    ) as LudusViewerElement;
    this.replaceChildren(viewer);
    viewer.load(replay, '');
    viewer.explain(why.sentences, why.turn);
    viewer.play();
  }
}
customElements.define('opening-match', OpeningMatch);
