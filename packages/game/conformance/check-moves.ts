import type { AnyGame } from '../game.ts';
import { copyOf, describeChange, firstDifference } from './deep-difference.ts';
import { ConformanceError, type Place, quoted } from './failure.ts';

/** Words that are not moves. */
const NONSENSE = '\u0001 no move # at all';

/**
 * Checks that moves are separate buffers, can be cleared, and are printed on one line. `move` must not be empty at
 * first.
 */
export function checkMove(game: AnyGame, move: unknown, seat: number, place: Place): void {
  const text = game.move.print(move);
  const before = copyOf(move);
  place.expect(game.move.print(move) === text, '`move.print`: the same call had two different results');
  place.expect(
    !/[;\n\r]/.test(text),
    () => `the move of seat ${seat} is printed as ${quoted(text)}: a move must be one line without ;`,
  );
  const [one, other] = [game.newMove(), game.newMove()];
  place.expect(one !== other, '`newMove` returned the same object twice');
  const empty = game.move.print(one);
  readMove(game, text, one, seat, place);
  const again = game.move.print(one);
  const untouched = game.move.print(other);
  game.clearMove(one);
  const cleared = game.move.print(one);
  place.expect(
    again === text,
    () => `a move that is printed as ${quoted(text)} is printed as ${quoted(again)} after it is read`,
  );
  place.expect(
    untouched === empty,
    () => `two moves from \`newMove\` share their content: filling one also filled the other with ${quoted(untouched)}`,
  );
  place.expect(
    cleared === empty,
    () =>
      `\`clearMove\` turns the move ${quoted(text)} into ${quoted(cleared)}, but the empty move is ${quoted(empty)}`,
  );
  for (const variant of variantsOf(text)) checkVariant(game, variant, place);
  const kept = firstDifference(before, move);
  place.expect(kept === undefined, () => `filling a new move changed another move: ${describeChange(kept)}`);
}

/** Texts that are similar to a move. */
const variantsOf = (text: string): string[] => [
  ` ${text}`,
  `${text} `,
  `0${text}`,
  `+${text}`,
  text.toUpperCase(),
  text.replace(' ', '  '),
  text.replace(/\d+/, '0$&'),
  `${text} ${text}`,
  `${text}.0`,
];

/** Checks that each move has only one text. If `read` accepts a text, `print` must return the same text. */
function checkVariant(game: AnyGame, text: string, place: Place): void {
  const move = game.newMove();
  try {
    game.move.read(text, move);
  } catch (error) {
    if (error instanceof ConformanceError) throw error;
    return;
  }
  const printed = game.move.print(move);
  place.expect(
    printed === text,
    () => `\`move.read\` accepts ${quoted(text)}, but \`move.print\` prints that move as ${quoted(printed)}`,
  );
}

/** Checks that reading nonsense throws an Error with a message. */
export function checkNonsense(game: AnyGame, place: Place): void {
  try {
    game.move.read(NONSENSE, game.newMove());
  } catch (error) {
    if (error instanceof ConformanceError) throw error;
    place.expect(
      error instanceof Error && error.message !== '',
      `\`move.read\` throws ${String(error)}, which isn’t an Error with a message`,
    );
    return;
  }
  place.fail(`\`move.read\` accepts ${quoted(NONSENSE)} as a move`);
}

export function readMove(game: AnyGame, text: string, into: unknown, seat: number, place: Place): void {
  try {
    game.move.read(text, into);
  } catch (error) {
    place.fail(`\`move.read\` rejects the printed move of seat ${seat}, ${quoted(text)}: ${(error as Error).message}`);
  }
}
