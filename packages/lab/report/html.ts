import { html } from 'htm/preact';
import type { ComponentChild, VNode } from 'preact';

// The page is made of Preact's nodes. So any text between tags or in an attribute stays text, whatever a player is called. Only
// style and scripts of our own go in as they are.

export { html };
export type Html = VNode;

/** A part of the page with its heading; `note` and `body` come below it. */
export const section = (id: string, title: string, note: ComponentChild, body?: ComponentChild): Html =>
  html`<section id=${id}><h2>${title}</h2><p class="note">${note}</p>${body}</section>`;

/** Elements that may be wider than a phone. */
export const scroll = (body: Html): Html => html`<div class="scroll" tabindex="0">${body}</div>`;

/** Rows of a player, seat or board each, without heads. */
export const bars = (rows: readonly Html[], look = 'bars'): Html =>
  scroll(html`<table class=${look}><tbody>${rows}</tbody></table>`);

/** A style or script of our own. It must not hold its own end tag. */
export const verbatim = (tag: 'style' | 'script', text: string): Html =>
  html`<${tag} dangerouslySetInnerHTML=${{ __html: text }} />`;

export const percent = (share: number, digits = 0): string =>
  Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)}\u00a0%`;

/** A length of 0 … 100%, as a style has it. */
export const width = (share: number): string => `width:${(100 * Math.min(1, share)).toFixed(2)}%`;
