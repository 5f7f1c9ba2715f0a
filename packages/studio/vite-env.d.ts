/// <reference types="vite/client" />

/** A match played while the pages were built (`server/opening.ts`). */
declare module 'virtual:opening' {
  export const order: import('./match/order.ts').MatchOrder;
  /** The board's name. */
  export const board: string;
  export const replay: string;
  export const why: Pick<import('./match/why.ts').WhyAnswer, 'sentences' | 'turn' | 'curve'>;
}

/** Pages of the documentation as HTML, by game id, and `cpp` (`server/guide-pages.ts`). */
declare module 'virtual:guide' {
  export const pages: Readonly<
    Record<string, () => Promise<{ readonly default: string; readonly lead: string; readonly rest: string }>>
  >;
}
