/** The client of the server’s API, and the worker that uses it. */
export { ask, client, RequestRejectedError } from './api/client.ts';
export type { Route } from './api/route.ts';
export { type ReplyOf, ROUTES } from './api/routes.ts';
export { endingsOf, type FinishedOutcome, language, languageOf, type MatchInput } from './words.ts';
export { remoteSource } from './worker/remote.ts';
export { Worker } from './worker/worker.ts';
