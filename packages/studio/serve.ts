/** Functions to serve the studio: on this machine, below a path of another server, or as a static site. */
export { openPlayground, type Playground } from './server/playground.ts';
export { serveRooms } from './server/serve-rooms.ts';
export { type StudioOffer, type StudioServer, serveStudio } from './server/serve-studio.ts';
export { buildSite, type SiteOffer, wrongFolder } from './server/site.ts';
export { packedClang } from './server/site-clang.ts';
