/** Checks, compiles, and plays submissions and boards. */
export { type GameCatalog, kitIn, type Starter } from './game-catalog.ts';
export type { Workshop } from './judge/build.ts';
export { checkAnswer } from './judge/check-answer.ts';
export { compile } from './judge/compile.ts';
export { playInput } from './judge/play.ts';
export { tryBoard } from './judge/try-board.ts';
export { InvalidExportError, readExport, verifyExport } from './judge/verify-export.ts';
