import { html } from 'htm/preact';
import type { ComponentChild, VNode } from 'preact';

// The page is built from Preact nodes, which escape all text and attributes, including players' names. Only Ludus's own
// styles and scripts are inserted without escaping.

export { html };
export type Html = VNode;

/** A section of the page with its heading, followed by `note` and `body`. */
export const section = (id: string, title: string, note: ComponentChild, body?: ComponentChild): Html =>
  html`<section id=${id}><h2>${title}</h2><p class="note">${note}</p>${body}</section>`;

/** Wraps elements that may be wider than the screen of a phone. */
export const scroll = (body: Html): Html => html`<div class="scroll" tabindex="0">${body}</div>`;

/** A table without headings, with one row per player, seat, or board. */
export const bars = (rows: readonly Html[], look = 'bars'): Html =>
  scroll(html`<table class=${look}><tbody>${rows}</tbody></table>`);

/** Inserts one of Ludus's own styles or scripts without escaping. The text must not contain its element's end tag. */
export const verbatim = (tag: 'style' | 'script', text: string): Html =>
  html`<${tag} dangerouslySetInnerHTML=${{ __html: text }} />`;

export const percent = (share: number, digits = 0): string =>
  Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)}%`;

/** The CSS width for a share (0 to 1) of the whole. */
export const width = (share: number): string => `width:${(100 * Math.min(1, share)).toFixed(2)}%`;
