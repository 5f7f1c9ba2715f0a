/** Runs commands in a test's process, and provides bots for them. */
export { LIGHT_AGENT, lightBot } from './testing/light-bot.ts';
export { type ProcessResult, runHere } from './testing/run-here.ts';
