/** After news it takes at least so long until a page asks again: what comes together is asked for once. In milliseconds. */
const FIRST_MS = 200;
/** Time over which the pages' requests are spread, in milliseconds, unless the server names another. */
const SPREAD_MS = 700;

/** How long a page waits after news until it asks again, in milliseconds. `random`: 0…1; `spreadMs`: what the server says (`pace`). */
export const afterNewsMs = (random: number, spreadMs = SPREAD_MS): number => FIRST_MS + random * spreadMs;

/** How long a page waits until it asks a server again that had too much to do or did not answer, in milliseconds. `random`: 0…1. */
export const afterBusyMs = (random: number): number => 1000 + random * 4000;

/** How long a page waits for the next sign of life of its event stream until it opens another one. `beatMs`: what the server says (`beat`). */
export const silenceMs = (beatMs: number): number => 3 * beatMs;
