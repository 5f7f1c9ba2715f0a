import { angrymobView } from 'ludus/angrymob/view/index.ts';
import { madmaxView } from 'ludus/madmax/view/index.ts';
import { starwarView } from 'ludus/starwar/view/index.ts';
import type { AnyView } from './view.ts';

/** The games that the viewer can draw: one line a game. */
export const GAME_VIEWS: readonly AnyView[] = [madmaxView, starwarView, angrymobView];
