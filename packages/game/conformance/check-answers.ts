import type { AnyGame } from '../game.ts';
import { whyRefused } from '../refusal.ts';
import { observed } from '../secret-randomness.ts';
import { type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

/** The hint for a game whose programs answer in a different format. */
const HINT =
  'If programs answer in a different format than `move.print` prints, the fixture’s `answer` must return the move in that format';

/**
 * Checks that a program can answer with every move that the rules allow. `answerLine` must read the output of
 * `move.print` (or the fixture's `answer`) as the same move. Moves without effect may be rejected.
 */
export function checkAnswer(
  fixture: AnyFixture,
  game: AnyGame,
  state: unknown,
  seat: number,
  move: unknown,
  seats: number,
  place: Place,
): void {
  const seen = observed(game, state, seat);
  if (whyRefused(game, seen, seat, move) !== undefined) return;
  const printed = game.move.print(move);
  const answer = fixture.answer ? fixture.answer(move) : printed;
  if (answer === undefined) return;
  const read = game.newMove();
  const lines = answer.split('\n');
  let taken: ReturnType<NonNullable<AnyGame['dialogue']>['answerLine']> = { kind: 'more' };
  let used = 0;
  while (used < lines.length && taken.kind === 'more')
    taken = game.dialogue!.answerLine(lines[used++], seen, seat, read);
  const isWhole = taken.kind === 'done' && used === lines.length;
  if (isWhole && game.move.print(read) === printed) return;
  const after = (asked: unknown): unknown => {
    const copy = game.clone(state);
    game.advance(
      copy,
      Array.from({ length: seats }, (_, other) => (other === seat ? asked : game.newMove())),
    );
    return copy;
  };
  const end = after(move);
  // An illegal move that ends the match may have any format.
  if (game.outcome(end).illegal?.[seat]) return;
  const hash = game.hash(end);
  const counts = hash !== game.hash(after(game.newMove()));
  const what = `the answer ${quoted(answer)}, a move of seat ${seat} that has an effect`;
  if (isWhole) {
    // Compares the texts, because different moves often have the same effect against idle players.
    if (fixture.answer ? game.hash(after(read)) !== hash : counts)
      place.fail(
        `\`dialogue.answerLine\` reads the answer ${quoted(answer)} of seat ${seat} as ${quoted(game.move.print(read))}. ${HINT}`,
      );
  } else if (counts) {
    if (taken.kind === 'wrong') place.fail(`\`dialogue.answerLine\` rejects ${what}: ${taken.why}. ${HINT}`);
    place.fail(
      taken.kind === 'more'
        ? `\`dialogue.answerLine\` waits for another line after ${what}. ${HINT}`
        : `\`dialogue.answerLine\` reads only ${used} of ${lines.length} lines of ${what}. ${HINT}`,
    );
  }
}
