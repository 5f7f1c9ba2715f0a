import type { BoardEditor } from '@ludus/viewer/view/board-editor.ts';
import type { GamePanel } from '@ludus/viewer/view/panel.ts';
import type { AnyView } from '@ludus/viewer/view/view.ts';

/** The views of games that are being made elsewhere; empty as it stands here, as in `external-games.ts`. */
export const views: readonly AnyView[] = [];
/** By the game's id. */
export const panels: Readonly<Record<string, GamePanel>> = {};
/** By the game's id. */
export const editors: Readonly<Record<string, BoardEditor>> = {};
