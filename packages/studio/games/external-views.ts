import type { BoardEditor } from '@ludus/viewer/board-editor.ts';
import type { AnyView, GamePanel } from '@ludus/viewer/view.ts';

/** The views of games that are being made elsewhere; empty as it stands here, as in `external-games.ts`. */
export const views: readonly AnyView[] = [];
/** By the game's id. */
export const panels: Readonly<Record<string, GamePanel>> = {};
/** By the game's id. */
export const editors: Readonly<Record<string, BoardEditor>> = {};
