import { describeProblem } from '@ludus/kernel/result.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pick, pickFixture } from './conformance/minimal.ts';
import { runConformance } from './conformance/suite.ts';
import { type AnyGame, FAULTS, type Fault, newRoundRecord } from './game.ts';
import { playReplay } from './play-replay.ts';
import type { REPLAY_PROBLEMS } from './replay-problems.ts';
import { textReplay } from './text-replay.ts';

const BOARD = { players: 3, rounds: 3, most: 9 };
const NAMES = ['Ann', 'Bob', 'Cy'];

interface Happening {
  readonly numbers: readonly number[];
  readonly failed?: readonly (readonly [number, Fault])[];
  readonly shares?: readonly number[];
}

/** Prints a replay of recorded events. Events of disqualified players are omitted. */
function replayOf(happenings: readonly Happening[], limited: boolean, game: AnyGame = pick): string {
  const info = { seed: -5, names: NAMES, limited };
  const state = game.start(BOARD, info.seed);
  const record = newRoundRecord(info);
  let text = game.replay.head(BOARD, info, state);
  for (const { numbers, failed = [], shares = [0, 0, 0] } of happenings) {
    if (game.isOver(state)) break;
    for (const [seat, fault] of failed) {
      if (record.faults[seat] !== undefined) continue;
      game.freeze(state, seat, fault);
      record.faults[seat] = fault;
      record.failed.push(seat);
    }
    const asked = numbers.map((number, seat) => (record.faults[seat] === undefined ? { number } : game.newMove()));
    shares.forEach((share, seat) => {
      if (limited) record.shares[seat] = share;
    });
    game.advance(state, asked);
    text += game.replay.round(asked, state, record);
    record.failed.length = 0;
  }
  return text + game.replay.tail(state);
}

/** Reads a replay, plays it, and prints it again. Returns the text, or the message of the first problem. */
function again(text: string, game: AnyGame = pick): string {
  const opened = game.replay.open(text);
  if (!opened.ok) return describeProblem(opened.problem);
  const { board, info } = opened.value;
  const state = game.start(board, info.seed);
  let printed = game.replay.head(board, info, state);
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem') return describeProblem(step.problem);
    if (step.phase === 'played') printed += game.replay.round(step.asked, state, step.record);
  }
  return printed + game.replay.tail(state);
}

const TEXT = `pick replay 1
seed -5
names Ann Bob Cy
limited 1
board 4
pick board 1
players 3
rounds 3
most 9
used 0 0.125 2 0.3333333333333333
1: 1;2;3
freeze 1 time
used 0 0.25 2 0.3333333333333333
2: 4;;4
3: ;;
result 3 rounds 0 0 9
`;
const HAPPENINGS: Happening[] = [
  { numbers: [1, 2, 3], shares: [0.125, 0, 1 / 3] },
  { numbers: [4, 9, 4], failed: [[1, 'time']], shares: [0.25, 0, 1 / 3] },
  { numbers: [0, 0, 0] },
];

test('a text replay has the expected lines, and is recognised by its first line', () => {
  expect(replayOf(HAPPENINGS, true)).toBe(TEXT.replace(/9\n$/, `${pick.start(BOARD, -5).prize}\n`));
  expect(pick.replay.recognizes(TEXT)).toBe(true);
  expect(pick.replay.recognizes(pick.printBoard(BOARD))).toBe(false);
  expect(pick.replay.recognizes(TEXT.replace('pick', 'picks'))).toBe(false);
});

test('a text replay marks an unfinished match, and is read back unchanged', () => {
  const text = replayOf(HAPPENINGS.slice(0, 1), false);
  expect(text).toMatch(/\n1: 1;2;3\nunfinished 1\n$/);
  expect(again(text)).toBe(text);
});

test('a text replay of any match is the same byte for byte after it is read, played, and printed', () => {
  const share = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true }));
  const happening: fc.Arbitrary<Happening> = fc.record({
    numbers: fc.array(fc.integer({ min: -3, max: 12 }), { minLength: 3, maxLength: 3 }),
    failed: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(...FAULTS)), { maxLength: 1 }),
    shares: fc.array(share, { minLength: 3, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 4 }), fc.boolean(), fc.boolean(), (happenings, limited, windows) => {
      const text = replayOf(happenings, limited);
      expect(again(windows ? text.replaceAll('\n', '\r\n') : text)).toBe(text);
    }),
    { numRuns: Number(process.env.LUDUS_PROPERTY_RUNS ?? 300) },
  );
});

