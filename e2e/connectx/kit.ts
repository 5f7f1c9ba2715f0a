import type { Game } from '@ludus/game/game.ts';
import { ANSWER_COMPLETE } from '@ludus/game/protocol.ts';
import { type GameWithoutReplay, textReplay } from '@ludus/game/text-replay.ts';
import { mix } from '@ludus/kernel/hash.ts';
import { attempt } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import type { GameKit } from 'ludus/kit.ts';

interface ConnectBoard {
  readonly columns: number;
  readonly rows: number;
  /** Number of checkers in a row that wins. */
  readonly inarow: number;
}
interface ConnectState {
  readonly board: ConnectBoard;
  /** Row by row from the top: 0 for free, 1 and 2 for the seats' checkers. */
  readonly cells: number[];
  round: number;
  /** The seat of the winner, or −1. */
  winner: number;
}
/** A move: the column, or −1 if no column was chosen. */
interface ConnectMove {
  column: number;
}

const isOver = ({ winner, round, cells }: ConnectState): boolean => winner >= 0 || round >= cells.length;

/** The lowest free cell of a column, or −1. */
function landing({ board: { columns }, cells }: ConnectState, column: number): number {
  if (!Number.isInteger(column) || column < 0 || column >= columns) return -1;
  let found = -1;
  for (let cell = column; cell < cells.length && cells[cell] === 0; cell += columns) found = cell;
  return found;
}

/** Whether a cell is part of a winning line. */
function wins({ board: { columns, rows, inarow }, cells }: ConnectState, cell: number): boolean {
  const reach = (right: number, down: number): number => {
    let [column, row, length] = [cell % columns, Math.floor(cell / columns), -1];
    for (; column >= 0 && column < columns && row >= 0 && row < rows; column += right, row += down, length++)
      if (cells[row * columns + column] !== cells[cell]) break;
    return length;
  };
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ];
  return directions.some(([right, down]) => reach(right, down) + reach(-right, -down) + 1 >= inarow);
}

const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected connectx, found ${found}`,
  'board/setting': (name: string, found: string) => `${name} must be from 1 to 30, found ${found}`,
  'board/more': (found: string) => `expected the end, found ${found}`,
};

const rules: GameWithoutReplay<ConnectBoard, ConnectState, ConnectMove> = {
  id: 'connectx',
  title: 'ConnectX',
  seats: [2],
  seatsOf: () => 2,
  budget: { per: 'match', cpuMs: 10_000 },
  boardExtension: '.board',
  replayExtension: '.connectx',
  readBoard: (text) =>
    attempt(() => {
      const reader = new TokenReader(text, BOARD_PROBLEMS);
      if (reader.next('connectx') !== 'connectx') reader.fail('board/foreign', reader.token);
      for (const word of ['board', '1']) reader.expectWord(word);
      const setting = (name: string): number => {
        reader.expectWord(name);
        const value = reader.integer(name);
        if (value < 1 || value > 30) reader.fail('board/setting', name, reader.token);
        return value;
      };
      const board = { columns: setting('columns'), rows: setting('rows'), inarow: setting('inarow') };
      if (reader.tryNext() !== undefined) reader.fail('board/more', reader.token);
      return board;
    }),
  printBoard: ({ columns, rows, inarow }) => `connectx board 1\ncolumns ${columns}\nrows ${rows}\ninarow ${inarow}\n`,
  start: (board) => ({
    board,
    cells: Array.from({ length: board.columns * board.rows }, () => 0),
    round: 0,
    winner: -1,
  }),
  clone: (state) => ({ ...state, cells: [...state.cells] }),
  restore(target, { cells, round, winner }) {
    for (const [cell, content] of cells.entries()) target.cells[cell] = content;
    Object.assign(target, { round, winner });
  },
  newMove: () => ({ column: -1 }),
  clearMove(move) {
    move.column = -1;
  },
  move: {
    print: ({ column }) => (Number.isInteger(column) && column >= 0 ? String(column) : ''),
    read(text, move) {
      if (!/^(?:\d{1,2})?$/.test(text)) throw new Error(`this is no column: ${text}`);
      move.column = text === '' ? -1 : Number(text);
    },
  },
  actors: (state) => [state.round % 2],
  advance(state, asked) {
    if (isOver(state)) return;
    const seat = state.round % 2;
    const cell = landing(state, asked[seat].column);
    state.round++;
    // As in Kaggle's environment, an invalid column loses.
    if (cell < 0) state.winner = 1 - seat;
    else {
      state.cells[cell] = seat + 1;
      if (wins(state, cell)) state.winner = seat;
    }
  },
  freeze(state, seat) {
    if (!isOver(state)) state.winner = 1 - seat;
  },
  round: (state) => state.round,
  isOver,
  outcome: ({ winner }) => ({
    scores: [0, 1].map((seat) => (winner < 0 ? 0 : winner === seat ? 1 : -1)),
    reason: winner < 0 ? 'full' : 'won',
  }),
  hash: ({ cells, round, winner }) => [...cells, winner + 1].reduce(mix, round),
  dialogue: {
    playerSpeaksFirst: false,
    introduction: ({ columns, rows, inarow }, _state, seat) => `mark ${seat + 1} board ${columns} ${rows} ${inarow}\n`,
    question: ({ cells }) => `cells ${cells.join('')}\n`,
    answerLine(line, _state, _seat, move) {
      if (!/^\d{1,2}$/.test(line)) return { kind: 'wrong', why: `expected a column, found ${line.slice(0, 20)}` };
      move.column = Number(line);
      return ANSWER_COMPLETE;
    },
  },
};

const game: Game<ConnectBoard, ConnectState, ConnectMove> = { ...rules, replay: textReplay(rules) };

/** The rules of a Kaggle environment, so that bots that are programs can play in both Kaggle and Ludus. */
export const kit: GameKit<ConnectBoard, ConnectState, ConnectMove> = {
  game,
  players: [
    {
      name: 'Filler',
      summary: 'drops into the first column that has a free cell',
      open: () => ({
        name: 'Filler',
        play(state: ConnectState, move: ConnectMove) {
          move.column = state.cells.indexOf(0);
        },
      }),
    },
  ],
  partners: { sparring: 'Filler', show: ['Filler', 'Filler'], exact: ['Filler'] },
  samples: { python: { file: 'connectx/samples/blocker.py', word: 'Blocker', as: 'NAME.py' } },
};
