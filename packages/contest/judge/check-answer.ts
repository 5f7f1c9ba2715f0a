import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision } from '@ludus/game/replay.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { differentRevision, verifyReplay } from '@ludus/referee/verify.ts';
import type { FinishedOutcome, MatchInput } from '../words.ts';

/**
 * Returns the reason why an answer doesn't match its own replay, or why the replay is from another match; undefined if
 * the answer is correct. The match is played again from its moves. No player runs, so the check is fast, but doesn't
 * show that the players chose these moves.
 */
export function checkAnswer(
  rules: AnyGame,
  input: MatchInput,
  answer: FinishedOutcome,
  replay: string,
): string | undefined {
  const game = inRevision(rules, input.revision);
  const verdict = verifyReplay(replay, [game]);
  if (verdict.kind === 'foreign') return 'its replay belongs to another game';
  if (verdict.kind !== 'ok') return `its replay is not valid: round ${verdict.round}: ${verdict.message}`;
  const other = differentRevision(game, verdict);
  if (other !== undefined) return `its replay ${other}`;
  const { info, outcome, rounds, faults } = verdict;
  const seed = Number(input.seed) | 0;
  if (info.seed !== seed) return `its replay has the seed ${info.seed}, but the match has ${seed}`;
  if (hasKey(game) && info.key !== input.key) return 'its replay’s key isn’t the match’s key';
  if (!info.limited) return 'its replay was played without a budget';
  if (info.names.length !== input.seats.length) return `its replay has ${info.names.length} players`;
  const named = info.names.findIndex((name, seat) => name !== `P${seat + 1}`);
  if (named >= 0) return `its replay’s name in seat ${named} isn’t P${named + 1}`;
  const [played, asked] = [game.replay.open(replay), game.readBoard(input.board)];
  if (!played.ok || !asked.ok || game.printBoard(played.value.board) !== game.printBoard(asked.value))
    return 'its replay wasn’t played on the match’s board';
  const seat = outcome.scores.findIndex((score, at) => score !== answer.scores[at]);
  if (seat >= 0)
    return `its replay gives seat ${seat} ${outcome.scores[seat]} points, but the result says ${answer.scores[seat]}`;
  if (rounds !== answer.rounds) return `its replay has ${rounds} rounds, but the result says ${answer.rounds}`;
  const out = faults.flatMap((fault, at) => (fault === undefined ? [] : [at]));
  const said = [...new Set(answer.verdicts.map((verdict) => verdict.seat))].sort((a, b) => a - b);
  return out.join() === said.join() ? undefined : 'its replay and the result disqualify different bots';
}
