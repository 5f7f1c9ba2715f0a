import { attempt, ProblemError, problemOf, type Result } from '@ludus/kernel/result.ts';
import type { Game, MatchInfo, ReplayCodec, ReplayReader, RoundRecord } from './game.ts';
import { nameProblem } from './names.ts';
import { REPLAY_PROBLEMS } from './replay-problems.ts';
import { clearRecord, printRound, readRoundLine } from './round-lines.ts';
import { hasKey, withMatchKey } from './secret-randomness.ts';

/** All parts of a game except its replay format. */
export type GameWithoutReplay<Board, State, Move> = Omit<Game<Board, State, Move>, 'replay'>;

/**
 * A replay format for any game: the match and its board, one line per round with the moves, and the outcome.
 * docs/formats.md describes it.
 *
 *     NAME replay 1
 *     seed 7
 *     names Demo Dummy
 *     limited 0
 *     board 12                 the number of lines of the board that follow
 *     …
 *     1: n;e                   rounds: see round-lines.ts
 *     2: n;
 *     result 2 crash 2 1       rounds, reason, one score per seat; `unfinished 2` for an aborted match
 *     sealed 0f3a…             the key of a match under a budget, in a random game: see secret-randomness.ts
 *
 * `version` is the version of the game's rules and of its board and move formats. A reader accepts only its own
 * version.
 */
export function textReplay<B, S, M>(rules: GameWithoutReplay<B, S, M>, version = 1): ReplayCodec<B, S, M> {
  const beginning = new RegExp(`^\\s*${rules.id} replay\\s`);
  const codec: ReplayCodec<B, S, M> = {
    recognizes: (text) => beginning.test(text.slice(0, 1000)),
    isLong: false,
    head(board, { seed, names, limited }) {
      const lines = boardLines(rules.printBoard(board));
      const settings = `seed ${seed}\nnames ${names.join(' ')}\nlimited ${limited ? 1 : 0}\nboard ${lines.length}\n`;
      return `${rules.id} replay ${version}\n${settings}${lines.map((line) => `${line}\n`).join('')}`;
    },
    round: (asked, state, record) => printRound(rules, rules.round(state), asked, record),
    tail: (state) => printResult(rules, state),
    open: (text) => attempt(() => new TextReplayReader(rules, version, text)),
  };
  // If the rounds don't draw any numbers, there is nothing to keep secret, and the line with the key would be
  // pointless.
  return hasKey(rules) ? withMatchKey(codec) : codec;
}

/** The last line of a board may lack its line break. */
function boardLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

function printResult<B, S, M>(rules: GameWithoutReplay<B, S, M>, state: S): string {
  const round = rules.round(state);
  if (!rules.isOver(state)) return `unfinished ${round}\n`;
  const { scores, reason, illegal = [] } = rules.outcome(state);
  const sentences = illegal.map((sentence, seat) => (sentence === '' ? '' : `illegal ${seat} ${sentence}\n`));
  return `result ${round} ${reason} ${scores.join(' ')}\n${sentences.join('')}`;
}

class TextReplayReader<B, S, M> implements ReplayReader<B, S, M> {
  readonly board: B;
  readonly info: MatchInfo;
  private readonly rules: GameWithoutReplay<B, S, M>;
  private readonly lines: readonly string[];
  /** Number of the most recent line. */
  private line = 0;

  constructor(rules: GameWithoutReplay<B, S, M>, version: number, text: string) {
    this.rules = rules;
    const lines = text.split(/\r?\n/);
    // The text after the last line break is empty or an incomplete line.
    lines.pop();
    this.lines = lines;
    const { id, title } = rules;
    const [, found] = this.expect(new RegExp(`^${id} replay (\\d{1,9})$`), `${id} replay ${version}`);
    if (Number(found) !== version) this.fail(found, 'replay/version', found, title, version);
    const seed = this.expect(/^seed (-?\d{1,10})$/, '"seed" and a whole number')[1];
    if (Number(seed) !== (Number(seed) | 0)) this.fail(seed, 'replay/seed', seed);
    const names = this.expect(/^names (?! )(?!.* {2})(.*\S)$/, '"names", then one name per seat')[1].split(' ');
    const namesLine = this.line;
    const wrong = nameProblem(names);
    if (wrong !== undefined) this.fail(names.join(' '), 'replay/name', wrong);
    const limited = this.expect(/^limited ([01])$/, '"limited 0" or "limited 1"')[1];
    const size = this.expect(/^board (\d{1,9})$/, '"board" and the number of its lines')[1];
    this.info = { seed: Number(seed), names, limited: limited === '1' };
    this.board = this.readBoard(Number(size));
    const seats = rules.seatsOf(this.board);
    if (names.length !== seats) {
      this.line = namesLine;
      this.fail(names.join(' '), 'replay/seats', seats, names.length);
    }
  }

  next(asked: M[], state: S, record: RoundRecord): Result<boolean> {
    return attempt(() => {
      const number = this.rules.round(state) + 1;
      clearRecord(record);
      for (let lines = 0; ; lines++) {
        const line = this.take(`round ${number} or the result`);
        if (lines === 0 && /^(result|unfinished) /.test(line)) return this.readEnd(line);
        const read = readRoundLine(this.rules, line, number, asked, state, record);
        if (read.kind === 'wrong') this.fail(read.token, 'replay/round', read.why);
        if (read.kind === 'round') return true;
      }
    });
  }

  /** The rounds determine the outcome, so only people and `verify` need its line. Nothing may follow this line. */
  private readEnd(result: string): false {
    if (!/^(unfinished \d+|result \d+ \S+ \S.*)$/.test(result)) this.fail(result, 'replay/result');
    while (this.lines[this.line]?.startsWith('illegal ')) this.line++;
    if (this.line < this.lines.length) {
      const line = this.take('the end');
      this.fail(line, 'replay/line', 'the end of the file', line);
    }
    return false;
  }

  private readBoard(size: number): B {
    const first = this.line;
    if (first + size > this.lines.length) {
      this.line = this.lines.length;
      this.fail(undefined, 'text/truncated', `the ${size} lines of the board`);
    }
    const read = this.rules.readBoard(
      this.lines
        .slice(first, first + size)
        .join('\n')
        .concat('\n'),
    );
    if (!read.ok) {
      const { line = 1, message, token } = read.problem;
      this.line = first + Math.min(line, size);
      this.fail(token, 'replay/board', message);
    }
    this.line += size;
    return read.value;
  }

  private take(what: string): string {
    if (this.line >= this.lines.length) this.fail(undefined, 'text/truncated', what);
    return this.lines[this.line++];
  }

  private expect(pattern: RegExp, what: string): RegExpExecArray {
    const line = this.take(what);
    const match = pattern.exec(line);
    if (match === null) this.fail(line, 'replay/line', what, line);
    return match;
  }

  /** Fails at the most recent line. */
  private fail<Code extends keyof typeof REPLAY_PROBLEMS>(
    token: string | undefined,
    code: Code,
    ...values: Parameters<(typeof REPLAY_PROBLEMS)[Code]>
  ): never {
    const problem = problemOf(REPLAY_PROBLEMS, code, ...values);
    throw new ProblemError({ ...problem, line: this.line, ...(token !== undefined && { token }) });
  }
}
