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
      /a match is different on a board that was printed and read again; the first difference between the boards is in most \(\d and 9\)/,
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
    sentence: /`seatsOf` returns [5-9], but a match has 2, 3, or 4 players, on a board .*, which `readBoard` accepts/,
  },
  {
    what: 'a board that is printed with a different setting',
    change: (game) => ({ printBoard: (board: Any) => game.printBoard({ ...board, most: board.most + 1 }) }),
    sentence:
      /a board that `printBoard` printed is printed differently after it is read: line 4 is "most \d+", not "most \d+"/,
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
      /the replay is read with a different board, whose line 4 is "most 9", not "most \d\d", on a board whose line 4 is "most .*", not "most \d", which `readBoard` accepts$/,
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
      /`advance` threw TypeError: no such number, on a board whose line 4 is "most .*", not "most \d", which `readBoard` accepts$/,
  },
  {
    what: 'a board error without a line number',
    change: (game) => ({
      readBoard(text) {
        const read = game.readBoard(text);
        return read.ok ? read : { ok: false, problem: { code: read.problem.code, message: read.problem.message } };
      },
    }),
    sentence: /`readBoard` rejects a board whose line \d is .*, but without a line number: ".*"$/,
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
    sentence:
      /`readBoard` rejects a board whose line \d is .*, but its message isn’t one line of 1 to 300 characters: ".*"$/,
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
      /before the first round: this board has changed since it was read, although no match on it caused the change: line \d is ".*", not ".*"/,
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
    sentence: /`dialogue\.question` for seat 0 changes the state passed to it/,
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
    sentence: /after the answer "9+" of seat \d, `advance` threw TypeError/,
  },
  {
    what: 'answers that are read as empty moves',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => ({ kind: 'done' }) } }),
    sentence: /`dialogue\.answerLine` reads the answer "\d" of seat \d as ""\. If programs/,
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
    sentence: /`dialogue\.answerLine` reads the answer "\d" of seat \d as "\d"\. If programs/,
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
    sentence:
      /`dialogue\.answerLine` rejects the answer "[7-9]", a move of seat \d that has an effect: too much\. If programs/,
  },
  {
    what: 'an answer that is never complete',
    change: (game) => ({ dialogue: { ...game.dialogue!, answerLine: () => ({ kind: 'more' }) } }),
    sentence:
      /`dialogue\.answerLine` waits for another line after the answer "\d", a move of seat \d that has an effect/,
  },
  {
    what: 'a replay without the key of its secret randomness',
    change: (game) => ({ replay: { ...game.replay, tail: (state) => game.replay.tail(state) } }),
    sentence: /the replay of the match with secret randomness is read with the key \(none\), not 0123456789abcdef/,
  },
  {
    what: 'a replay that omits failures',
    change: (game) => ({
      replay: {
        ...game.replay,
        round: (asked, state, record) => game.replay.round(asked, state, { ...record, failed: [] }),
      },
    }),
    sentence: /the replay leads to a different state when it is played again, although its text is the same/,
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
      /the replay (is printed differently when it is played again: line \d+ is ".*", not ".*"|leads to a different state|cannot be read)/,
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
    sentence: /`replay\.open` threw TypeError: no line/,
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
    sentence: /the replay with Windows line endings cannot be read: line 1: what is that/,
  },
];
