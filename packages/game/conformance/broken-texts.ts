import type { Breakage } from './fixture.ts';

/** Ways to break a game's reading and writing of boards, moves, replays, and messages to programs. */
export const BREAKAGES_OF_TEXTS: readonly Breakage[] = [
  {
    what: 'a move.read that accepts any text',
    change: (game) => ({ move: { ...game.move, read() {} } }),
    sentence: /`move\.read` accepts ".*" as a move/,
  },
  {
    what: 'moves that are read as empty moves',
    change: (game) => ({
      move: {
        ...game.move,
        read: (text, into) => game.move.read(text.includes('#') ? text : game.move.print(game.newMove()), into),
      },
    }),
    sentence: /a move that is printed as ".+" is printed as ".*" after it is read$/,
  },
  {
    what: 'a move whose text has two lines',
    change: (game) => ({ move: { ...game.move, print: (move) => `${game.move.print(move)}\n` } }),
    sentence: /the move of seat 0 is printed as ".*": a move must be one line without ;/,
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
    sentence: /`readBoard` threw TypeError: no such row, for a board whose line \d+ is .*, not /,
  },
  {
    what: 'a board that may have text after its end',
    change: (game) => ({ readBoard: (text) => game.readBoard(text.replace('\nand more\n', '')) }),
    sentence: /`readBoard` accepts a board with an extra line at its end/,
  },
  {
    what: 'a different error code for boards of unknown games',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        return read.ok ? read : { ok: false, problem: { ...read.problem, code: 'board/wrong' } };
      },
    }),
    sentence: /begins with an unknown word, but with the code board\/wrong, not board\/foreign/,
  },
  {
    what: 'a reader that rejects a board with Windows line endings',
    change: (game) => ({
      readBoard: (text) =>
        text.includes('\r')
          ? { ok: false, problem: { code: 'x', message: 'what is that', line: 1 } }
          : game.readBoard(text),
    }),
    sentence: /`readBoard` rejects a board with Windows line endings: line 1: what is that/,
  },
  {
    what: 'a reader that rejects a board whose last line has no line ending',
    change: (game) => ({
      readBoard: (text) =>
        text.endsWith('\n') ? game.readBoard(text) : { ok: false, problem: { code: 'x', message: 'go on', line: 1 } },
    }),
    sentence: /`readBoard` rejects a board without its last line ending: line 1: go on/,
  },
  {
    what: 'trailing text in a printed board',
    change: (game) => ({ printBoard: (board) => `${game.printBoard(board)} x` }),
    sentence: /`readBoard` rejects a board that `printBoard` printed: line \d+: /,
  },
  {
    what: 'a printed board that depends on the date',
    change: (game) => ({ printBoard: (board) => (new Date().getDay() === 8 ? '' : game.printBoard(board)) }),
    sentence:
      /`printBoard`: the same call had two different results, or will have, because the function uses new Date\(\)/,
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
    sentence: /`dialogue\.question` threw RangeError: no such seat/,
  },
  {
    what: 'a dialogue that reveals the seed',
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
    sentence: /`dialogue\.introduction` for seat 0 reveals the match’s seed/,
  },
  {
    what: 'a question without a line ending',
    change: (game) => ({ dialogue: { ...game.dialogue!, question: () => 'well?' } }),
    sentence: /`dialogue\.question` for seat 0 doesn’t end with a line break: "well\?"/,
  },
  {
    what: 'an answer that is neither accepted nor rejected',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => undefined as never } }),
    sentence: /`dialogue\.answerLine` returns undefined for ".*"/,
  },
  {
    what: 'a replay without its rounds',
    change: (game) => ({ replay: { ...game.replay, round: () => '' } }),
    sentence: /the replay (cannot be read: line \d+|is read with 0 rounds, but the match had \d+$)/,
  },
  {
    what: 'a replay that prints differently each time',
    change(game) {
      let calls = 0;
      return {
        replay: {
          ...game.replay,
          round: (asked, state, record) => `${game.replay.round(asked, state, record)}${calls++}\n`,
        },
      };
    },
    sentence: /`replay\.round`: the same call had two different results: line \d+ is "\d+", not "\d+"/,
  },
  {
    what: 'a replay format that recognises every text',
    change: (game) => ({ replay: { ...game.replay, recognizes: () => true } }),
    sentence: /`replay\.recognizes` accepts an empty text as a replay/,
  },
  {
    what: 'a replay that loses the names',
    change: (game) => ({
      replay: {
        ...game.replay,
        head: (board, info, state) => game.replay.head(board, { ...info, names: info.names.map(() => 'X') }, state),
      },
    }),
    sentence: /the replay is read with the names X X.*, not player0 #1/,
  },
  {
    what: 'a file extension without a dot',
    change: () => ({ replayExtension: 'res' }),
    sentence: /the file extension "res" must be a dot and lower-case letters or digits/,
  },
];
