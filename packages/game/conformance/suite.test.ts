import { describe, expect, test } from 'vitest';
import type { AnyGame } from '../game.ts';
import { textReplay } from '../text-replay.ts';
import { BREAKAGES, type Breakage, broken } from './broken-games.ts';
import { pickSpecimen } from './minimal.ts';
import type { AnySpecimen } from './specimen.ts';
import { ConformanceError, runConformance } from './suite.ts';

const SIZE = { boards: 6, matches: 200, rounds: 8 };

function sentenceOf(specimen: AnySpecimen, size = SIZE): string {
  try {
    runConformance(specimen, 1, size);
  } catch (error) {
    if (error instanceof ConformanceError) return error.message;
    throw error;
  }
  return 'nothing was found';
}

test('a game that keeps everything', () => {
  expect(runConformance(pickSpecimen, 1, SIZE)).toMatchObject({ game: 'pick', matches: 200 });
});

describe('any game, broken in a way that needs no knowledge of it', () => {
  test.each(BREAKAGES)('$what', ({ change, sentence }) => {
    expect(sentenceOf(broken(pickSpecimen, change))).toMatch(sentence);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: broken in ways that its types forbid
type Any = any;

/** The game with a replay that knows of what is changed in it. */
const whole = (game: AnyGame): AnyGame => ({ ...game, replay: textReplay(game) });

describe('a game that is broken inside', () => {
  test.each<Breakage>([
    {
      what: 'a clone that shares its scores',
      change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), scores: state.scores }) }),
      sentence: /advancing a clone changed its original: scores\[\d\] from \d+ to \d+/,
    },
    {
      what: 'a clone that begins with a generator of its own',
      change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), generator: 1 }) }),
      sentence: /a clone has another hash than its original; they differ first in generator \(\d+ and 1\)/,
    },
    {
      what: 'a clone that loses what the hash does not tell',
      change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), prize: 0 }) }),
      sentence: /a clone went another way than its original; it was made with another prize \(\d+ and 0\)/,
    },
    {
      what: 'a restore that leaves the prize',
      change: (game) => ({
        restore(target: Any, source: Any) {
          const { prize } = target;
          game.restore(target, source);
          target.prize = prize;
        },
      }),
      sentence: /a restored state went another way than its source; restore left another prize \(\d+ and \d+\)/,
    },
    {
      what: 'a restore that shares its scores',
      change: (game) => ({
        restore(target: Any, source: Any) {
          game.restore(target, source);
          target.scores = source.scores;
        },
      }),
      sentence: /advancing a state changed one that was restored from it/,
    },
    {
      what: 'a hash without the scores',
      change: (game) => ({ hash: (state: Any) => game.hash({ ...state, scores: [] }) }),
      sentence:
        /hash leaves something out: a match with no move of seat \d in round \d has the same hash and another outcome; they differ first in scores\[\d\]/,
    },
    {
      what: 'a hash without the generator',
      change: (game) => ({ hash: (state: Any) => game.hash({ ...state, generator: 1 }) }),
      sentence:
        /hash leaves something out: a match with another seed has the same hash before this round and another one after it; the states differed first in prize/,
    },
    {
      what: 'a hash without who is frozen',
      change: (game) => ({ hash: (state: Any) => game.hash({ ...state, frozen: [] }) }),
      sentence:
        /hash leaves something out: a match with nobody taken out has the same hash .*; the states differed first in frozen\[\d\]/,
    },
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
        /the board that was printed and read plays otherwise than the one that was made; they differ first in most \(\d and 9\)/,
    },
    {
      what: 'a board that is printed with a wrong setting',
      change: (game) => ({ printBoard: (board: Any) => game.printBoard({ ...board, most: board.most + 1 }) }),
      sentence: /a board that is read as it was printed is printed otherwise: line 4 is "most \d+", not "most \d+"/,
    },
    {
      what: 'a match that never ends',
      change: () => ({ isOver: () => false }),
      sentence: /the match is not over after 20000 rounds/,
    },
    {
      what: 'an advance that throws at nonsense',
      change: (game) => ({
        advance(state: Any, asked: Any) {
          for (const { number } of asked) if (number > state.board.most) throw new RangeError(`there is no ${number}`);
          game.advance(state, asked);
        },
      }),
      sentence: /round \d+: advance threw RangeError: there is no \d+/,
    },
    {
      what: 'an advance that changes its moves',
      change: (game) => ({
        advance(state: Any, asked: Any) {
          game.advance(state, asked);
          for (const move of asked) move.number = Math.abs(move.number);
        },
      }),
      sentence: /advance changed the move of seat \d that it was given, from "-\d" to "\d"/,
    },
    {
      what: 'an advance that keeps a move',
      change: (game) => ({
        // What was asked before counts a second time.
        advance(state: Any, asked: Any) {
          const before = state.kept ?? asked;
          game.advance(state, [before[0], ...asked.slice(1)]);
          state.kept = [...asked];
        },
        clone: (state: Any) => ({ ...game.clone(state) }),
        restore(target: Any, source: Any) {
          game.restore(target, source);
          target.kept = source.kept;
        },
      }),
      sentence:
        /a move does something else in a buffer that has served before: clearMove leaves something, or the state has kept the buffer/,
    },
    {
      what: 'seats that are counted otherwise by freeze',
      change: (game) => ({
        freeze: (state: Any, seat, fault) => game.freeze(state, (seat + 1) % state.board.players, fault),
      }),
      sentence:
        /freeze does nothing to seat \d: its moves still count, and those of seat \d do not: seats are counted otherwise/,
    },
    {
      what: 'two matches that share their scores',
      change(game) {
        const shared: number[] = [];
        return {
          start(board: Any, seed) {
            shared.length = board.players;
            shared.fill(0);
            return { ...(game.start(board, seed) as object), scores: shared };
          },
        };
      },
      sentence: /playing one match changed another one on the same board: scores\[\d\] from 0 to \d/,
    },
    {
      what: 'a start that writes the board',
      change: (game) => ({
        start(board: Any, seed) {
          board.most = 9;
          return game.start(board, seed);
        },
      }),
      sentence: /before the first round: start changed the board, which all matches share: most from \d to 9/,
    },
    {
      what: 'a start that depends on chance',
      change(game) {
        let calls = 0;
        return { start: (board, seed) => game.start(board, seed + (calls++ % 2)) };
      },
      sentence: /start: the same call gave two answers; they differ first in prize/,
    },
    {
      what: 'rules that look at the shares of budgets',
      change: (game) => ({
        charge(state: Any, seat, share) {
          if (share > 0.01) state.scores[seat] += 1;
        },
        dialogue: game.dialogue!,
      }),
      sentence: /the rules look at the shares of budgets/,
    },
    {
      what: 'an outcome that hands out the state’s own scores',
      change: (game) => ({ outcome: (state: Any) => ({ ...game.outcome(state), scores: state.scores }) }),
      sentence: /an outcome that was given out changed later, scores\[\d\] from \d+ to \d+: it is the state’s own/,
    },
    {
      what: 'a score that falls',
      change: (game) => ({
        advance(state: Any, asked) {
          game.advance(state, asked);
          if (state.round === 3) state.scores[0] = -1;
        },
      }),
      sentence: /round 3: a score is negative/,
    },
    {
      what: 'scores that do not add up',
      change: (game) => ({
        advance(state: Any, asked) {
          game.advance(state, asked);
          if (state.round === 5) state.scores.fill(0);
        },
      }),
      sentence: /round 5: the score of seat \d fell from \d+ to 0/,
    },
    {
      what: 'sentences about illegal moves for too few seats',
      change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), illegal: [''] }) }),
      sentence: /outcome has 1 sentences about illegal moves for \d seats/,
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
      sentence: /dialogue\.question or dialogue\.answerLine changed the state/,
    },
    {
      what: 'an answer that the rules cannot bear',
      change: (game) => ({
        dialogue: {
          ...game.dialogue!,
          answerLine(line, _state, _seat, move: Any) {
            move.number = line.length > 30 ? undefined : 1;
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
      what: 'a replay that forgets who failed',
      change: (game) => ({
        replay: {
          ...game.replay,
          round: (asked, state, record) => game.replay.round(asked, state, { ...record, failed: [] }),
        },
      }),
      sentence: /its replay is played again and comes to another state, though it is printed alike/,
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
        /its replay (is played again and (printed otherwise: line \d+ is ".*", not ".*"|comes to another state)|cannot be read)/,
    },
    {
      what: 'a replay whose reader throws where it is cut off',
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
      what: 'a replay that is only read with plain line ends',
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
  ])('$what', ({ change, sentence }) => {
    const specimen = broken(pickSpecimen, change);
    const game = change(pickSpecimen.game).replay ? specimen.game : whole(specimen.game);
    expect(sentenceOf({ ...specimen, game })).toMatch(sentence);
  });
});

test('boards that the game generates are the same for the same seed', () => {
  const boards = [3, 4, 5].map((rounds) => ({ players: 2, rounds, most: 5 }));
  let calls = 0;
  const { wildBoard: _, ...rest } = pickSpecimen;
  const generating = (generateBoard: (seed: number) => never) =>
    sentenceOf({ ...rest, game: { ...pickSpecimen.game, generateBoard } } as AnySpecimen);
  expect(generating((seed) => boards[Math.abs(seed % 3)] as never)).toBe('nothing was found');
  expect(generating(() => boards[calls++ % 3] as never)).toMatch(
    /generateBoard: the same call gave two answers: line 3/,
  );
  expect(sentenceOf(rest)).toContain('the game makes no boards of its own, and its specimen has no wildBoard');
});

test('an invariant that is broken is told in its own words', () => {
  expect(sentenceOf({ ...pickSpecimen, brokenInvariant: () => 'all is lost' })).toMatch(/round 1: all is lost$/);
});

test('a failure that does not come again is chance', () => {
  let calls = 0;
  const change: Breakage['change'] = (game) => ({
    clone: (state) => (++calls % 97 === 0 ? game.start({ players: 2, rounds: 2, most: 2 }, 1) : game.clone(state)),
  });
  expect(sentenceOf(broken(pickSpecimen, change))).toMatch(
    /the same call gave two answers: a clone has another hash .*; with the same calls once more it did not come to that$/,
  );
});

test('a failure names board, seed and round, and has the board', () => {
  let failure: unknown;
  try {
    runConformance(
      broken(pickSpecimen, () => ({ hash: () => 7 })),
      9,
      SIZE,
    );
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConformanceError);
  const { message, board, sentence } = failure as ConformanceError;
  expect(message).toMatch(/^Pick, suite seed 9, match 0 \(board 0, seed -?\d+\), round 1: the hash is the same/);
  expect(message.endsWith(sentence)).toBe(true);
  expect(board).toMatch(/^pick board 1\nplayers \d/);
});
