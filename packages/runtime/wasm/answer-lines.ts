import { ANSWER_BYTE, ANSWER_LINE } from './prices.ts';

/**
 * The lines written by a program whose fuel is counted. Splitting and reading them is the host's work, so the program
 * pays for all lines, including blank lines.
 */
export class AnswerLines {
  private lines: string[] = [];
  private at = 0;
  /** The incomplete last line. */
  private rest = '';

  /** Adds the program's output. Returns the cost of the host's work, in units of fuel. */
  add(text: string): number {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    const units = ANSWER_LINE * lines.length + ANSWER_BYTE * text.length;
    this.lines = this.lines.slice(this.at).concat(lines);
    this.at = 0;
    return units;
  }

  /** The next complete line; undefined if there is none. */
  next(): string | undefined {
    return this.lines[this.at++];
  }

  /** Drops the remaining lines. Returns whether at least one of these lines wasn't blank. */
  drop(): boolean {
    const hadWords = this.lines.some((line, at) => at >= this.at && line.trim() !== '');
    this.lines = [];
    this.at = 0;
    return hadWords;
  }
}
