import type { AnalysisWords } from '../cylinder/analysis.ts';
import { cylinderKit } from '../cylinder/kit.ts';
import * as module from './player/api.ts';
import { NUX_STYLE, Nux } from './players/nux.ts';
import { MAD_MAX, madmax } from './rules/game.ts';

/** Measured by `ludus rivals madmax --measure --pairs 24`. */
const MEASURED = [
  { rating: 0 },
  { rating: 295, share: 0.846 },
  { rating: 588, share: 0.857 },
  { rating: 1131, share: 1 },
  { rating: 1388, share: 0.836 },
  { rating: 1748, share: 0.901 },
];

export const ANALYSIS_WORDS: AnalysisWords = { unit: 'car', obstacle: 'tyre', prize: 'water' };

export const kit = cylinderKit({
  game: madmax,
  summary: 'Drive armed cars along an endless road, and collect water before the gas runs out.',
  dialect: MAD_MAX,
  base: module.MadMaxPlayer,
  module,
  player: 'MadMaxPlayer',
  number: 0,
  champion: { name: 'Nux', code: Nux },
  squire: { ...NUX_STYLE, movesPerMatch: 200_000, horizon: 6 },
  measured: MEASURED,
  shapes: [
    { rounds: 300, rows: 15, columns: 60, window: 30, units: 2 },
    { rounds: 300, rows: 20, columns: 100, window: 40, units: 2 },
    { rounds: 300, rows: 17, columns: 61, window: 40, units: 1 },
    { rounds: 300, rows: 16, columns: 99, window: 37, units: 3 },
  ],
  strength: [
    { name: 'Demo', means: [12, 12, 76, 63, 540, 118] },
    { name: 'the original Dummy', means: [338, 338, 263, 412, 1340, 349] },
    { name: 'a good student’s', means: [748, 748, 659, 599, 2711, 577] },
    { name: 'another student’s', means: [671, 671, 512, 873, 3013, 670] },
  ],
  words: /mad[ _]?max|\b(?:car|tyre|water_bonus)\b/i,
  analysisWords: ANALYSIS_WORDS,
  sampleWords: { GAME_TITLE: 'Mad Max', 'unit(id)': 'car(id)', UNIT: 'CAR', OBSTACLE: 'TYRE' },
});
