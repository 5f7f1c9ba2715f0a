import { angrymobView } from './angrymob.ts';
import { madmaxView } from './madmax.ts';
import { starwarView } from './starwar.ts';
import type { AnyView } from './view.ts';

/** The games that the viewer can draw: one line a game. */
export const GAME_VIEWS: readonly AnyView[] = [madmaxView, starwarView, angrymobView];
