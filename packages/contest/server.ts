/** The server and its pages. */
export { buildPages } from './pages/build.ts';
export { type SignInSettings, signInSettings } from './server/issuer.ts';
export { type RunningServer, startServer } from './server/start.ts';
export { starterTest } from './server/starters.ts';
