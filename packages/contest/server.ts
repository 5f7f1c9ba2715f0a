/** The server and its pages. */
export { buildPages } from './pages/build.ts';
export { type RunningServer, startServer } from './server/start.ts';
export { starterTest } from './server/starters.ts';
