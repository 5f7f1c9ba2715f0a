import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import type { ReadBoard } from './check-boards.ts';
import { checkReplay } from './check-replay.ts';
import { drawMatch } from './draw-match.ts';
import { ConformanceError, differentLine, type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

/** Number of damaged texts tried with each board. */
const DAMAGED = 60;
/** A match is played on at most this number of the damaged texts that the reader accepts. */
const MAX_PLAYED_TEXTS = 6;
const ROUNDS = 5;
/** Maximum length of a message. A longer message probably quotes a whole line. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Checks that a damaged board file is rejected with one message and a line number. If the reader accepts the file, a
 * match must be playable on the board, and the replay must contain the same board.
 */
export function checkDamaged(
  fixture: AnyFixture,
  game: AnyGame,
  { number, text }: ReadBoard,
  random: Lehmer,
  place: Place,
): void {
  let played = 0;
  const known = new Set([text]);
  for (let n = 0; n < DAMAGED && played < MAX_PLAYED_TEXTS; n++) {
    const damaged = damage(text, random);
    if (known.has(damaged)) continue;
    known.add(damaged);
    const how = (): string => `a board whose ${differentLine(text, damaged)}`;
    place.boardText = damaged;
    const read = game.readBoard(damaged);
    if (!read.ok) {
      const { message, line } = read.problem;
      place.expect(
        typeof message === 'string' &&
          message !== '' &&
          message.length <= MAX_MESSAGE_LENGTH &&
          !/\p{Cc}/u.test(message),
        () =>
          `\`readBoard\` rejects ${how()}, but its message isn’t one line of 1 to ${MAX_MESSAGE_LENGTH} characters: ${quoted(String(message))}`,
      );
      place.expect(
        line !== undefined,
        () => `\`readBoard\` rejects ${how()}, but without a line number: ${quoted(message)}`,
      );
      continue;
    }
    const printed = game.printBoard(read.value);
    if (known.has(printed) && printed !== damaged) continue;
    known.add(printed);
    played++;
    place.match = { number: place.match?.number ?? 0, seed: random.range(1, 1_000_000) };
    try {
      const board: ReadBoard = { number, made: read.value, text: printed, board: read.value };
      checkReplay(game, drawMatch(fixture, game, board, ROUNDS, random, place), random, place);
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
      place.fail(`${error.sentence}, on ${how()}, which \`readBoard\` accepts`);
    }
    place.match = undefined;
    place.round = 0;
  }
  place.boardText = text;
}

/** Changes one word, line, number, or letter of a text. */
function damage(text: string, random: Lehmer): string {
  const pick = <T>(list: readonly T[]): T => list[random.range(0, list.length - 1)];
  const kind = random.range(0, 9);
  if (kind < 2) {
    const lines = text.split('\n');
    const at = random.range(0, lines.length - 1);
    const changed = [
      () => lines.splice(at, 1),
      () => lines.splice(at, 0, lines[at]),
      () => lines.splice(at, 2, lines[at + 1] ?? '', lines[at]),
      () => lines.splice(at, 1, pick(lines)),
    ];
    pick(changed)();
    return lines.join('\n');
  }
  const tokens = [...text.matchAll(kind < 6 ? /\d+/g : /\S+/g)];
  if (tokens.length === 0) return '';
  const { 0: token, index } = pick(tokens);
  const replaced = (word: string): string => text.slice(0, index) + word + text.slice(index + token.length);
  if (kind < 6) return replaced(pick(otherNumbers(Number(token))));
  if (kind < 9)
    return replaced(pick(['', `${token} ${token}`, pick(tokens)[0], token.slice(1), token + token.slice(-1)]));
  const letter = random.range(0, token.length - 1);
  const other = pick(tokens)[0];
  return replaced(token.slice(0, letter) + other[random.range(0, other.length - 1)] + token.slice(letter + 1));
}

const otherNumbers = (number: number): string[] => [
  '0',
  '1',
  String(number + 1),
  String(number - 1),
  String(2 * number),
  String(10 * number + 1),
  `-${number}`,
  `+${number}`,
  `0${number}`,
  '99999999999999999999',
];
