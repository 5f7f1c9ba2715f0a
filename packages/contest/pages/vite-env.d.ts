/// <reference types="vite/client" />

/**
 * The games' rules as HTML, by name: the game's id, after `ca/` or `es/` for those languages (the studio's
 * `server/guide-pages.ts`).
 */
declare module 'virtual:guide' {
  export const pages: Readonly<
    Record<string, () => Promise<{ readonly default: string; readonly lead: string; readonly rest: string }>>
  >;
}
