import { type Problem, ProblemError, problemOf, type Sentences } from './result.ts';

/** Makes untrusted text safe to print on one line: control and invisible characters become `?`. */
export function toPrintable(sentence: string): string {
  return sentence.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}

/** Makes untrusted text safe to print, but keeps its line breaks and tabs. */
export function toPrintableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, toPrintable);
}

/** Maximum number of characters of a token that a message quotes. */
const MAX_SHOWN_LENGTH = 40;

/** The errors that any text can contain. `expected` and `what` name the expected input. */
export const TEXT_PROBLEMS = {
  'text/truncated': (expected: string) => `expected ${expected}, found the end of the file`,
  'text/word': (expected: string, found: string) => `expected ${expected}, found ${found}`,
  'text/number': (what: string, found: string) => `expected a whole number for ${what}, found ${found}`,
} satisfies Sentences;

/**
 * Reads a text token by token; tokens are separated by any white space.
 *
 * @throws ProblemError from its methods, with line and token, if the text isn't as expected. Use it inside `attempt`.
 * @example
 * attempt(() => { const reader = new TokenReader('rows 7'); reader.expectWord('rows'); return reader.integer('rows'); });
 */
export class TokenReader<S extends Sentences = Readonly<Record<never, never>>> {
  readonly text: string;
  private readonly sentences: S;
  /** The index in `text` at which reading continues. */
  position = 0;
  /** The line of the last token, from 1. */
  line = 1;
  /** The most recent token. */
  token = '';
  private lineAtPosition = 1;

  /** @param sentences the errors that `fail` can report */
  constructor(text: string, sentences = {} as S) {
    this.text = text;
    this.sentences = sentences;
  }

  /** Returns the next token; undefined at the end of the text. */
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

  /** Returns the next token; fails at the end of the text. The message contains `expected`. */
  next(expected: string): string {
    const token = this.tryNext();
    if (token === undefined)
      throw new ProblemError({ ...problemOf(TEXT_PROBLEMS, 'text/truncated', expected), line: this.line });
    return token;
  }

  /** Reads the next token; fails unless it is this word. */
  expectWord(word: string): void {
    if (this.next(word) !== word) this.raise(problemOf(TEXT_PROBLEMS, 'text/word', word, this.token));
  }

  /** Reads a decimal integer that a double represents exactly. The message contains `what`. */
  integer(what: string): number {
    const token = this.next(what);
    const value = Number(token);
    if (!/^[+-]?\d+$/.test(token) || !Number.isSafeInteger(value))
      this.raise(problemOf(TEXT_PROBLEMS, 'text/number', what, token));
    return value;
  }

  /** Returns the next token without consuming it; undefined at the end of the text. */
  peek(): string | undefined {
    const { position, lineAtPosition, token, line } = this;
    const next = this.tryNext();
    this.position = position;
    this.lineAtPosition = lineAtPosition;
    this.token = token;
    this.line = line;
    return next;
  }

  /** Whether the rest of the text is only white space. */
  atEnd(): boolean {
    return this.peek() === undefined;
  }

  /**
   * Throws a ProblemError at the position of the most recent token. The message may quote the token, which comes from
   * an untrusted file. To protect the terminal that prints the message, long tokens are truncated, and control
   * characters become question marks.
   */
  fail<Code extends keyof S & string>(code: Code, ...values: Parameters<S[Code]>): never {
    this.raise(problemOf(this.sentences, code, ...values));
  }

  private raise({ code, message }: Problem): never {
    const { token, line } = this;
    const short =
      token.length > MAX_SHOWN_LENGTH ? message.replaceAll(token, `${token.slice(0, MAX_SHOWN_LENGTH)}…`) : message;
    throw new ProblemError({ code, message: toPrintable(short), line, token });
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
