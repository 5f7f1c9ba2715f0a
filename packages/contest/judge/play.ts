import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import type { MatchInput, Outcome } from '../words.ts';
import { playerOf } from './program.ts';

const packed = promisify(gzip);

export interface Judge {
  /** Plays one match in a separate process. */
  readonly play: (job: MatchJob) => Promise<MatchOutcome>;
  /** Returns the bytes of a compiled player by their hash. */
  readonly module: (hash: string) => Promise<Uint8Array>;
}

/** Maximum length of a stored message, in characters. */
const SENTENCE = 2000;

/** Plays a match of a contest. */
export async function playInput({ play, module }: Judge, input: MatchInput): Promise<Outcome> {
  return await outcomeOf(await play(await jobOf(input, module)));
}

/** Returns a contest's match as a job. The players are anonymous: P1, P2, … */
export async function jobOf(input: MatchInput, module: Judge['module']): Promise<MatchJob> {
  const players: MatchJob['players'][number][] = [];
  for (const [seat, seated] of input.seats.entries()) {
    const shown = `P${seat + 1}`;
    players.push(
      seated.kind === 'module'
        ? {
            ...playerOf(await module(seated.module), shown),
            ...(seated.seconds !== undefined && { seconds: seated.seconds }),
          }
        : { kind: 'builtin', player: seated.name, shown },
    );
  }
  const { game, revision, board, seed, key, seconds } = input;
  return { game, revision, board, seed: Number(seed) | 0, key, budget: 'fuel', seconds, players };
}

/** Converts the result of a match to the form in which a worker sends it to the server. */
export async function outcomeOf(played: MatchOutcome): Promise<Outcome> {
  if (played.kind === 'void') return { kind: 'void', why: told(played.sentence), ...seatOf(played) };
  if (played.kind === 'refused') return { kind: 'refused', why: told(played.sentence), ...seatOf(played) };
  const { sidecar, logs, overlays } = played;
  const whole = {
    ...sidecar,
    ...(logs.length > 0 && { log: logs }),
    ...(overlays.length > 0 && { overlays }),
  };
  return {
    kind: 'finished',
    scores: [...played.outcome.scores],
    rounds: played.rounds,
    reason: played.outcome.reason.slice(0, 200),
    verdicts: played.verdicts.map((verdict) => ({ ...verdict, sentence: told(verdict.sentence) })),
    used: [...played.used],
    replay: (await packed(played.replay)).toString('base64'),
    sidecar: (await packed(JSON.stringify(whole))).toString('base64'),
  };
}

const told = (sentence: string): string => sentence.slice(0, SENTENCE);

const seatOf = ({ seat }: { readonly seat?: number | undefined }) => (seat === undefined ? {} : { seat });
