import type { MoveText } from '@ludus/game/game.ts';
/** Maximum length of a move line, in bytes, without its line break (docs/angry-mob.md §3.2). */
export const MAX_MOVE_BYTES = 65536;

/**
 * One instruction: move k units from the cell (i, j) to its neighbour in direction d (0 right, 1 up, 2 left, 3 down).
 */
export interface Submove {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly d: number;
}

/**
 * One player's move in one turn: submoves in the order in which they were sent, with any 32-bit numbers. If the line
 * couldn't be read, the move contains a message with the reason. A move is a buffer that is filled, read, and cleared
 * every turn, and grows only when necessary.
 *
 * Code that receives lines must pass every line through `parseMove`, even an unreadable line: `advance` then finds the
 * player's move illegal, in the same turn in which its opponent may also be late or illegal. The outcome then has the
 * right reason.
 */
export class MobMove {
  /** The number of submoves. */
  length = 0;
  /** i, j, k, d of each submove, in sequence. */
  numbers: Int32Array;
  /** The reason why the line isn't a move, without a position; '' for a valid line. */
  problem = '';

  constructor(capacity = 16) {
    this.numbers = new Int32Array(capacity * 4);
  }

  clear(): void {
    this.length = 0;
    this.problem = '';
  }

  /** Adds four 32-bit numbers, valid or not. */
  push(i: number, j: number, k: number, d: number): void {
    let at = this.length++ * 4;
    if (at === this.numbers.length) {
      const numbers = new Int32Array(at * 2);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    this.numbers[at++] = i;
    this.numbers[at++] = j;
    this.numbers[at++] = k;
    this.numbers[at] = d;
  }

  /** Marks the move as unreadable, which loses the game. `sentence` is one line of text. */
  refuse(sentence: string): void {
    this.length = 0;
    this.problem = sentence;
  }

  submove(index: number): Submove {
    const [i, j, k, d] = this.numbers.subarray(index * 4, index * 4 + 4);
    return { i, j, k, d };
  }
}

/**
 * Reads a move line into `move` (docs/arena.md §2, docs/angry-mob.md §3). The line consists of integers in groups of
 * four, with any spaces or tabs around them. An empty line is the empty move. `line` has no line break (`\n` or
 * `\r\n`), and one character per byte (latin1). For an unreadable line, `move.problem` is a message.
 */
export function parseMove(line: string, move: MobMove): void {
  move.clear();
  if (line.length > MAX_MOVE_BYTES) {
    move.refuse(`the line is longer than ${MAX_MOVE_BYTES} bytes`);
    return;
  }
  const numbers: number[] = [];
  for (const [token] of line.matchAll(/[^ \t]+/g)) {
    const value = Number(token);
    if (!/^-?\d+$/.test(token)) {
      move.refuse(`expected whole numbers, found ${shown(token)} as number ${move.length * 4 + numbers.length + 1}`);
      return;
    }
    if (value !== (value | 0)) {
      move.refuse(
        `number ${move.length * 4 + numbers.length + 1}, ${shown(token)}, is too large for a cell or a count`,
      );
      return;
    }
    numbers.push(value);
    if (numbers.length < 4) continue;
    move.push(numbers[0], numbers[1], numbers[2], numbers[3]);
    numbers.length = 0;
  }
  if (numbers.length > 0)
    move.refuse(`expected numbers in groups of four, found ${move.length * 4 + numbers.length} numbers`);
}

/** Formats an untrusted token for a message: shortened, and in printable ASCII only. */
function shown(token: string): string {
  const clean = token.replace(/[^!-~]/g, '?');
  return clean.length > 20 ? `${clean.slice(0, 20)}…` : clean;
}

/** The move as a line with single spaces, without a line break; '' for the empty move. */
export function formatMove(move: MobMove): string {
  return move.length === 0 ? '' : move.numbers.subarray(0, move.length * 4).join(' ');
}

/** A line as forwarded to the opponent: the original with single spaces, trimmed (docs/arena.md §2). */
export function singleBlanks(line: string): string {
  return line.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '');
}

/**
 * A move in the protocol's format, `i j k d` for every submove; `? SENTENCE` for an unreadable line. The message quotes
 * untrusted text, so `;` and `%` are written as `%3B` and `%25`.
 */
export const moveText: MoveText<MobMove> = {
  print(move) {
    if (move.problem === '') return formatMove(move);
    return `? ${move.problem.replaceAll('%', '%25').replaceAll(';', '%3B')}`;
  },
  read(text, move) {
    if (text.startsWith('? ')) {
      move.refuse(text.slice(2).replaceAll('%3B', ';').replaceAll('%25', '%'));
    } else {
      parseMove(text, move);
      if (move.problem !== '') throw new Error(`this isn’t a move: ${move.problem}`);
    }
    if (moveText.print(move) !== text) throw new Error(`this isn’t the printed form of a move: ${text}`);
  },
};
