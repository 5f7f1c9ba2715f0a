/** A game does not keep what each game must keep. The message is one sentence; it says where, and in which match. */
export class ConformanceError extends Error {
  /** Without the place. */
  readonly sentence: string;
  /** The board file of the match, to have it again. */
  readonly board: string;

  constructor(place: string, sentence: string, board: string) {
    super(`${place}: ${sentence}`);
    this.name = 'ConformanceError';
    this.sentence = sentence;
    this.board = board;
  }
}

/** The message about a function that depends on more than its arguments. */
export const TWO_ANSWERS = 'the same call gave two answers';

/** Where the suite is; whatever fails says so from here. */
export class Place {
  readonly title: string;
  readonly suiteSeed: number;
  /** The number of the board, from 0, and its file. */
  board = 0;
  boardText = '';
  /** The match on it; undefined while the board alone is examined. */
  match: { readonly number: number; readonly seed: number } | undefined;
  /** The round that is played, from 1; 0 before the first. */
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

  fail(sentence: string): never {
    throw new ConformanceError(this.toString(), sentence, this.boardText);
  }

  /** `sentence`: a function where it costs something to make. */
  expect(so: boolean, sentence: string | (() => string)): void {
    if (!so) this.fail(typeof sentence === 'string' ? sentence : sentence());
  }
}

/** `line 3 is "b", not "a"`: the first line in which two texts differ; of a long one, the place where they do. */
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

/** A text in a sentence: in quotes, not more than sixty characters of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
