import type { AnalysisWords } from '../cylinder/analysis.ts';
import { cylinderKit } from '../cylinder/kit.ts';
import * as module from './player/api.ts';
import { ROGUE_STYLE, Rogue } from './players/rogue.ts';
import { STAR_WAR, starwar } from './rules/game.ts';

/** Measured by `ludus rivals starwar --measure --pairs 24`. */
const MEASURED = [
  { rating: 0 },
  { rating: 254, share: 0.846 },
  { rating: 489, share: 0.839 },
  { rating: 1034, share: 1 },
  { rating: 1343, share: 0.859 },
  { rating: 1551, share: 0.755 },
];

export const ANALYSIS_WORDS: AnalysisWords = { unit: 'starship', obstacle: 'asteroid', prize: 'points' };

export const kit = cylinderKit({
  game: starwar,
  summary: 'Fly starships, collect points, and shoot the competition.',
  dialect: STAR_WAR,
  base: module.StarWarPlayer,
  module,
  player: 'StarWarPlayer',
  number: 1,
  champion: { name: 'Rogue', code: Rogue },
  squire: { ...ROGUE_STYLE, movesPerMatch: 150_000, horizon: 5 },
  measured: MEASURED,
  shapes: [
    { rounds: 60, rows: 10, columns: 10, window: 10, units: 1 },
    { rounds: 60, rows: 15, columns: 60, window: 31, units: 2 },
    { rounds: 60, rows: 30, columns: 130, window: 40, units: 3 },
    { rounds: 60, rows: 11, columns: 101, window: 100, units: 2 },
  ],
  strength: [
    { name: 'Demo', means: [28, 1, 37, 68, 229, 108] },
    { name: 'the original Dummy', means: [234, 397, 230, 415, 730, 355] },
    { name: 'a fair student’s', means: [892, 1340, 1088, 1615, 1840, 1480] },
    { name: 'the best students’', means: [1031, 1492, 1315, 1910, 2150, 2113] },
  ],
  words: /star_?ship|star[ _]?war|\basteroid\b/i,
  analysisWords: ANALYSIS_WORDS,
  sampleWords: { GAME_TITLE: 'Star War', 'unit(id)': 'starship(id)', UNIT: 'STARSHIP', OBSTACLE: 'ASTEROID' },
});
