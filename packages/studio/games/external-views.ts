import type { AnyView, BoardEditor, GamePanel } from '@ludus/viewer/view.ts';

/**
 * The views of games developed outside this repository. This list is empty in the source files, like the list in
 * `external-games.ts`.
 */
export const views: readonly AnyView[] = [];
/** The games' additions to the form, by game id. */
export const panels: Readonly<Record<string, GamePanel>> = {};
/** The drawing editors of boards, by game id. */
export const editors: Readonly<Record<string, BoardEditor>> = {};