test('a text replay truncated before the end of its last round is reported with the number of its last complete line', () => {
  for (let length = 0; length < TEXT.length; length++) {
    const cut = TEXT.slice(0, length);
    const line = cut.split('\n').length - 1;
    const opened = pick.replay.open(cut);
    let problem = opened.ok ? undefined : opened.problem;
    if (opened.ok)
      for (const step of playReplay(pick, opened.value)) if (step.phase === 'problem') problem = step.problem;
    // The result line may be missing if the text contains all rounds.
    if (length > TEXT.indexOf('3: ;;') + 5) expect(problem).toBeUndefined();
    else {
      expect(problem).toMatchObject({ code: 'text/truncated', line });
      expect(problem?.message).toMatch(/^expected .*, found the end of the file$/);
    }
  }
});

describe('the text replay reader', () => {
  test.each<[string, string, string]>([
    [
      'pick replay 1',
      'pick replay 2',
      'line 1: this replay of Pick has format version 2, but this release of Ludus reads version 1',
    ],
    ['pick replay 1', 'pick reply 1', 'line 1: expected pick replay 1, found "pick reply 1"'],
    ['seed -5', 'seed x', 'line 2: expected "seed" and a whole number, found "seed x"'],
    ['seed -5', 'seed 4294967296', 'line 2: expected a 32-bit whole number, found 4294967296'],
    ['Ann Bob Cy', 'Ann Bob', 'line 3: expected 3 names for this board, found 2'],
    ['Ann Bob Cy', 'Ann  Cy', 'line 3: expected "names", then one name per seat, found "names Ann  Cy"'],
    ['limited 1', 'limited 2', 'line 4: expected "limited 0" or "limited 1", found "limited 2"'],
    ['board 4', 'board', 'line 5: expected "board" and the number of its lines, found "board"'],
    ['board 4', 'board 3', 'line 8: the board: expected most, found the end of the file'],
    ['board 4', 'board 99', 'line 16: expected the 99 lines of the board, found the end of the file'],
    ['players 3', 'players 7', 'line 7: the board: players must be from 2 to 4, found 7'],
    ['1: 1;2;3', '1: 1;2', 'line 11: expected 3 moves separated by semicolons'],
    ['1: 1;2;3', '1: 1;2;x', 'line 11: this isn’t a number: x'],
    ['1: 1;2;3', '2: 1;2;3', 'line 11: expected round 1, found round 2'],
    ['3: ;;', '5: ;;', 'line 15: expected round 3, found round 5'],
    ['1: 1;2;3', 'one', 'line 11: expected "freeze", "used", or a round, found one'],
    ['1: 1;2;3', '', 'line 11: expected "freeze", "used", or a round, found nothing'],
    ['freeze 1 time', 'freeze 3 time', 'line 12: there is no seat 3'],
    ['freeze 1 time', 'freeze -1 time', 'line 12: there is no seat -1'],
    ['freeze 1 time', 'freeze 1 boredom', `line 12: expected one of ${FAULTS.join(', ')}, found boredom`],
    ['freeze 1 time', 'freeze 1 time\nfreeze 1 time', 'line 13: player 1 is already disqualified'],
    ['used 0 0.25 2', 'used 0 2', 'line 13: there is no seat 0.3333333333333333'],
    ['used 0 0.25 2', 'used 0 -1 2', 'line 13: expected the share of seat 0, found -1'],
    ['2: 4;;4', '2: 4;5;4', 'line 14: player 1 is disqualified but has a move: 5'],
    ['3: ;;', 'result 2 rounds 0 0 9', 'line 16: expected the end of the file, found "result 3 rounds 0 0 9"'],
  ])('reports the line of the error when %j becomes %j', (from, to, sentence) => {
    expect(again(TEXT.replace(from, to))).toBe(sentence);
  });

  test('reports every error code except replay/foreign and replay/seen', () => {
    const code = (text: string) => {
      const opened = pick.replay.open(text);
      if (!opened.ok) return opened.problem.code;
      for (const step of playReplay(pick, opened.value)) if (step.phase === 'problem') return step.problem.code;
      return '';
    };
    // These two problems are reported elsewhere: by openBranch and by the viewer.
    const broken: Record<Exclude<keyof typeof REPLAY_PROBLEMS, 'replay/foreign' | 'replay/seen'>, string> = {
      'text/truncated': '',
      'replay/version': TEXT.replace('pick replay 1', 'pick replay 2'),
      'replay/line': TEXT.replace('seed -5', 'seed x'),
      'replay/seed': TEXT.replace('seed -5', 'seed 4294967296'),
      'replay/name': TEXT.replace('Ann', '☃'),
      'replay/seats': TEXT.replace('Ann Bob', 'Ann'),
      'replay/board': TEXT.replace('players 3', 'players 7'),
      'replay/round': TEXT.replace('1: 1;2;3', 'one'),
      'replay/result': replayOf(HAPPENINGS.slice(0, 1), false).replace('unfinished 1', 'result 1'),
      'replay/sealed': `${replayOf(HAPPENINGS, false)}sealed ${'7'.repeat(64)}\n`,
    };
    for (const [expected, text] of Object.entries(broken)) expect(code(text)).toBe(expected);
  });

  test('rejects four million names, and ignores four million scores in the result', () => {
    const many = ' a'.repeat(4_000_000);
    expect(again(TEXT.replace(' Ann Bob Cy', many))).toContain('line 3: expected 3 names for this board');
    expect(again(TEXT.replace('rounds 0 0 9', `rounds${many}`))).toBe(again(TEXT));
  });

  test('rejects an incomplete result, and any text after the end except sentences about illegal moves', () => {
    const ending = (end: string) => {
      const opened = pick.replay.open(replayOf(HAPPENINGS.slice(0, 1), false).replace('unfinished 1\n', end));
      if (!opened.ok) throw new Error(describeProblem(opened.problem));
      for (const step of playReplay(pick, opened.value)) if (step.phase === 'problem') return step.problem.message;
      return 'read';
    };
    expect(ending('unfinished 1\n')).toBe('read');
    expect(ending('result 1 illegal 1 0 0\nillegal 2 a cell that is not there\n')).toBe('read');
    expect(ending('result 1\n')).toBe('expected the number of rounds, the reason, and a score for each seat');
    expect(ending('unfinished 1\n2: 1;2;3\n')).toBe('expected the end of the file, found "2: 1;2;3"');
  });
});

