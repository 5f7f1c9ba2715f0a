import type { AnyGame } from '@ludus/game/game.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { expandMoves, isMovesFile } from '@ludus/lab/moves-file.ts';
import { differentRevision, verifyReplay } from '@ludus/referee/verify.ts';
import { boardText } from '../board-text.ts';
import { seedOf, sha256OfText } from '../chance.ts';
import type { RoundTerms } from '../terms.ts';
import type { MatchLine } from './lines.ts';

/** The result of a match that was played again. */
export interface ReplayedResult {
  readonly scores: readonly number[];
  readonly out: readonly number[];
  /** The full replay's text. */
  readonly replay: string;
}

/** Returns a player's name in a match. The name states only the seat, so that players don't know their opponents. */
export const shownAt = (seat: number): string => `P${seat + 1}`;

/** Returns the reason why the game and the boards of these terms can't be played; undefined if they can. */
export function wrongBoards(terms: RoundTerms, game: AnyGame): string | undefined {
  for (const { name, text } of terms.boards) {
    // All boards that the game generates are for the same number of players.
    const board = game.readBoard(boardText(game, text, 1));
    if (!board.ok) return `board ${name}: ${describeProblem(board.problem)}`;
    const [seats, teams] = [sidesOn(game, board.value), teamsOn(game, board.value)];
    if (seats !== terms.seats)
      return `board ${name} is for ${seats} ${teams ? 'teams' : 'players'}, but the terms say ${terms.seats}`;
    if (String(teams) !== String(terms.teams)) return `the sides of board ${name} differ from the sides in the terms`;
  }
  return undefined;
}

/** Checks a match of an export by playing its moves again. Returns the first difference from its line as a message. */
export function checkReplay(line: MatchLine, terms: RoundTerms, game: AnyGame): string | undefined {
  if (line.text === null || line.result === null) return undefined;
  const expanded = isMovesFile(line.text) ? expandMoves(line.text, [game]) : undefined;
  if (expanded !== undefined && !expanded.ok)
    return `match ${line.match} cannot be played again: ${describeProblem(expanded.problem)}`;
  const replay = expanded === undefined ? line.text : expanded.value;
  const verdict = verifyReplay(replay, [game]);
  switch (verdict.kind) {
    case 'foreign':
      return `match ${line.match} cannot be played again: ${verdict.message}`;
    case 'differs':
    case 'truncated':
      return `match ${line.match} cannot be played again: round ${verdict.round}: ${verdict.message}`;
    case 'ok':
      break;
  }
  const other = differentRevision(game, verdict);
  if (other !== undefined) return `the replay of match ${line.match} ${other}`;
  const { info, outcome, faults } = verdict;
  const seed = seedOf(line.key);
  if (info.seed !== seed) return `match ${line.match} was played with the seed ${info.seed}, but its key gives ${seed}`;
  if (hasKey(game) && info.key !== line.key)
    return `match ${line.match} was played with ${info.key === undefined ? 'no key' : `the key ${info.key}`}`;
  if (!info.limited) return `match ${line.match} was played without a budget`;
  const names = line.seats.map((_, seat) => shownAt(seat));
  const named = info.names.findIndex((name, seat) => name !== names[seat]);
  if (named >= 0) return `match ${line.match} was played by ${info.names[named]} in seat ${named}`;
  const board = terms.boards.find(({ name }) => name === line.board);
  const [played, asked] = [
    game.replay.open(replay),
    game.readBoard(board === undefined ? '' : boardText(game, board.text, seed)),
  ];
  if (!played.ok || !asked.ok || game.printBoard(played.value.board) !== game.printBoard(asked.value))
    return `match ${line.match} was not played on the board ${line.board}`;
  const out = faults.flatMap((fault, seat) => (fault === undefined ? [] : [seat]));
  return comparePlayed(line, { scores: outcome.scores, out, replay });
}

/**
 * Compares the result of a match that was played again with the match's line. Returns the first difference as a
 * message.
 */
export function comparePlayed({ match, result }: MatchLine, played: ReplayedResult): string | undefined {
  if (result === null) return undefined;
  const seat = result.scores.findIndex((score, at) => score !== played.scores[at]);
  if (seat >= 0)
    return `match ${match} gave seat ${seat} ${played.scores[seat]} points when it was played again, not ${result.scores[seat]}`;
  if (result.out.join() !== played.out.join())
    return `match ${match} disqualified seats ${listOf(played.out)} when it was played again, not ${listOf(result.out)}`;
  if (result.replay !== null && result.replay !== sha256OfText(played.replay))
    return `match ${match} differed when it was played again: its replay has a different hash`;
  return undefined;
}

const listOf = (seats: readonly number[]): string => (seats.length === 0 ? 'none' : seats.join(', '));
