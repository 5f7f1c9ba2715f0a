import { sharedBlunders } from '../../cylinder/testing/blunders.ts';
import { ANALYSIS_WORDS } from '../kit.ts';

const all = sharedBlunders(ANALYSIS_WORDS);
const held = { isHeldBack: true };

export const BLUNDERS = [
  all.ignoresPrizes,
  { ...all.falls, ...held },
  all.neverShoots,
  { ...all.ignoresMissiles, ...held },
  all.crashes,
  { ...all.outOfWindow, ...held },
];