test('a text replay can contain an uncounted round in which a player failed', () => {
  const rules: AnyGame = {
    ...pick,
    advance(state, asked) {
      if (state.frozen.includes(true)) state.ended = true;
      else pick.advance(state, asked);
    },
    isOver: (state) => state.ended === true || pick.isOver(state),
  };
  const game = { ...rules, replay: textReplay(rules) };
  const text = replayOf(HAPPENINGS, false, game);
  expect(text).toMatch(/\n1: 1;2;3\nfreeze 1 time\n1: 4;;4\nresult 1 frozen /);
  expect(again(text, game)).toBe(text);
});

test('sentences about illegal moves follow a text replay’s result, and are recomputed from its moves', () => {
  const rules = { ...pick, outcome: (state: never) => ({ ...pick.outcome(state), illegal: ['', 'no; not 9', ''] }) };
  const game = { ...rules, replay: textReplay(rules, 7) };
  const text = replayOf(HAPPENINGS, false, game);
  expect(text).toMatch(/^pick replay 7\n(?:.*\n)*result 3 rounds 0 0 \d\nillegal 1 no; not 9\n$/);
  expect(again(text, game)).toBe(text);
});

test('the minimal game passes the conformance suite with text replays', () => {
  expect(runConformance(pickFixture, 3, { boards: 20, matches: 400, rounds: 12 })).toMatchObject({ matches: 400 });
});

test('an error message about a text replay contains no control characters', () => {
  expect(again(TEXT.replace('freeze 1 time', 'freeze 1 \u001b[2J'))).toMatch(/, found \?\[2J$/);
});

describe('the key of a match with secret randomness', () => {
  const sealed = (text: string) => `${text}sealed ${'7'.repeat(64)}\n`;

  test('ends the replay of a match with a budget', () => {
    const opened = pick.replay.open(sealed(TEXT));
    expect(opened.ok && opened.value.info).toEqual({ seed: -5, names: NAMES, limited: true, key: '7'.repeat(64) });
  });

  test('is rejected in a match without a budget', () => {
    const plain = sealed(replayOf(HAPPENINGS, false));
    const sentence = `line ${plain.split('\n').length - 1}: a match without a budget can’t have a sealed line`;
    expect(again(plain)).toBe(sentence);
    expect(again(plain.replaceAll('\n', '\r\n'))).toBe(sentence);
  });

  test('isn’t read in a game without randomness, where its line is an error', () => {
    const { setGenerator, ...rules } = pick;
    const opened = textReplay(rules).open(sealed(TEXT));
    expect(opened.ok && opened.value.info.key).toBe(undefined);
    const unfinished = sealed(replayOf(HAPPENINGS.slice(0, 1), true));
    const lines = unfinished.split('\n').length - 1;
    expect(again(unfinished, { ...rules, replay: textReplay(rules) })).toMatch(
      `line ${lines}: expected the end of the file, found "sealed 777`,
    );
  });
});
