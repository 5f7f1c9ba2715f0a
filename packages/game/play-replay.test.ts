import { expect, test } from 'vitest';
import { pick } from './conformance/minimal.ts';
import { newRoundRecord } from './game.ts';
import { playReplay } from './play-replay.ts';

const BOARD = { players: 2, rounds: 3, most: 9 };
const INFO = { seed: 4, names: ['Ann', 'Bob'], limited: true };

/** A replay of three rounds. Bob fails in the second. */
function replay(): string {
  const state = pick.start(BOARD, INFO.seed);
  const record = newRoundRecord(INFO);
  let text = pick.replay.head(BOARD, INFO, state);
  for (const numbers of [
    [5, 6],
    [7, 0],
    [8, 0],
  ]) {
    if (numbers[0] === 7) {
      record.faults[1] = 'crash';
      record.failed.push(1);
      pick.freeze(state, 1, 'crash');
    }
    record.shares[0] = numbers[0] / 16;
    const asked = numbers.map((number) => ({ number }));
    pick.advance(state, asked);
    text += pick.replay.round(asked, state, record);
    record.failed.length = 0;
  }
  return text + pick.replay.tail(state);
}

function opened(text: string) {
  const open = pick.replay.open(text);
  if (!open.ok) throw new Error(open.problem.message);
  return open.value;
}

test('playReplay yields moves, budgets, and faults before and after each round is played', () => {
  const seen = [];
  for (const step of playReplay(pick, opened(replay()))) {
    if (step.phase === 'problem') throw new Error(step.problem.message);
    const { phase, state, asked, record } = step;
    const numbers = asked.map(({ number }) => number);
    seen.push([
      phase,
      state.round,
      numbers,
      record.shares[0] * 16,
      state.frozen[1],
      record.faults[1],
      [...record.failed],
    ]);
  }
  expect(seen).toEqual([
    ['asked', 0, [5, 6], 5, false, undefined, []],
    ['played', 1, [5, 6], 5, false, undefined, []],
    ['asked', 1, [7, 0], 7, true, 'crash', [1]],
    ['played', 2, [7, 0], 7, true, 'crash', [1]],
    ['asked', 2, [8, 0], 8, true, 'crash', []],
    ['played', 3, [8, 0], 8, true, 'crash', []],
  ]);
});

test('playReplay uses the state that its caller passes, and plays moves that the caller has changed', () => {
  const state = pick.start(BOARD, INFO.seed);
  const prizes: number[] = [];
  for (const step of playReplay(pick, opened(replay()), state)) {
    if (step.phase !== 'asked') continue;
    prizes.push(step.state.prize);
    step.asked[0].number = 0;
  }
  // Ann's move is now empty, so only Bob's number counts.
  expect(pick.outcome(state).scores).toEqual([0, prizes[0]]);
});

test('playReplay ends with a problem if the rest of the text can’t be read', () => {
  const phases = [...playReplay(pick, opened(replay().replace('2: 7', '2: x')))];
  expect(phases.map(({ phase }) => phase)).toEqual(['asked', 'played', 'problem']);
  expect(phases[2]).toMatchObject({ problem: { message: 'this isn’t a number: x', token: 'x' } });
});

test('playReplay stops when the match is over, or when the text marks the match as unfinished', () => {
  const rounds = (text: string) => [...playReplay(pick, opened(text))].length / 2;
  expect(rounds(replay())).toBe(3);
  expect(rounds(replay().replace('rounds 3', 'rounds 2'))).toBe(2);
  expect(
    rounds(
      replay()
        .replace(/3: 8(?:.*\n)*$/, 'unfinished 2\n')
        .replace('used 0 0.5\nunfinished', 'unfinished'),
    ),
  ).toBe(2);
});
