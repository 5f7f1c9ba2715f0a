import type { AnyGame } from '../game.ts';
import type { AnySpecimen } from './specimen.ts';

/** A way to break a game, and the sentence that the suite must find. */
export interface Breakage {
  readonly what: string;
  /** What is broken, made of the game as it should be. */
  readonly change: (game: AnyGame) => Partial<AnyGame>;
  readonly sentence: RegExp;
}

/** The specimen with a game that is broken. */
export function broken(specimen: AnySpecimen, change: Breakage['change']): AnySpecimen {
  return { ...specimen, game: { ...specimen.game, ...change(specimen.game) } };
}

/** Ways to break any game without knowing it. */
export const BREAKAGES: readonly Breakage[] = [
  {
    what: 'a clone that is the original',
    change: () => ({ clone: (state) => state }),
    sentence: /advancing a clone changed its original: /,
  },
  {
    what: 'a restore that does nothing',
    change: () => ({ restore() {} }),
    sentence: /a restored state has another hash than its source; they differ first in \S+ \(/,
  },
  {
    what: 'freeze that is ignored',
    change: () => ({ freeze() {} }),
    sentence: /freeze does nothing to seat \d: its moves still count$/,
  },
  {
    what: 'too few scores',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), scores: game.outcome(state).scores.slice(1) }),
    }),
    sentence: /outcome has \d scores for \d seats/,
  },
  {
    what: 'a round that is off by one',
    change: (game) => ({ round: (state) => game.round(state) + 1 }),
    sentence: /before the first round: round is 1 before the first round, not 0/,
  },
  {
    what: 'rounds that are counted twice',
    change: (game) => ({ round: (state) => 2 * game.round(state) }),
    sentence: /round 1: round went from 0 to 2 in one advance/,
  },
  {
    what: 'a clearMove that does nothing',
    change: () => ({ clearMove() {} }),
    sentence: /clearMove leaves ".*" of a move that was ".*", where an empty one is ""/,
  },
  {
    what: 'a move that can only be read once',
    change: (game) => ({ move: { ...game.move, read() {} } }),
    sentence: /move\.read takes ".*" for a move/,
  },
  {
    what: 'moves that are read as empty ones',
    change: (game) => ({
      move: { ...game.move, read: (text, into) => game.move.read(text.includes('#') ? text : '', into) },
    }),
    sentence: /a move that prints as ".+" is read as one that prints as ""/,
  },
  {
    what: 'a move whose text has two lines',
    change: (game) => ({ move: { ...game.move, print: (move) => `${game.move.print(move)}\n` } }),
    sentence: /the move of seat 0 prints as ".*": a move is one line without ;/,
  },
  {
    what: 'one buffer for all moves',
    change: (game) => {
      const only = game.newMove();
      return { newMove: () => only };
    },
    sentence: /two moves that newMove made are the same one/,
  },
  {
    what: 'a readBoard that throws',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        if (!read.ok && read.problem.code !== 'board/foreign' && !text.includes('more'))
          throw new TypeError('no such row');
        return read;
      },
    }),
    sentence: /readBoard threw TypeError: no such row, for a board whose line \d+ is .*, not /,
  },
  {
    what: 'a board that may go on after its end',
    change: (game) => ({ readBoard: (text) => game.readBoard(text.replace('\nand more\n', '')) }),
    sentence: /readBoard accepts a board with a line after its end/,
  },
  {
    what: 'foreign boards that are merely wrong',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        return read.ok ? read : { ok: false, problem: { ...read.problem, code: 'board/wrong' } };
      },
    }),
    sentence: /begins with a word of no game has the code board\/wrong, not board\/foreign/,
  },
  {
    what: 'Windows line ends in a board',
    change: (game) => ({
      readBoard: (text) =>
        text.includes('\r')
          ? { ok: false, problem: { code: 'x', message: 'what is that', line: 1 } }
          : game.readBoard(text),
    }),
    sentence: /readBoard refuses a board with Windows line ends: line 1: what is that/,
  },
  {
    what: 'a board whose last line must have an end',
    change: (game) => ({
      readBoard: (text) =>
        text.endsWith('\n') ? game.readBoard(text) : { ok: false, problem: { code: 'x', message: 'go on', line: 1 } },
    }),
    sentence: /readBoard refuses a board without its last line end: line 1: go on/,
  },
  {
    what: 'trailing text in a printed board',
    change: (game) => ({ printBoard: (board) => `${game.printBoard(board)} x` }),
    sentence: /readBoard refuses a board as it was printed: line \d+: /,
  },
  {
    what: 'a number of players that is none',
    change: () => ({ seatsOf: () => 7 }),
    sentence: /seatsOf gives 7, and a match has [\d, or]+ players/,
  },
  {
    what: 'an advance that writes the shared board',
    change(game) {
      let last: { touched?: number };
      return {
        start(board, seed) {
          last = board;
          return game.start(board, seed);
        },
        advance(state, asked) {
          last.touched = (last.touched ?? 0) + 1;
          game.advance(state, asked);
        },
      };
    },
    sentence: /round 1: advance changed the board, which all matches share: touched from undefined to 1/,
  },
  {
    what: 'chance in one of a hundred calls of advance',
    change(game) {
      let calls = 0;
      return {
        advance(state, asked) {
          game.advance(state, ++calls % 101 === 0 ? asked.map(() => game.newMove()) : asked);
        },
      };
    },
    sentence: /the same call gave two answers/,
  },
  {
    what: 'chance in one of a thousand calls',
    change: (game) => ({
      advance(state, asked) {
        game.advance(state, Math.random() < 0.001 ? asked.map(() => game.newMove()) : asked);
      },
    }),
    sentence: /advance: the same call gave two answers or will: it asks Math\.random/,
  },
  {
    what: 'an outcome that looks at the clock',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), reason: Date.now() > 0 ? 'late' : 'early' }),
    }),
    sentence: /outcome: the same call gave two answers or will: it asks Date\.now/,
  },
  {
    what: 'a board that is made of the day',
    change: (game) => ({ printBoard: (board) => (new Date().getDay() === 8 ? '' : game.printBoard(board)) }),
    sentence: /printBoard: the same call gave two answers or will: it asks new Date\(\)/,
  },
  {
    what: 'a hash that is no number',
    change: () => ({ hash: () => Number.NaN }),
    sentence: /hash gives NaN, which is no whole number of 32 bits/,
  },
  {
    what: 'an advance that turns the list of moves round',
    change: (game) => ({
      advance(state, asked) {
        game.advance(state, asked);
        (asked as unknown[]).reverse();
      },
    }),
    sentence: /round 1: advance changed the list of moves that it was given/,
  },
  {
    what: 'a match that depends on how many were begun before',
    change(game) {
      let begun = 0;
      return { start: (board, seed) => game.start(board, seed), hash: (state) => game.hash(state) + (begun++ % 2) };
    },
    sentence: /hash: the same call gave two answers/,
  },
  {
    what: 'an outcome that is another one each time',
    change(game) {
      let calls = 0;
      return { outcome: (state) => ({ ...game.outcome(state), reason: `reason${calls++}` }) };
    },
    sentence: /outcome: the same call gave two answers; they differ first in reason/,
  },
  {
    what: 'a constant hash',
    change: () => ({ hash: () => 7 }),
    sentence: /the hash is the same before and after a round/,
  },
  {
    what: 'scores that are no numbers',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), scores: game.outcome(state).scores.map(() => Number.NaN) }),
    }),
    sentence: /the score of seat 0 is NaN/,
  },
  {
    what: 'a reason of several words',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), reason: 'it is over' }) }),
    sentence: /the reason of the outcome is "it is over", not a word/,
  },
  {
    what: 'a dialogue that throws',
    change: (game) => ({
      dialogue: {
        ...game.dialogue!,
        question() {
          throw new RangeError('no such seat');
        },
      },
    }),
    sentence: /dialogue\.question threw RangeError: no such seat/,
  },
  {
    what: 'a dialogue that tells the seed',
    change(game) {
      let last = 0;
      return {
        start(board, seed) {
          last = seed;
          return game.start(board, seed);
        },
        dialogue: { ...game.dialogue!, introduction: () => `seed ${last}\n` },
      };
    },
    sentence: /dialogue\.introduction for seat 0 tells the match seed/,
  },
  {
    what: 'a question without a line end',
    change: (game) => ({ dialogue: { ...game.dialogue!, question: () => 'well?' } }),
    sentence: /dialogue\.question for seat 0 does not end with a line end: "well\?"/,
  },
  {
    what: 'an answer that is neither taken nor refused',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => undefined as never } }),
    sentence: /dialogue\.answerLine gives undefined for ".*"/,
  },
  {
    what: 'a replay without its rounds',
    change: (game) => ({ replay: { ...game.replay, round: () => '' } }),
    sentence: /its replay (cannot be read: line \d+|is read with 0 rounds, and the match had \d+$)/,
  },
  {
    what: 'a replay that is printed otherwise each time',
    change(game) {
      let calls = 0;
      return {
        replay: {
          ...game.replay,
          round: (asked, state, record) => `${game.replay.round(asked, state, record)}${calls++}\n`,
        },
      };
    },
    sentence: /replay\.round: the same call gave two answers: line \d+ is "\d+", not "\d+"/,
  },
  {
    what: 'a replay that knows every text',
    change: (game) => ({ replay: { ...game.replay, recognizes: () => true } }),
    sentence: /replay\.recognizes takes an empty text for a replay/,
  },
  {
    what: 'a replay that loses the names',
    change: (game) => ({
      replay: {
        ...game.replay,
        head: (board, info, state) => game.replay.head(board, { ...info, names: info.names.map(() => 'X') }, state),
      },
    }),
    sentence: /its replay is read with the names X X.*, not player0 #1/,
  },
  {
    what: 'an ending without a dot',
    change: () => ({ replayEnding: 'res' }),
    sentence: /the ending "res" is not a dot and small letters/,
  },
];
