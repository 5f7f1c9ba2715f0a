import { mix } from '@ludus/kernel/hash.ts';
import { advance as advanceLehmer, seedState } from '@ludus/kernel/lehmer.ts';
import { attempt } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { ANSWER_COMPLETE } from '../dialogue.ts';
import type { Game } from '../game.ts';
import { type GameWithoutReplay, textReplay } from '../text-replay.ts';
import type { ConformanceFixture } from './fixture.ts';

/**
 * The smallest complete game, as a template for others. Two to four players each pick a number. The highest number that
 * only one player picked wins the round's prize, which the board's generator draws. A board file is `pick board 1
 * players 3 rounds 5 most 9`.
 */
interface PickBoard {
  readonly players: number;
  readonly rounds: number;
  /** Players may pick numbers from 1 to `most`. */
  readonly most: number;
}
interface PickState {
  readonly board: PickBoard;
  readonly scores: number[];
  readonly frozen: boolean[];
  round: number;
  prize: number;
  generator: number;
}
/** The picked number; 0 if the player didn't pick one. */
interface PickMove {
  number: number;
}

const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected pick, found ${found}`,
  'board/setting': (name: string, least: number, most: number, found: string) =>
    `${name} must be from ${least} to ${most}, found ${found}`,
  'board/more': (found: string) => `expected the end, found ${found}`,
};

const rules: GameWithoutReplay<PickBoard, PickState, PickMove> = {
  id: 'pick',
  title: 'Pick',
  seats: [2, 3, 4],
  seatsOf: (board) => board.players,
  budget: { per: 'match', cpuMs: 1000 },
  boardExtension: '.txt',
  replayExtension: '.pick',
  readBoard: (text) =>
    attempt(() => {
      const reader = new TokenReader(text, BOARD_PROBLEMS);
      if (reader.next('pick') !== 'pick') reader.fail('board/foreign', reader.token);
      for (const word of ['board', '1']) reader.expectWord(word);
      const setting = (name: string, least: number, most: number): number => {
        reader.expectWord(name);
        const value = reader.integer(name);
        if (value < least || value > most) reader.fail('board/setting', name, least, most, reader.token);
        return value;
      };
      const board = {
        players: setting('players', 2, 4),
        rounds: setting('rounds', 1, 1000),
        most: setting('most', 1, 99),
      };
      if (reader.tryNext() !== undefined) reader.fail('board/more', reader.token);
      return board;
    }),
  printBoard: ({ players, rounds, most }) => `pick board 1\nplayers ${players}\nrounds ${rounds}\nmost ${most}\n`,
  start(board, seed) {
    const none = Array.from({ length: board.players }, () => 0);
    const state = {
      board,
      scores: none,
      frozen: none.map(() => false),
      round: 0,
      prize: 0,
      generator: seedState(seed),
    };
    return drawPrize(state);
  },
  clone: (state) => ({ ...state, scores: [...state.scores], frozen: [...state.frozen] }),
  restore(target, { scores, frozen, round, prize, generator }) {
    scores.forEach((score, seat) => {
      target.scores[seat] = score;
      target.frozen[seat] = frozen[seat];
    });
    Object.assign(target, { round, prize, generator });
  },
  newMove: () => ({ number: 0 }),
  clearMove(move) {
    move.number = 0;
  },
  move: {
    print: (move) => (move.number === 0 ? '' : String(move.number)),
    read(text, move) {
      if (!/^(?:-?[1-9]\d{0,8})?$/.test(text)) throw new Error(`this isn’t a number: ${text}`);
      move.number = Number(text);
    },
  },
  advance(state, asked) {
    if (isOver(state)) return;
    const { most } = state.board;
    const picks = asked.map(({ number }, seat) =>
      !state.frozen[seat] && Number.isInteger(number) && number >= 1 && number <= most ? number : 0,
    );
    const alone = picks.filter((pick) => pick > 0 && picks.indexOf(pick) === picks.lastIndexOf(pick));
    if (alone.length > 0) state.scores[picks.indexOf(Math.max(...alone))] += state.prize;
    state.round++;
    drawPrize(state);
  },
  freeze(state, seat) {
    state.frozen[seat] = true;
  },
  setGenerator(state, generator) {
    state.generator = generator;
  },
  round: (state) => state.round,
  isOver,
  outcome: ({ scores, board, round }) => ({ scores: [...scores], reason: round < board.rounds ? 'frozen' : 'rounds' }),
  hash({ scores, frozen, round, generator }) {
    return [...scores, ...frozen.map(Number), round].reduce(mix, generator);
  },
  dialogue: {
    playerSpeaksFirst: false,
    introduction: ({ players, rounds, most }, _state, seat) =>
      `pick: seat ${seat} of ${players}, ${rounds} rounds, numbers 1 … ${most}\n`,
    question: (state) => `prize ${state.prize}\n`,
    roundReport: (asked) => `picked ${asked.map((move) => move.number).join(' ')}\n`,
    answerLine(line, _state, _seat, move) {
      if (!/^\d{1,9}$/.test(line))
        return { kind: 'wrong', why: `${JSON.stringify(line.slice(0, 20))}, expected a number` };
      move.number = Number(line);
      return ANSWER_COMPLETE;
    },
  },
  scoresAddUp: true,
};

function isOver({ board, round, frozen }: PickState): boolean {
  return round >= board.rounds || frozen.every(Boolean);
}

function drawPrize(state: PickState): PickState {
  state.generator = advanceLehmer(state.generator);
  state.prize = 1 + (state.generator % 9);
  return state;
}

export const pick: Game<PickBoard, PickState, PickMove> = { ...rules, replay: textReplay(rules) };

/** Pick for the conformance suite, with occasional invalid numbers. */
export const pickFixture: ConformanceFixture<PickBoard, PickState, PickMove> = {
  game: pick,
  wildBoard: (random) => ({ players: random.range(2, 4), rounds: random.range(1, 12), most: random.range(1, 9) }),
  wildMove: ({ board }, _seat, random) => ({ number: random.range(-2, board.most + 2) }),
  brokenInvariant: ({ scores }) => (scores.some((score) => score < 0) ? 'a score is negative' : undefined),
};
