import { Chance } from '@ludus/kernel/chance.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { attempt } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { ANSWER_COMPLETE } from '../dialogue.ts';
import type { Game } from '../game.ts';
import { type GameWithoutReplay, textReplay } from '../text-replay.ts';
import type { ConformanceFixture } from './fixture.ts';

/**
 * The smallest game with all features of a turn-based game: fog, hidden dice, turns, and chance. Two to four players,
 * each with a die, stand on a row of cells. The first round is random: it deals cells and dice. Then one player moves
 * per turn: it steps or stays. If it enters another player's cell, the higher die wins as many points as it shows. Both
 * players then get a new cell and a new die. A player sees the players at most `sight` cells away, and only its own
 * die. A board file is `dusk board 1 players 2 cells 9 sight 1 rounds 40`. With `teams 2` at the end of the file, even
 * seats play against odd seats. A team has one score, and its players see the same cells and dice.
 */
export interface DuskBoard {
  readonly players: number;
  readonly cells: number;
  readonly sight: number;
  readonly rounds: number;
  /** Number of teams. If absent, each seat plays for itself. */
  readonly teams?: number;
}
export interface DuskState {
  readonly board: DuskBoard;
  /** By seat: the player's cell, or UNSEEN if it is unknown. */
  readonly cells: Int8Array;
  /** By seat: the player's die, 1 to 6, or 0 if it is unknown. */
  readonly dice: Uint8Array;
  readonly scores: Int32Array;
  readonly frozen: Uint8Array;
  readonly chance: Chance;
  round: number;
  /** The player to move; `NOBODY` before the deal. */
  turn: number;
}
/** −1: left, 1: right, 0: stay. Any other value is invalid, and the player stays. */
export interface DuskMove {
  step: number;
}

const UNSEEN = -1;
const NOBODY = -1;
const NOTHING = 9;
const WORDS = ['left', 'stay', 'right'];
const LIMITS = { players: [2, 4], cells: [2, 30], sight: [0, 30], rounds: [1, 1000] } as const;
type Setting = keyof typeof LIMITS;
const SETTINGS = Object.keys(LIMITS) as Setting[];

/** The team of a seat. */
const teamOf = ({ players, teams = players }: DuskBoard, seat: number): number => seat % teams;
const isMate = (board: DuskBoard, one: number, other: number): boolean => teamOf(board, one) === teamOf(board, other);
/** Whether a seat sees the players in this cell, because a player of its team is near. */
const sees = ({ board, cells }: DuskState, seat: number, cell: number): boolean =>
  cells.some((each, other) => isMate(board, seat, other) && Math.abs(cell - each) <= board.sight);

const stepOf = (word: string): number => WORDS.indexOf(word) - 1;
const isOver = ({ board, round, frozen }: DuskState): boolean =>
  round >= board.rounds || frozen.every((out) => out === 1);

