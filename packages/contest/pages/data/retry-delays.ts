/**
 * Minimum delay after an event before a page sends a request, in milliseconds, so that events close together cause only
 * one request.
 */
const FIRST_MS = 200;
/** Time over which the pages' requests are spread, in milliseconds, unless the server sends another value. */
const SPREAD_MS = 700;

/**
 * Returns the delay between an event and the page's request, in milliseconds. `random`: 0 to 1; `spreadMs`: the
 * server's value (`pace`).
 */
export const afterNewsMs = (random: number, spreadMs = SPREAD_MS): number => FIRST_MS + random * spreadMs;

/**
 * Returns the delay before a page repeats a request to an overloaded or silent server, in milliseconds. `random`: 0 to
 * 1.
 */
export const afterBusyMs = (random: number): number => 1000 + random * 4000;

/**
 * Returns the time without a beat after which a page reopens its event stream, in milliseconds. `beatMs`: the server's
 * interval (`beat`).
 */
export const silenceMs = (beatMs: number): number => 3 * beatMs;
