import type { MatchResult } from '@ludus/referee/match.ts';
import type { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { MatchNews } from './order.ts';
import { OwnPlayerError } from './own-player.ts';

/** The message about a finished match. */
export const doneNews = (
  { outcome, verdicts }: MatchResult<unknown>,
  replay: string,
  recorder: SidecarRecorder,
): MatchNews => ({
  type: 'done',
  replay,
  sidecar: recorder.finish(),
  scores: outcome.scores,
  reason: outcome.reason,
  verdicts: verdicts.map((verdict) => verdict.sentence),
});

/** The message about a user's player that cannot play. Rethrows other errors, which are internal. */
export function problemNews(error: unknown): MatchNews {
  if (!(error instanceof OwnPlayerError)) throw error;
  return { type: 'problem', message: error.message, ...(error.seat === undefined ? {} : { seat: error.seat }) };
}
