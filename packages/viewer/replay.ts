/** Replays as viewers open them. */
export { openReplay, replayText } from './replay/open.ts';
