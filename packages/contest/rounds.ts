/** Finals: chance, exports, reveals, and verification. */
export { showOf } from './finals/show.ts';
export { SHOW_SCRIPT, showPage } from './finals/show-page.ts';
export { boardText } from './rounds/board-text.ts';
export { frozenHash, seedOf, sha256OfText } from './rounds/chance.ts';
export type { RoundExport } from './rounds/export/lines.ts';
export { exportOf, type KeptMatch } from './rounds/export/make.ts';
export { readExport, writeExport } from './rounds/export/read.ts';
export { shownAt } from './rounds/export/replays.ts';
export { resultFrom } from './rounds/result.ts';
export { due, roundOf } from './rounds/round.ts';
export type { RoundMatch, RoundResult, RoundSetup } from './rounds/state.ts';
export type { FrozenEntrant, RoundTerms } from './rounds/terms.ts';
export { type RoundVerdict, verifyRound } from './verify/round.ts';
