import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { AnyGame } from '../game.ts';
import { describeSeats } from '../game.ts';
import { teamsProblem } from '../teams.ts';
import { differentLine, type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

/** A generated board, its file, and the board as read from that file. */
export interface ReadBoard {
  readonly number: number;
  readonly made: unknown;
  readonly text: string;
  readonly board: unknown;
}

/** A text that looks like a board of an unknown game. */
const FOREIGN = 'nobodys-game board 1\n3 4\n';
/** Number of altered texts that are read per board. */
const SPOILT = 12;

/** Generates a board, and checks how it is printed and read. */
export function makeBoard(fixture: AnyFixture, game: AnyGame, number: number, random: Lehmer, place: Place): ReadBoard {
  place.board = number;
  const seed = number === 1 ? -2147483648 : number === 2 ? 2147483647 : random.range(-1000, 1_000_000);
  const made = fixture.wildBoard?.(random) ?? game.generateBoard?.(seed);
  if (made === undefined) place.fail('the game doesn’t generate boards, and its fixture has no `wildBoard`');
  const text = game.printBoard(made);
  place.boardText = text;
  place.expect(game.printBoard(made) === text, '`printBoard`: the same call had two different results');
  if (fixture.wildBoard === undefined) {
    const again = game.printBoard(game.generateBoard!(seed));
    place.expect(
      again === text,
      () => `\`generateBoard\`: the same call had two different results: ${differentLine(text, again)}`,
    );
  }
  const board = readAgain(game, text, text, 'that `printBoard` printed', place);
  readAgain(game, text.replaceAll('\n', '\r\n'), text, 'with Windows line endings', place);
  readAgain(game, text.trimEnd(), text, 'without its last line ending', place);
  const seats = checkSeats(game, board, () => '', place);
  if (game.teamsOf) {
    const teams = game.teamsOf(board);
    const wrong = teamsProblem(teams, seats);
    if (wrong !== undefined) place.fail(wrong);
    place.expect(game.teamsOf(board).join() === teams.join(), '`teamsOf`: the same call had two different results');
  }
  refuses(game, `${text}\nand more\n`, 'with an extra line at its end', place);
  const code = refuses(game, FOREIGN, 'that begins with an unknown word', place);
  place.expect(
    code === 'board/foreign',
    `\`readBoard\` rejects a board that begins with an unknown word, but with the code ${code}, not board/foreign`,
  );
  for (let n = 0; n < SPOILT; n++) readSpoilt(game, spoilt(text, random), place);
  return { number, made, text, board };
}

/**
 * Yields `boards` boards of a fixture, for checks that play on them. Updates `place`, so that failures quote the board.
 */
export function* eachBoard(fixture: AnyFixture, boards: number, random: Lehmer, place: Place): Generator<ReadBoard> {
  for (let number = 0; number < boards; number++) {
    place.match = undefined;
    const board = makeBoard(fixture, fixture.game, number, random, place);
    place.boardText = board.text;
    yield board;
  }
}

/**
 * Returns the number of players on a board. Fails if the game doesn't allow this number; `which` then names the board
 * in the message.
 */
export function checkSeats(game: AnyGame, board: unknown, which: () => string, place: Place): number {
  const seats = game.seatsOf(board);
  place.expect(
    game.seats.includes(seats),
    () => `\`seatsOf\` returns ${seats}, but a match has ${describeSeats(game.seats)} players${which()}`,
  );
  return seats;
}

function readAgain(game: AnyGame, text: string, original: string, how: string, place: Place): unknown {
  const read = game.readBoard(text);
  if (!read.ok) return place.fail(`\`readBoard\` rejects a board ${how}: ${describeProblem(read.problem)}`);
  const printed = game.printBoard(read.value);
  place.expect(
    printed === original,
    () => `a board ${how} is printed differently after it is read: ${differentLine(original, printed)}`,
  );
  return read.value;
}

/** Returns the code of the problem for which the game rejects a text. Fails if the game accepts the text. */
function refuses(game: AnyGame, text: string, what: string, place: Place): string {
  const read = game.readBoard(text);
  return read.ok ? place.fail(`\`readBoard\` accepts a board ${what}`) : read.problem.code;
}

/** Checks that any text is read either as a board or as a problem with a message. */
function readSpoilt(game: AnyGame, text: string, place: Place): void {
  let read: ReturnType<AnyGame['readBoard']>;
  try {
    read = game.readBoard(text);
  } catch (error) {
    const line = differentLine(place.boardText, text);
    place.fail(`${(error as { sentence?: string }).sentence ?? String(error)}, for a board whose ${line}`);
  }
  if (read.ok) {
    checkSeats(
      game,
      read.value,
      () => `, on a board whose ${differentLine(place.boardText, text)}, which \`readBoard\` accepts`,
      place,
    );
    const printed = game.printBoard(read.value);
    readAgain(
      game,
      printed,
      printed,
      `that \`printBoard\` printed (from a file whose ${differentLine(place.boardText, text)})`,
      place,
    );
    return;
  }
  const { message, line } = read.problem;
  place.expect(typeof message === 'string' && message !== '', '`readBoard` returns a problem without a message');
  const lines = text.split('\n').length;
  place.expect(
    line === undefined || (Number.isInteger(line) && line >= 1 && line <= lines),
    () => `\`readBoard\` reports ${quoted(message)} in line ${line}, but the lines are numbered 1 to ${lines}`,
  );
}

function spoilt(text: string, random: Lehmer): string {
  const at = random.range(0, text.length - 1);
  const words = ['x', '-1', '0', '99999999999', '1e9', '', '\n', '#', '1.5', '２'];
  switch (random.range(0, 3)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + words[random.range(0, words.length - 1)] + text.slice(at + 1);
    default: {
      const tokens = [...text.matchAll(/\S+/g)];
      const token = tokens[random.range(0, tokens.length - 1)];
      const word = words[random.range(0, words.length - 1)];
      return token === undefined ? text : text.slice(0, token.index) + word + text.slice(token.index + token[0].length);
    }
  }
}
