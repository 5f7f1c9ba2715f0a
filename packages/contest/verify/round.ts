import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { checkExport } from '../rounds/export/check.ts';
import { readExport } from '../rounds/export/read.ts';
import { wrongBoards } from '../rounds/export/replays.ts';
import { type MatchesPlayed, playAgain } from './matches.ts';

/** The result of computing a round again. */
export type RoundVerdict =
  | {
      readonly kind: 'ok';
      readonly entrants: number;
      readonly matches: number;
      readonly played: MatchesPlayed;
      /** Why no module was played though there are some, as a message. */
      readonly note?: string;
    }
  /** The first thing that differs. */
  | { readonly kind: 'differs'; readonly sentence: string }
  /** It cannot be examined: no export, a damaged one, or one of a game that is not here. */
  | { readonly kind: 'refused'; readonly sentence: string };

export interface VerifyOptions {
  readonly games: readonly AnyGame[];
  /** The share (0…1) of the matches that is played again. */
  readonly share: number;
  /** A number 0 … 1, below 1: chance, so that no one can know before which matches are examined. */
  readonly random: () => number;
  readonly jobs: number;
  /** The commitment as it was published, where anyone who asks has it. */
  readonly commitment?: string | undefined;
  /** Plays a match of modules; absent: matches are followed by their moves only. */
  readonly play?: ((job: MatchJob) => Promise<MatchOutcome>) | undefined;
  /** The identity of the engine that `play` plays with: a round of another engine is followed by its moves. */
  readonly engine: string;
  /** How many matches there are to play, and that one has been. */
  readonly onTotal?: (matches: number) => void;
  readonly onMatch?: () => void;
}

/** Works out all of a round again: what its export claims, and its matches. */
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
      ? `the round was played by the engine ${terms.engine}, and this is ${engine}: no module is played`
      : undefined;
  const play = note === undefined ? options.play : undefined;
  const played = await playAgain(round, { game, jobs, play, chosen, ...(onMatch && { onMatch }) });
  if (played.differs !== undefined) return { kind: 'differs', sentence: played.differs };
  return { kind: 'ok', entrants: round.entrants.length, matches: round.matches.length, played, ...(note && { note }) };
}
