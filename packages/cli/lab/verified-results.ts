import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { disqualified } from '@ludus/game/teams.ts';
import { type ResultLine, replayName } from '@ludus/lab/results.ts';
import { placeShares } from '@ludus/lab/statistics.ts';
import { differentRevision, verifyReplay } from '@ludus/referee/verify.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { GAMES, knownPlayers } from '../games.ts';
import { readReplayText } from '../replay-text.ts';
import { readResultFiles } from './results-files.ts';

/**
 * Returns the results that are proven by their replays: each replay is played again and gives the same result. `refuse`
 * receives a message about every unproven result. Matches that weren't played need no proof.
 */
function provenResults(sources: readonly string[], refuse: (sentence: string) => void): ResultLine[] {
  const lines = sources.flatMap((source) => {
    const folder = existsSync(source) && statSync(source).isDirectory() ? source : dirname(source);
    return readResultFiles([source]).filter((line) => {
      const wrong = line.failure === undefined ? wrongResult(line, folder) : undefined;
      if (wrong !== undefined) refuse(`${source}: match ${JSON.stringify(line.match)}: ${wrong}`);
      return wrong === undefined;
    });
  });
  const games = [...new Set(lines.map((line) => line.game))];
  if (games.length > 1) throw new UsageError(`the results come from different games: ${games.join(', ')}`);
  return lines;
}

/**
 * Returns the proven results for a command. If there are unproven results, reports each on standard error, and sets the
 * command's exit code.
 */
export function verified(sources: readonly string[]): ResultLine[] {
  const lines = provenResults(sources, (sentence) => {
    process.stderr.write(`not counted: ${sentence}\n`);
    process.exitCode = EXIT_NEGATIVE;
  });
  if (lines.length === 0 && sources.length > 0)
    throw new UsageError('no result is confirmed by a replay: play the matches with --replays');
  return lines;
}

/** A match according to its plan. */
export interface PlannedMatch {
  /** The text of the match's board. */
  readonly board: string;
  /** The match's key; undefined if it has none. */
  readonly key: string | undefined;
}

/** Returns the reason why a result isn't proven; undefined if it is proven. `folder`: the run's folder. */
export function wrongResult(line: ResultLine, folder: string, planned?: PlannedMatch): string | undefined {
  const known = GAMES.find(({ id }) => id === line.game);
  if (known === undefined) return `there is no game ${JSON.stringify(line.game)}`;
  const wrong = line.revision === undefined ? undefined : revisionProblem(known, line.revision);
  if (wrong !== undefined) return wrong;
  const game = inRevision(known, line.revision);
  // The match's id is part of a file name.
  if (!/^[\w-]{1,100}$/.test(line.match)) return 'this can’t be the name of a replay';
  const file = join(folder, 'replays', replayName(game, line.match));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return 'it has no replay (play with --replays)';
  let text: string;
  try {
    text = readReplayText(file);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  const verdict = verifyReplay(text, [game], knownPlayers);
  if (verdict.kind !== 'ok') return `its replay: ${verdict.message}`;
  const otherRules = differentRevision(game, verdict);
  if (otherRules !== undefined) return `its replay ${otherRules}`;
  const { info, outcome, rounds, teams } = verdict;
  if (planned !== undefined) {
    const opened = game.replay.open(text);
    if (!opened.ok || game.printBoard(opened.value.board) !== planned.board)
      return 'its replay’s board isn’t the match’s board';
    if (info.key !== planned.key) return 'its replay’s key isn’t the match’s key';
  }
  if (Math.abs(info.seed) !== Math.abs(line.seed)) return `its replay has the seed ${info.seed}`;
  const strange = info.names.findIndex((name, seat) => !isCalled(line.players[seat] ?? '', name));
  if (strange >= 0 || info.names.length !== line.players.length)
    return `its replay has the players ${info.names.join(', ')}`;
  if (!same(outcome.scores, line.scores)) return `its replay has the scores ${outcome.scores.join(', ')}`;
  if (outcome.reason !== line.reason || rounds !== line.rounds)
    return `its replay ends in round ${rounds}: ${outcome.reason}`;
  const out = game.replay.isLong ? frozenIn(file, game) : verdict.faults.map((fault) => fault !== undefined);
  const failed = info.names.map((_, seat) => out[seat] === true);
  const told = info.names.map((_, seat) => line.faults.some((fault) => fault.seat === seat));
  if (failed.some((each, seat) => each !== told[seat])) return 'its replay and the result disqualify different bots';
  if (!same(teams ?? [], line.teams ?? [])) return 'its replay and the result have different teams';
  if (!same(placeShares(outcome.scores, disqualified(failed, teams), teams), line.shares))
    return 'its shares do not follow from its scores';
  return undefined;
}

/**
 * Checks whether a player of a run can have this name in a replay. The run numbers players with the same name: `Demo`,
 * `Demo#2`.
 */
function isCalled(player: string, name: string): boolean {
  return player === name || (/#\d+$/.test(player) && name.startsWith(player.replace(/#\d+$/, '')));
}

/**
 * Returns, by seat, whether the player was disqualified. In a game with long replays, only the stored moves record
 * disqualifications.
 */
function frozenIn(file: string, game: AnyGame): boolean[] {
  const out: boolean[] = Array.from({ length: Math.max(...game.seats) }, () => false);
  for (const [, seat] of readText(file).matchAll(/^freeze (\d+) /gm)) out[Number(seat)] = true;
  return out;
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 1e-9);
