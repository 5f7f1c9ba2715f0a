import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { checkSeats } from './check-boards.ts';
import { type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

/** Number of changed numbers per board. */
const NUMBERS = 3;
/** Maximum by which a number is raised, to find the largest number that the reader accepts. */
const MAX_INCREASE = 1 << 16;
/** Number of rounds played on a board that has a number at its limit. */
const ROUNDS = 8;

/** Strings that number parsers may accept although they aren't integers. */
const NOT_WHOLE = (number: string): string[] => [
  'x',
  `${number}x`,
  `${number}.5`,
  `0x${number}`,
  'NaN',
  'Infinity',
  `${number}_0`,
];

/** Numbers near the original number or far from it; a reader may accept some of them. */
const otherNumbers = (number: number): string[] =>
  [0, 1, number - 1, number + 1, 2 * number, 10 * number + 1]
    .filter((other) => other >= 0 && other !== number)
    .map(String);

/**
 * Checks that a number in a board must be an integer, and that a match can be played with any number that the reader
 * accepts.
 */
export function checkNumbers(fixture: AnyFixture, game: AnyGame, text: string, random: Lehmer, place: Place): void {
  const numbers = [...text.matchAll(/(?<=\s)\d+(?=\s)/g)]
    .map(({ 0: number, index }) => ({ number, index }))
    // With a rounded number, the search for the limit would not end.
    .filter(({ number }) => Number.isSafeInteger(10 * Number(number) + 1));
  if (numbers.length === 0) return;
  for (let n = 0; n < NUMBERS; n++) {
    const { number, index } = numbers[random.range(0, numbers.length - 1)];
    const replaced = (word: string): string => text.slice(0, index) + word + text.slice(index + number.length);
    for (const others of [NOT_WHOLE(number), otherNumbers(Number(number))])
      for (let tried = 0; tried < 3; tried++)
        checkWord(game, replaced, others[random.range(0, others.length - 1)], number, place);
    for (const step of [-1, 1])
      playAtLimit(fixture, game, limitOf(game, replaced, Number(number), step), random, place);
  }
}

function checkWord(
  game: AnyGame,
  replaced: (word: string) => string,
  word: string,
  number: string,
  place: Place,
): void {
  const text = replaced(word);
  const read = game.readBoard(text);
  if (!read.ok) return;
  // Names and maps may contain any word. Their words are printed as they were read, possibly in another order. Values
  // that only a match sets are not printed.
  place.expect(
    linesOf(game.printBoard(read.value)) === linesOf(text) || isPassedOver(game, replaced, number),
    () =>
      `\`readBoard\` accepts ${quoted(word)} instead of the number ${number}, but \`printBoard\` prints the board differently. The changed line is: ${lineWith(text, word)}`,
  );
}

/** The lines in alphabetical order, because a board may print its pieces in sorted order. */
const linesOf = (text: string): string => text.split('\n').sort().join('\n');

/** Whether the reader accepts other numbers in this position but returns the same board for each of them. */
function isPassedOver(game: AnyGame, replaced: (word: string) => string, number: string): boolean {
  const boards = otherNumbers(Number(number)).flatMap((other) => {
    const read = game.readBoard(replaced(other));
    return read.ok ? game.printBoard(read.value) : [];
  });
  return boards.length > 0 && boards.every((board) => board === replaced(number));
}

const lineWith = (text: string, word: string): string =>
  quoted(text.split('\n').find((line) => line.split(/\s/).includes(word)) ?? word);

/**
 * The board with the largest number (or smallest, with step −1) that the reader accepts in that position. Undefined if
 * the reader accepts no other number.
 */
function limitOf(
  game: AnyGame,
  replaced: (word: string) => string,
  number: number,
  step: number,
): { readonly text: string; readonly board: unknown } | undefined {
  let best: { text: string; board: unknown } | undefined;
  let at = number;
  for (let size = 1; size >= 1; ) {
    const next = at + step * size;
    const text = next < 0 || next > number + MAX_INCREASE ? '' : replaced(String(next));
    const read = text === '' ? undefined : game.readBoard(text);
    if (read?.ok) {
      best = { text, board: read.value };
      at = next;
      size *= 2;
    } else size = Math.floor(size / 2);
  }
  return best;
}

function playAtLimit(
  fixture: AnyFixture,
  game: AnyGame,
  limit: ReturnType<typeof limitOf>,
  random: Lehmer,
  place: Place,
): void {
  if (limit === undefined) return;
  const kept = place.boardText;
  place.boardText = limit.text;
  const which = () => `, on a board with a number at its limit, which \`readBoard\` accepts: ${limit.text}`;
  const seats = checkSeats(game, limit.board, which, place);
  const state = game.start(limit.board, 7);
  for (let round = 0; round < ROUNDS && !game.isOver(state); round++) {
    const acting = game.actors?.(state);
    const moves = Array.from({ length: seats }, (_, seat) =>
      acting?.includes(seat) === false ? game.newMove() : fixture.wildMove(state, seat, random),
    );
    game.advance(state, moves);
    const broken = fixture.brokenInvariant?.(state);
    place.expect(broken === undefined, () => `${broken}${which()}`);
    const bad = game.outcome(state).scores.find((score) => !Number.isFinite(score));
    place.expect(bad === undefined, () => `a score is ${bad}${which()}`);
  }
  place.boardText = kept;
}
