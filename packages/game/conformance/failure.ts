/**
 * Thrown when a game violates a guarantee that every game must give. The message is one sentence that names the
 * position in the suite and the match.
 */
export class ConformanceError extends Error {
  /** The message without the position in the suite. */
  readonly sentence: string;
  /** The board file of the match, to reproduce it. */
  readonly board: string;

  constructor(place: string, sentence: string, board: string, options?: ErrorOptions) {
    super(`${place}: ${sentence}`, options);
    this.name = 'ConformanceError';
    this.sentence = sentence;
    this.board = board;
  }
}

/** The message about a function whose result depends on more than its arguments. */
export const TWO_ANSWERS = 'the same call had two different results';

/** The current position in the suite, for failure reports. */
export class Place {
  readonly title: string;
  readonly suiteSeed: number;
  /** The number of the board, from 0, and its file. */
  board = 0;
  boardText = '';
  /** The match that is being played, or undefined while only the board is examined. */
  match: { readonly number: number; readonly seed: number } | undefined;
  /** The current round, from 1; 0 before the first. */
  round = 0;

  constructor(title: string, suiteSeed: number) {
    this.title = title;
    this.suiteSeed = suiteSeed;
  }

  toString(): string {
    const { title, suiteSeed, board, match, round } = this;
    const where = match
      ? `match ${match.number} (board ${board}, seed ${match.seed}), ${round === 0 ? 'before the first round' : `round ${round}`}`
      : `board ${board}`;
    return `${title}, suite seed ${suiteSeed}, ${where}`;
  }

  fail(sentence: string, options?: ErrorOptions): never {
    throw new ConformanceError(this.toString(), sentence, this.boardText, options);
  }

  /** `sentence` is a function if the message is expensive to create. */
  expect(so: boolean, sentence: string | (() => string)): void {
    if (!so) this.fail(typeof sentence === 'string' ? sentence : sentence());
  }
}

/**
 * `line 3 is "b", not "a"`: the first line in which two texts differ; if a line is long, only its differing part is
 * quoted.
 */
export function differentLine(expected: string, found: string): string {
  const [wanted, seen] = [expected.split('\n'), found.split('\n')];
  let line = 0;
  while (line < wanted.length && wanted[line] === seen[line]) line++;
  const [one = '', other = ''] = [wanted[line], seen[line]];
  let column = 0;
  while (column < one.length && one[column] === other[column]) column++;
  const from = column > 40 ? column - 20 : 0;
  const shown = (lines: readonly string[]) =>
    line < lines.length ? quoted(`${from > 0 ? '…' : ''}${lines[line].slice(from)}`) : 'the end';
  return `line ${line + 1} is ${shown(seen)}, not ${shown(wanted)}`;
}

/** Quotes a text for use in a sentence: at most sixty characters of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
