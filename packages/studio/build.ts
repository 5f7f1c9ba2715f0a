/** Builds the pages. */
export { buildApplication, buildStudio, buildViewer, SOURCES, viewerCode } from './server/build.ts';
export { gamesElsewhere } from './server/games-elsewhere.ts';
export { guidePages } from './server/guide-pages.ts';
export { keptBuild } from './server/kept-build.ts';
export { openingMatch } from './server/opening.ts';