const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected dusk, found ${found}`,
  'board/setting': (name: string, least: number, most: number, found: string) =>
    `${name} must be from ${least} to ${most}, found ${found}`,
  'board/teams': (found: string) => `teams must be 2 or more, and fewer than players, found ${found}`,
  'board/more': (found: string) => `expected the end, found ${found}`,
};

const rules: GameWithoutReplay<DuskBoard, DuskState, DuskMove> = {
  id: 'dusk',
  title: 'Dusk',
  seats: [2, 3, 4],
  seatsOf: ({ players }) => players,
  teamsOf: (board) => Array.from({ length: board.players }, (_, seat) => teamOf(board, seat)),
  budget: { per: 'match', cpuMs: 1000 },
  boardExtension: '.board',
  replayExtension: '.dusk',
  readBoard: (text) =>
    attempt(() => {
      const reader = new TokenReader(text, BOARD_PROBLEMS);
      if (reader.next('dusk') !== 'dusk') reader.fail('board/foreign', reader.token);
      for (const word of ['board', '1']) reader.expectWord(word);
      const board: Record<Setting, number> & { teams?: number } = { players: 0, cells: 0, sight: 0, rounds: 0 };
      for (const name of SETTINGS) {
        const [least, most] = LIMITS[name];
        reader.expectWord(name);
        board[name] = reader.integer(name);
        if (board[name] < least || board[name] > most) reader.fail('board/setting', name, least, most, reader.token);
      }
      let more = reader.tryNext();
      if (more === 'teams') {
        board.teams = reader.integer('teams');
        if (board.teams < 2 || board.teams >= board.players) reader.fail('board/teams', reader.token);
        more = reader.tryNext();
      }
      if (more !== undefined) reader.fail('board/more', reader.token);
      return board;
    }),
  printBoard: (board) =>
    `dusk board 1\n${SETTINGS.map((name) => `${name} ${board[name]}\n`).join('')}${board.teams ? `teams ${board.teams}\n` : ''}`,
  start: (board, seed) => ({
    board,
    cells: new Int8Array(board.players).fill(UNSEEN),
    dice: new Uint8Array(board.players),
    scores: new Int32Array(board.players),
    frozen: new Uint8Array(board.players),
    chance: new Chance(seed),
    round: 0,
    turn: NOBODY,
  }),
  clone(state) {
    const copy = rules.start(state.board, 0);
    rules.restore(copy, state);
    return copy;
  },
  restore(target, { cells, dice, scores, frozen, chance, round, turn }) {
    target.cells.set(cells);
    target.dice.set(dice);
    target.scores.set(scores);
    target.frozen.set(frozen);
    target.chance.copy(chance);
    Object.assign(target, { round, turn });
  },
  setGenerator: (state, generator) => state.chance.seed(generator),
  observe(state, seat) {
    const seen = rules.clone(state);
    seen.chance.seed(0);
    for (let other = 0; other < seen.cells.length; other++) {
      if (isMate(state.board, seat, other)) continue;
      seen.dice[other] = 0;
      if (!sees(state, seat, state.cells[other])) seen.cells[other] = UNSEEN;
    }
    return seen;
  },
  redeal(state, seat, random) {
    const { board, cells, dice } = state;
    if (cells[seat] === UNSEEN) return;
    const hidden = Array.from({ length: board.cells }, (_, cell) => cell).filter((cell) => !sees(state, seat, cell));
    for (let other = 0; other < cells.length; other++) {
      if (isMate(board, seat, other)) continue;
      dice[other] = random.range(1, 6);
      // UNSEEN would count as adjacent to the first cell.
      if (cells[other] === UNSEEN || !sees(state, seat, cells[other]))
        cells[other] = hidden[random.range(0, hidden.length - 1)];
    }
  },
  actors: ({ turn }) => (turn === NOBODY ? [] : [turn]),
  legal: ({ board, cells }, seat) =>
    [-1, 0, 1].filter((step) => isCell(board, cells[seat] + step)).map((step) => ({ step })),
  refuse: ({ board, cells }, seat, { step }) =>
    WORDS[step + 1] === undefined || isCell(board, cells[seat] + step)
      ? undefined
      : `a step ${WORDS[step + 1]} from cell ${cells[seat]} leaves the row`,
  illegalMove: { kind: 'ask', times: 2 },
  newMove: () => ({ step: NOTHING }),
  clearMove(move) {
    move.step = NOTHING;
  },
  move: {
    print: ({ step }) => WORDS[step + 1] ?? '',
    read(text, move) {
      if (WORDS.includes(text)) move.step = stepOf(text);
      else if (text !== '') throw new Error(`${text} isn’t one of ${WORDS.join(', ')}`);
    },
  },
  advance(state, asked) {
    if (isOver(state)) return;
    const { board, cells, frozen, turn } = state;
    state.round++;
    if (turn === NOBODY) for (let seat = 0; seat < board.players; seat++) deal(state, seat);
    else if (frozen[turn] === 0) {
      const cell = cells[turn] + asked[turn].step;
      const hasMoved = cell !== cells[turn] && WORDS[asked[turn].step + 1] !== undefined && isCell(board, cell);
      if (hasMoved) cells[turn] = cell;
      const other = cells.findIndex(
        (each, seat) => !isMate(board, turn, seat) && frozen[seat] === 0 && each === cells[turn],
      );
      if (other >= 0 && hasMoved) meet(state, turn, other);
    }
    for (let n = 0; n < board.players; n++) {
      state.turn = (state.turn + 1) % board.players;
      if (frozen[state.turn] === 0) return;
    }
  },
  freeze(state, seat) {
    state.frozen[seat] = 1;
  },
  round: ({ round }) => round,
  isOver,
  outcome: ({ scores, round, board }) => ({ scores: [...scores], reason: round < board.rounds ? 'frozen' : 'rounds' }),
  hash({ cells, dice, scores, frozen, chance, round, turn }) {
    const known = [...cells, ...dice, ...scores, ...frozen, round, turn].reduce(mix, HASH_START);
    return chance.mixInto(known, mix);
  },
  dialogue: {
    playerSpeaksFirst: false,
    introduction: ({ players, cells, sight, rounds }, _state, seat) =>
      `dusk seat ${seat} players ${players} cells ${cells} sight ${sight} rounds ${rounds}\n`,
    question: ({ round, cells, dice, scores }) =>
      `round ${round} cells ${cells.join(' ')} dice ${dice.join(' ')} scores ${scores.join(' ')}\n`,
    answerLine(line, _state, _seat, move) {
      if (!WORDS.includes(line))
        return { kind: 'wrong', why: `${line.slice(0, 20)}, expected one of ${WORDS.join(', ')}` };
      move.step = stepOf(line);
      return ANSWER_COMPLETE;
    },
  },
  scoresAddUp: true,
};

const isCell = ({ cells }: DuskBoard, cell: number): boolean => Number.isInteger(cell) && cell >= 0 && cell < cells;

function deal({ board, cells, dice, chance }: DuskState, seat: number): void {
  cells[seat] = chance.range(0, board.cells - 1);
  dice[seat] = chance.range(1, 6);
}

function meet(state: DuskState, mover: number, other: number): void {
  const { board, dice, scores } = state;
  const winner = dice[mover] > dice[other] ? mover : other;
  const points = dice[mover] === dice[other] ? 0 : dice[winner];
  for (let seat = 0; seat < board.players; seat++) if (isMate(board, winner, seat)) scores[seat] += points;
  deal(state, mover);
  deal(state, other);
}

export const dusk: Game<DuskBoard, DuskState, DuskMove> = { ...rules, replay: textReplay(rules) };

/** Dusk for the conformance suite, with occasional invalid steps. */
export const duskFixture: ConformanceFixture<DuskBoard, DuskState, DuskMove> = {
  game: dusk,
  wildBoard(random) {
    const [players, cells] = [random.range(2, 4), random.range(2, 9)];
    const board = { players, cells, sight: random.range(0, 2), rounds: random.range(1, 40) };
    return players > 2 && random.range(0, 1) === 1 ? { ...board, teams: 2 } : board;
  },
  wildMove: (_state, _seat, random) => ({ step: [-1, 0, 1, -1, 1, NOTHING, 7, 0.5, Number.NaN][random.range(0, 8)] }),
  brokenInvariant: ({ board, cells }) =>
    cells.some((cell) => cell >= board.cells) ? 'a player is outside the row' : undefined,
};
