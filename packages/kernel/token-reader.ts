import { ProblemError } from './result.ts';

/** A sentence with words of a stranger's in it, on one line, and without what a terminal would obey. */
export function toPrintable(sentence: string): string {
  return sentence.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}

/** The same of several lines, which stay as they are, with their tabs. */
export function toPrintableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, toPrintable);
}

/** Characters of a token that a sentence shows. */
const MAX_SHOWN_LENGTH = 40;

/**
 * Reads a text token by token, any white space between tokens, and knows the line (from 1) of the token read last.
 * What it does not find as it should be it throws as a ProblemError; use it inside `attempt`.
 */
export class TokenReader {
  readonly text: string;
  /** Where reading goes on: an index into `text`. */
  position = 0;
  /** The line of the token read last. */
  line = 1;
  /** The token read last. */
  token = '';
  private lineAtPosition = 1;

  constructor(text: string) {
    this.text = text;
  }

  /** The next token, or undefined at the end of the text. */
  tryNext(): string | undefined {
    const { text } = this;
    let at = this.position;
    while (at < text.length && isSpace(text.charCodeAt(at))) {
      if (text.charCodeAt(at) === 10) this.lineAtPosition++;
      at++;
    }
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
    this.position = at;
    this.line = this.lineAtPosition;
    if (start === at) return undefined;
    this.token = text.slice(start, at);
    return this.token;
  }

  /** The next token; at the end of the text it fails and says what was expected. */
  next(expected: string): string {
    const token = this.tryNext();
    if (token === undefined) {
      throw new ProblemError({
        code: 'text/truncated',
        message: `expected ${expected}, found the end of the file`,
        line: this.line,
      });
    }
    return token;
  }

  /** Reads exactly this word. */
  expectWord(word: string): void {
    if (this.next(word) !== word) this.fail('text/word', `expected ${word}, found ${this.token}`);
  }

  /** A whole number in decimal digits, with or without a sign, that a double holds exactly. */
  integer(what: string): number {
    const token = this.next(what);
    const value = Number(token);
    if (!/^[+-]?\d+$/.test(token) || !Number.isSafeInteger(value))
      this.fail('text/number', `expected a whole number for ${what}, found ${token}`);
    return value;
  }

  /** The next token, or undefined at the end of the text; it stays to be read. */
  peek(): string | undefined {
    const { position, lineAtPosition, token, line } = this;
    const next = this.tryNext();
    this.position = position;
    this.lineAtPosition = lineAtPosition;
    this.token = token;
    this.line = line;
    return next;
  }

  /** True when only white space is left. */
  atEnd(): boolean {
    return this.peek() === undefined;
  }

  /**
   * Fails at the token read last. The message may hold it as it stands: a stranger's file must neither flood nor steer the terminal that
   * the sentence is printed on, so a long token is cut there and control characters become question marks.
   */
  fail(code: string, message: string): never {
    const { token, line } = this;
    const short =
      token.length > MAX_SHOWN_LENGTH ? message.replaceAll(token, `${token.slice(0, MAX_SHOWN_LENGTH)}…`) : message;
    throw new ProblemError({ code, message: toPrintable(short), line, token });
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
