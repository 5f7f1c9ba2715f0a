import { verifyReplay } from '@ludus/referee/verify.ts';
import { GAMES } from './games.ts';
import { knownPlayers } from './known-players.ts';

/** Where a replay differs from what the rules give, as a sentence; undefined if it verifies, ends early, or is no replay. Plays the match again. */
export function replayDifference(text: string): string | undefined {
  const verdict = verifyReplay(text, GAMES, knownPlayers);
  return verdict.kind === 'differs' ? `round ${verdict.round}: line ${verdict.line}: ${verdict.message}` : undefined;
}
