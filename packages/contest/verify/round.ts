import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { checkExport } from '../rounds/export/check.ts';
import { readExport } from '../rounds/export/read.ts';
import { wrongBoards } from '../rounds/export/replays.ts';
import { playAgain, type RerunResult } from './matches.ts';

/** The result of computing a round again. */
export type RoundVerdict =
  | {
      readonly kind: 'ok';
      readonly entrants: number;
      readonly matches: number;
      readonly played: RerunResult;
      /** The reason why no module was played although the export contains some, as a message. */
      readonly note?: string;
    }
  /** The first difference. */
  | { readonly kind: 'differs'; readonly sentence: string }
  /** The export can't be checked: the file isn't an export, the export is damaged, or its game isn't available. */
  | { readonly kind: 'refused'; readonly sentence: string };

export interface VerifyOptions {
  readonly games: readonly AnyGame[];
  /** The share (0 to 1) of matches that are played again. */
  readonly share: number;
  /** Returns a random number from 0 up to but not including 1, so that the choice of matches can't be predicted. */
  readonly random: () => number;
  readonly jobs: number;
  /** The published commitment, if the caller has it. */
  readonly commitment?: string | undefined;
  /** Plays a match from modules; absent: matches are only checked by their moves. */
  readonly play?: ((job: MatchJob) => Promise<MatchOutcome>) | undefined;
  /** The identity of the engine that `play` uses. A round that another engine played is only checked by its moves. */
  readonly engine: string;
  /** Reports the number of matches to play, and each played match. */
  readonly onTotal?: (matches: number) => void;
  readonly onMatch?: () => void;
}

/** Checks a whole round: verifies the claims in the round's export, and plays a share of the matches again. */
export async function verifyRound(text: string, options: VerifyOptions): Promise<RoundVerdict> {
  const read = readExport(text);
  if (!read.ok) return { kind: 'refused', sentence: describeProblem(read.problem) };
  const round = read.value;
  const { terms } = round.head;
  const known = options.games.find(({ id }) => id === terms.game);
  if (known === undefined) return { kind: 'refused', sentence: `there is no game ${terms.game} here` };
  const wrongRules = terms.revision === undefined ? undefined : revisionProblem(known, terms.revision);
  if (wrongRules !== undefined) return { kind: 'refused', sentence: wrongRules };
  const game = inRevision(known, terms.revision);
  const wrong = wrongBoards(terms, game);
  if (wrong !== undefined) return { kind: 'differs', sentence: wrong };
  const checked = checkExport(round, options.commitment);
  if (checked.kind === 'differs') return checked;
  const wanted = Math.ceil(options.share * round.matches.length);
  const chosen = round.matches
    .map((line) => ({ line, lot: options.random() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, wanted)
    .map(({ line }) => line)
    .sort((a, b) => a.match - b.match);
  options.onTotal?.(chosen.filter(({ result }) => result !== null).length);
  const { jobs, onMatch, engine } = options;
  const note =
    options.play !== undefined && round.modules.length > 0 && terms.engine !== engine
      ? `the final was played by engine ${terms.engine}, but this is ${engine}, so no module is played`
      : undefined;
  const play = note === undefined ? options.play : undefined;
  const played = await playAgain(round, { game, jobs, play, chosen, ...(onMatch && { onMatch }) });
  if (played.differs !== undefined) return { kind: 'differs', sentence: played.differs };
  return { kind: 'ok', entrants: round.entrants.length, matches: round.matches.length, played, ...(note && { note }) };
}
