import type { BoardEditor } from '@ludus/viewer/view.ts';
import { editors as editorsElsewhere } from './external-views.ts';

const OWN = import.meta.glob<BoardEditor>('../../games/*/view/editor.ts', { import: 'editor', eager: true });

/** The drawing editors of boards, by game id. Other games have only the text of their boards. */
export const EDITORS: Readonly<Record<string, BoardEditor>> = {
  ...Object.fromEntries(Object.entries(OWN).map(([path, editor]) => [path.split('/')[3], editor])),
  ...editorsElsewhere,
};
