import type { Fault, MatchInfo, ReplayCodec, ReplayReader, RoundRecord } from '@ludus/game/game.ts';
import { FAULTS } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import { incompleteReplay, REPLAY_PROBLEMS } from '@ludus/game/replay.ts';
import { attempt, ProblemError, problemOf, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { BOARD_PROBLEMS, type MobBoard, printBoard, readBoardFrom } from './board.ts';
import { formatMove, type MobMove, parseMove } from './moves.ts';
import type { MobState } from './state.ts';

/** The names of the two seats as they appear in a replay. */
export const COLOURS = ['blue', 'red'] as const;

const { 'text/truncated': truncated, 'replay/line': line, 'replay/name': name } = REPLAY_PROBLEMS;

/** The errors that a replay can contain, except errors in its board. */
export const MOB_REPLAY_PROBLEMS = {
  'text/truncated': truncated,
  'replay/line': line,
  'replay/name': name,
  'replay/fault': (found: string) => `expected one of ${FAULTS.join(', ')}, found ${found}`,
  'replay/move': (colour: string, why: string) => `the move of ${colour} cannot be read: ${why}`,
  'replay/truncated': (turn: number) => incompleteReplay(turn === 0 ? 'before the first turn' : `after turn ${turn}`),
} satisfies Sentences;

/** The replay format of Angry Mob; docs/formats.md describes it. */
export const replay: ReplayCodec<MobBoard, MobState, MobMove> = {
  isLong: false,
  recognizes: (text) => /^\s*angrymob\s+replay\s/.test(text.slice(0, 1000)),
  head,
  round,
  tail,
  open: (text) => attempt(() => new MobReplayReader(text)),
};

function head(board: MobBoard, info: MatchInfo, _state: MobState): string {
  const names = COLOURS.map((colour, seat) => `${colour} ${info.names[seat]}\n`).join('');
  return `angrymob replay 1\n${names}playerSeed ${info.seed}\nlimited ${info.limited ? 1 : 0}\n${printBoard(board)}`;
}

/**
 * Called after `advance`. If a player failed for a reason other than its move, the record has no move of this player.
 */
function round(asked: readonly MobMove[], state: MobState, { shares }: RoundRecord): string {
  const { faults, sentences } = state;
  const played = faults[0] === undefined && faults[1] === undefined;
  let text = `turn ${played ? state.turn : state.turn + 1}\n`;
  for (const seat of [0, 1]) {
    const move = asked[seat];
    const colour = COLOURS[seat];
    if (faults[seat] !== undefined && sentences[seat] === '') text += `${colour} - ${faults[seat]}\n`;
    else if (move.problem !== '') text += `${colour} ? ${move.problem}\n`;
    else text += move.length === 0 ? `${colour}\n` : `${colour} ${formatMove(move)}\n`;
  }
  const used = shares.map(printShare);
  if (used[0] !== '0' || used[1] !== '0') text += `used ${used.join(' ')}\n`;
  for (const seat of [0, 1]) if (sentences[seat] !== '') text += `illegal ${COLOURS[seat]} ${sentences[seat]}\n`;
  return text;
}

/** At most four decimals, so that a share is printed exactly as it was read. */
function printShare(share: number): string {
  return String(Math.round(share * 10000) / 10000);
}

function tail(state: MobState): string {
  if (state.reason === undefined) return `unfinished ${state.turn}\n`;
  return `result ${state.winner < 0 ? 'draw' : state.winner} ${state.reason} ${state.turn}\n`;
}

class MobReplayReader implements ReplayReader<MobBoard, MobState, MobMove> {
  readonly board: MobBoard;
  readonly info: MatchInfo;
  private readonly text: string;
  /** Offset and number of the next line. */
  private position: number;
  private line: number;

  constructor(text: string) {
    this.text = text;
    this.position = 0;
    this.line = 1;
    this.expectLine(/^angrymob replay 1$/, '"angrymob replay 1"');
    const names = COLOURS.map((colour) => {
      const [, name] = this.expectLine(new RegExp(`^${colour} (.+)$`), `"${colour}" and a name`);
      // The arena used to keep single spaces inside names, so a replay with such names is still valid.
      const wrong = nameProblem([name.replace(/(?<=\S) (?=\S)/g, '_')]);
      if (wrong !== undefined) this.fail(name, 'replay/name', wrong);
      return name;
    });
    const [, seed] = this.expectLine(/^playerSeed (-?\d{1,10})$/, '"playerSeed" and a whole number');
    const [, limited] = this.expectLine(/^limited ([01])$/, '"limited 0" or "limited 1"');
    this.info = { names, seed: Number(seed), limited: limited === '1' };
    const reader = new TokenReader(text.slice(this.position), BOARD_PROBLEMS);
    try {
      this.board = readBoardFrom(reader);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.line === undefined) throw error;
      throw new ProblemError({ ...error.problem, line: error.problem.line + this.line - 1 });
    }
    this.position += reader.position;
    this.line += reader.line - 1;
    this.expectLine(/^$/, 'the end of the last row of the map');
  }

  next(asked: MobMove[], state: MobState, record: RoundRecord): Result<boolean> {
    return attempt(() => this.readTurn(asked, state, record));
  }

  private readTurn(asked: MobMove[], state: MobState, record: RoundRecord): boolean {
    const first = this.peekLine();
    if (first === undefined || /^(result|unfinished) /.test(first)) return false;
    this.expectLine(new RegExp(`^turn ${state.turn + 1}$`), `turn ${state.turn + 1}`);
    for (const seat of [0, 1]) {
      const colour = COLOURS[seat];
      const [, what = ''] = this.expectLine(new RegExp(`^${colour}(?: (.*))?$`), `"${colour}" and its move`);
      this.readMove(what, asked[seat], state, record, seat);
    }
    this.readShares(record);
    // Skips the messages for people, because the moves determine them. `verify` compares the messages.
    while (this.peekLine()?.startsWith('illegal ')) this.takeLine();
    return true;
  }

  /** Reads the turn's line with shares. If there is none, no player has used any of its budget. */
  private readShares(record: RoundRecord): void {
    record.shares.fill(0);
    if (!this.peekLine()?.startsWith('used ')) return;
    const number = '(\\d+(?:\\.\\d+)?)';
    const [, ...shares] = this.expectLine(new RegExp(`^used ${number} ${number}$`), '"used" and two shares');
    for (const seat of [0, 1]) record.shares[seat] = Number(shares[seat]);
  }

  private readMove(what: string, move: MobMove, state: MobState, record: RoundRecord, seat: number): void {
    move.clear();
    if (what.startsWith('- ')) {
      const fault = what.slice(2);
      if (!FAULTS.includes(fault as Fault)) this.fail(fault, 'replay/fault', fault);
      state.faults[seat] = fault as Fault;
      record.faults[seat] = fault as Fault;
      record.failed.push(seat);
    } else if (what.startsWith('? ')) move.refuse(what.slice(2));
    else {
      parseMove(what, move);
      if (move.problem !== '') this.fail(what, 'replay/move', COLOURS[seat], move.problem);
    }
  }

  /** Returns the next line without its line break, or undefined at the end of the text. It doesn't consume the line. */
  private peekLine(): string | undefined {
    if (this.position >= this.text.length) return undefined;
    const end = this.text.indexOf('\n', this.position);
    return this.text.slice(this.position, end < 0 ? undefined : end).replace(/\r$/, '');
  }

  private takeLine(): string | undefined {
    const line = this.peekLine();
    const end = this.text.indexOf('\n', this.position);
    this.position = end < 0 ? this.text.length : end + 1;
    this.line++;
    return line;
  }

  private expectLine(pattern: RegExp, what: string): RegExpExecArray {
    // A last line without a line break may be incomplete.
    const isWhole = this.text.indexOf('\n', this.position) >= 0;
    const line = this.takeLine();
    if (line === undefined || !isWhole) this.fail(undefined, 'text/truncated', what);
    const match = pattern.exec(line);
    if (match === null) this.fail(line, 'replay/line', what, line);
    return match;
  }

  /** Fails at the most recent line. */
  private fail<Code extends keyof typeof MOB_REPLAY_PROBLEMS>(
    token: string | undefined,
    code: Code,
    ...values: Parameters<(typeof MOB_REPLAY_PROBLEMS)[Code]>
  ): never {
    const problem = problemOf(MOB_REPLAY_PROBLEMS, code, ...values);
    throw new ProblemError({ ...problem, line: this.line - 1, ...(token !== undefined && { token }) });
  }
}
