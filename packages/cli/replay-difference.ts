import { verifyReplay } from '@ludus/referee/verify.ts';
import { GAMES } from './games.ts';
import { knownPlayers } from './known-players.ts';

/**
 * The first difference between a replay and the rules, as a sentence. Undefined if it verifies, ends early, or isn't a replay.
 * Plays the match again.
 */
export function replayDifference(text: string): string | undefined {
  const verdict = verifyReplay(text, GAMES, knownPlayers);
  return verdict.kind === 'differs' ? `round ${verdict.round}: line ${verdict.line}: ${verdict.message}` : undefined;
}
