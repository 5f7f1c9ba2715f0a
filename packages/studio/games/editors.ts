import type { BoardEditor } from '@ludus/viewer/board-editor.ts';
import { editors as editorsElsewhere } from './external-views.ts';

const OWN = import.meta.glob<BoardEditor>('../../games/*/view/editor.ts', { import: 'editor', eager: true });

/** The drawing editors of boards, by game id. Boards of all other games can be edited only as text. */
export const EDITORS: Readonly<Record<string, BoardEditor>> = {
  ...Object.fromEntries(Object.entries(OWN).map(([path, editor]) => [path.split('/')[3], editor])),
  ...editorsElsewhere,
};
