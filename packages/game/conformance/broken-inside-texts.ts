import type { Breakage } from './fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: broken in ways that its types forbid
type Any = any;

/** Ways to break the minimal game's reading, writing, and messages. */
export const BREAKAGES_INSIDE_TEXTS: readonly Breakage[] = [
  {
    what: 'a board that is printed without one of its settings',
    change: (game) => ({
      printBoard: (board: Any) => game.printBoard(board).replace(/most \d+\n/, ''),
      readBoard(text) {
        const read = game.readBoard(`${text.replace(/\r?\n$/, '')}\nmost 9\n`);
        return read.ok ? read : { ok: false, problem: { code: read.problem.code, message: read.problem.message } };
      },
    }),
    sentence:
      /the board that was printed and read plays differently from the one that was made; they differ first in most \(\d and 9\)/,
  },
  {
    what: 'a reader that accepts more players than a match can have',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text.replace(/players [5-9]\b/, 'players 4'));
        const players = Number(/players ([5-9])\b/.exec(text)?.[1]);
        return read.ok && players > 4 ? { ok: true, value: { ...(read.value as Any), players } } : read;
      },
    }),
    sentence: /seatsOf gives [5-9], but a match has 2, 3 or 4 players, on a board .*, which readBoard accepts/,
  },
  {
    what: 'a board that is printed with a different setting',
    change: (game) => ({ printBoard: (board: Any) => game.printBoard({ ...board, most: board.most + 1 }) }),
    sentence: /a board that is read as it was printed is printed differently: line 4 is "most \d+", not "most \d+"/,
  },
  {
    what: 'a replay that changes a setting of its board',
    change: (game) => ({
      replay: {
        ...game.replay,
        head: (board: Any, info, state) => game.replay.head({ ...board, most: Math.min(board.most, 9) }, info, state),
      },
    }),
    sentence:
      /its replay is read with a different board, whose line 4 is "most 9", not "most \d\d", on a board whose line 4 is "most .*", not "most \d", which readBoard accepts$/,
  },
  {
    what: 'a reader that accepts a board for which advance throws an error',
    change: (game) => ({
      advance(state: Any, asked) {
        if (state.board.most > 9 && state.board.most % 2 === 0) throw new TypeError('no such number');
        game.advance(state, asked);
      },
    }),
    sentence:
      /advance threw TypeError: no such number, on a board whose line 4 is "most .*", not "most \d", which readBoard accepts$/,
  },
  {
    what: 'a board error without a line number',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        return read.ok ? read : { ok: false, problem: { code: read.problem.code, message: read.problem.message } };
      },
    }),
    sentence: /readBoard rejects a board whose line \d is .*, but names no line: ".*"$/,
  },
  {
    what: 'a board error with a stack trace',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        if (read.ok) return read;
        const { problem } = read;
        return { ok: false, problem: { ...problem, message: `${problem.message}\n    at readBoard` } };
      },
    }),
    sentence: /readBoard rejects a board whose line \d is .*, but its problem isn’t one sentence: ".*"$/,
  },
  {
    what: 'a reader that returns the same object for all boards',
    change(game) {
      const only = {};
      return {
        readBoard(text) {
          const read = game.readBoard(text);
          return read.ok ? { ok: true, value: Object.assign(only, read.value) } : read;
        },
      };
    },
    sentence:
      /before the first round: this board has changed since it was read, although no match on it did that: line \d is ".*", not ".*"/,
  },
  {
    what: 'a question that changes the state',
    change: (game) => ({
      dialogue: {
        ...game.dialogue!,
        question(state: Any) {
          state.generator++;
          return 'prize\n';
        },
      },
    }),
    sentence: /dialogue\.question for seat 0 changes the state that it is given/,
  },
  {
    what: 'an accepted answer for which advance throws an error',
    change: (game) => ({
      dialogue: {
        ...game.dialogue!,
        answerLine(line, state, seat, move: Any) {
          if (line.length <= 30) return game.dialogue!.answerLine(line, state, seat, move);
          move.number = undefined;
          return { kind: 'done' };
        },
      },
      advance(state, asked: Any) {
        for (const { number } of asked) number.toFixed();
        game.advance(state, asked);
      },
    }),
    sentence: /after the answer "9+" of seat \d, advance threw TypeError/,
  },
  {
    what: 'answers that are read as empty moves',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => ({ kind: 'done' }) } }),
    sentence: /dialogue\.answerLine reads "\d" of seat \d as ""\. If programs/,
  },
  {
    what: 'answers that are read as different moves',
    change: (game) => ({
      dialogue: {
        ...game.dialogue!,
        answerLine(line, state: Any, seat, move: Any) {
          const { most } = state.board;
          const read = game.dialogue!.answerLine(line, state, seat, move);
          if (move.number <= most) move.number = most + 1 - move.number;
          return read;
        },
      },
    }),
    sentence: /dialogue\.answerLine reads "\d" of seat \d as "\d"\. If programs/,
  },
  {
    what: 'a legal answer that is rejected',
    change: (game) => ({
      dialogue: {
        ...game.dialogue!,
        answerLine: (line, state, seat, move) =>
          Number(line) > 6 ? { kind: 'wrong', why: 'too much' } : game.dialogue!.answerLine(line, state, seat, move),
      },
    }),
    sentence: /dialogue\.answerLine rejects "[7-9]", which is a move of seat \d that counts: too much\. If programs/,
  },
  {
    what: 'an answer that is never complete',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => ({ kind: 'more' }) } }),
    sentence: /dialogue\.answerLine waits for more after "\d", which is a move of seat \d that counts/,
  },
  {
    what: 'a replay without the key of its secret randomness',
    change: (game) => ({ replay: { ...game.replay, tail: (state) => game.replay.tail(state) } }),
    sentence: /the replay of its match with sealed chance is read with the key of no seal, not 0123456789abcdef/,
  },
  {
    what: 'a replay that omits failures',
    change: (game) => ({
      replay: {
        ...game.replay,
        round: (asked, state, record) => game.replay.round(asked, state, { ...record, failed: [] }),
      },
    }),
    sentence: /its replay leads to a different state when it is played again, although it is printed the same/,
  },
  {
    what: 'a replay that mixes up the seats',
    change: (game) => ({
      replay: {
        ...game.replay,
        round: (asked, state, record) => game.replay.round([...asked].reverse(), state, record),
      },
    }),
    sentence:
      /its replay (is printed differently when it is played again: line \d+ is ".*", not ".*"|leads to a different state|cannot be read)/,
  },
  {
    what: 'a replay reader that throws an error for a truncated text',
    change: (game) => ({
      replay: {
        ...game.replay,
        open(text) {
          const opened = game.replay.open(text);
          if (!opened.ok && opened.problem.code === 'text/truncated') throw new TypeError('no line');
          return opened;
        },
      },
    }),
    sentence: /replay\.open threw TypeError: no line/,
  },
  {
    what: 'a replay reader that rejects Windows line endings',
    change: (game) => ({
      replay: {
        ...game.replay,
        open: (text) =>
          text.includes('\r')
            ? { ok: false, problem: { code: 'x', message: 'what is that', line: 1 } }
            : game.replay.open(text),
      },
    }),
    sentence: /its replay with Windows line ends cannot be read: line 1: what is that/,
  },
];
