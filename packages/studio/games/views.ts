import type { AnyView } from '@ludus/viewer/view.ts';
import { views as viewsElsewhere } from './external-views.ts';

/** The view of each game: `view` in its `view/index.ts`. Imported eagerly, so that a replay opens without a delay. */
const OWN = import.meta.glob<AnyView>('../../games/*/view/index.ts', { import: 'view', eager: true });
export const VIEWS: readonly AnyView[] = [...Object.values(OWN), ...viewsElsewhere];

export function viewOf(id: string): AnyView | undefined {
  return VIEWS.find((view) => view.id === id);
}
