import type { AnySpecimen } from '@ludus/game/conformance/specimen.ts';
import { angrymobSpecimen } from './angrymob/rules/specimen.ts';
import { madmaxSpecimen } from './madmax/rules/specimen.ts';
import { starwarSpecimen } from './starwar/rules/specimen.ts';

/** Every game as the conformance suite takes it; a new game adds its line here too. */
export const SPECIMENS: readonly AnySpecimen[] = [madmaxSpecimen, starwarSpecimen, angrymobSpecimen];
