import type { MatchJob, MatchOutcome, VoidMatch } from './job.ts';
import { isUntrusted, playerHash } from './quarantine.ts';

/** A module that makes matches void. */
export interface Suspect {
  readonly hash: string;
  readonly seat: number;
  /**
   * `alone`: the module makes a match void even if it plays alone. `again`: the module was running each time that the
   * match became void.
   */
  readonly proof: 'alone' | 'again';
  readonly sentence: string;
}

export interface SettledMatch {
  readonly outcome: MatchOutcome;
  /** The previous void attempts. */
  readonly voided: readonly VoidMatch[];
  /** Modules to quarantine; only if the match remains void. */
  readonly suspects: readonly Suspect[];
}

export type PlayJob = (job: MatchJob, how?: { readonly careful?: boolean }) => Promise<MatchOutcome>;

/** Maximum number of times a void match is played again. */
const MAX_RETRIES = 2;

/** Plays a match. If the match is void, plays it again, and finds the cause if the match remains void. */
export async function playWithRetry(job: MatchJob, play: PlayJob): Promise<SettledMatch> {
  const voided: VoidMatch[] = [];
  for (let attempt = 0; ; attempt++) {
    const outcome = await play(job, { careful: attempt > 0 });
    if (outcome.kind !== 'void') return { outcome, voided, suspects: [] };
    if (attempt === MAX_RETRIES)
      return { outcome, voided, suspects: await investigate(job, [...voided, outcome], play) };
    voided.push(outcome);
  }
}

/**
 * Finds the player that made a match void. Each module plays the match alone. If all these matches finish, the culprit
 * is the module that was running in every void attempt.
 */
async function investigate(job: MatchJob, attempts: readonly VoidMatch[], play: PlayJob): Promise<Suspect[]> {
  const suspects: Suspect[] = [];
  const tried = new Set<string>();
  for (const [seat, player] of job.players.entries()) {
    if (!isUntrusted(player)) continue;
    const hash = playerHash(player);
    if (tried.has(hash)) continue;
    tried.add(hash);
    const players = job.players.map((each, other) => (other === seat ? each : ({ kind: 'nobody' } as const)));
    const outcome = await play({ ...job, players }, { careful: true });
    if (outcome.kind === 'void') suspects.push({ hash, seat, proof: 'alone', sentence: outcome.sentence });
  }
  if (suspects.length > 0 || attempts.length < 2) return suspects;
  const [{ seat = -1 }] = attempts;
  const player = job.players[seat];
  if (player === undefined || !isUntrusted(player) || attempts.some((attempt) => attempt.seat !== seat)) return [];
  return [{ hash: playerHash(player), seat, proof: 'again', sentence: attempts[attempts.length - 1].sentence }];
}
