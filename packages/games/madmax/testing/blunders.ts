import { sharedBlunders } from '../../cylinder/testing/blunders.ts';
import { ANALYSIS_WORDS } from '../kit.ts';

const all = sharedBlunders(ANALYSIS_WORDS);
const held = { isHeldBack: true };

export const BLUNDERS = [
  all.stopsShooting,
  { ...all.ignoresGas, ...held },
  all.idleUnit,
  { ...all.hitsObstacles, ...held },
  all.spendsMissiles,
  { ...all.neverSlows, ...held },
  all.rams,
];
