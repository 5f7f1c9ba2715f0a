/// <reference types="vite/client" />

/** Pages of the documentation as HTML, by game's id (the studio's `server/guide-pages.ts`). */
declare module 'virtual:guide' {
  export const pages: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}
