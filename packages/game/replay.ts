/**
 * Everything about replays: playing them again, their rounds as text, revisions of the rules, and the sidecar file and
 * its reader.
 */
export { count, DecodeError, type Decoder, list, literal, object, text, textMatching } from './json-decoder.ts';
export { playReplay } from './play-replay.ts';
export { allowedMoves, whyRefused } from './refusal.ts';
export { oneMore, type RefusedMoves, refusedInLogs } from './refused-moves.ts';
export { incompleteReplay, REPLAY_PROBLEMS } from './replay-problems.ts';
export {
  gameOfReplay,
  type HasRevisions,
  inRevision,
  namedRevision,
  type ReplayGame,
  revisionProblem,
  withRevisions,
} from './revisions.ts';
export { actorsOf, clearRecord, printRound, readRoundLine } from './round-lines.ts';
export { isSeen, printSeen, readSeen } from './seen-state.ts';
export { readSidecar, type Sidecar, sidecarFileName, sidecarProblem } from './sidecar.ts';
