import type { GamePanel } from '@ludus/viewer/view.ts';
import { panels as panelsElsewhere } from './external-views.ts';

const OWN = import.meta.glob<GamePanel>('../../games/*/view/studio.tsx', { import: 'Panel', eager: true });

/** The games' additions to the form, by game id. */
export const PANELS: Readonly<Record<string, GamePanel>> = {
  ...Object.fromEntries(Object.entries(OWN).map(([path, panel]) => [path.split('/')[3], panel])),
  ...panelsElsewhere,
};
