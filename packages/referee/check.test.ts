import { dusk } from '@ludus/game/conformance.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { expect, test } from 'vitest';
import { type CheckStep, checkPlayer } from './check.ts';

const BOARD = { label: 'four alone', text: 'dusk board 1\nplayers 4\ncells 9\nsight 1\nrounds 9\n' };
const TEAMS = { label: 'two teams', text: `${BOARD.text}teams 2\n` };

/** The failed steps of a bot that fails in one of these seats. */
async function failures(bad: (seat: number, seats: readonly number[]) => boolean, boards = [BOARD], isQuick = false) {
  let own: number[] = [];
  const runner = (isOwn: boolean): AnyRunner => {
    let seat = -1;
    return {
      name: isOwn ? 'Mine' : 'Rival',
      start(_board, _state, about) {
        seat = about.seat;
        if (isOwn) own.push(seat);
      },
      play() {
        if (isOwn && bad(seat, own)) throw new PlayerFault('crash', `Mine broke in seat ${seat}.`);
      },
      close() {
        own = [];
      },
    };
  };
  const steps: CheckStep[] = [];
  const subject = { game: dusk, opponent: () => runner(false), boards, trials: [], unit: undefined, isQuick };
  for await (const step of checkPlayer({ ...subject, open: () => runner(true) })) steps.push(step);
  return steps.filter(({ passed }) => !passed).map(({ title, found }) => `${title}: ${found}`);
}

test('a check passes a bot that never fails', async () => {
  expect(await failures(() => false, [BOARD, TEAMS])).toEqual([]);
});

test.each([1, 2, 3])('a check reports a bot that fails in seat %i of four', async (bad) => {
  expect(await failures((seat) => seat === bad)).toEqual([
    expect.stringMatching(`^plays a whole match: round \\d of four alone, seat ${bad}: Mine broke in seat ${bad}\\.$`),
  ]);
});

/** The determinism step for a bot that plays differently in its last match, from its second turn on. */
async function repeated(unit: string) {
  let matches = 0;
  const runner = (isOwn: boolean): AnyRunner => {
    let turn = 0;
    let match = 0;
    return {
      name: isOwn ? 'Mine' : 'Rival',
      start(_board, _state, { seat }) {
        if (isOwn && seat === 0) match = matches++;
      },
      play({ cells }, move) {
        const away = cells[0] > 0 ? -1 : 1;
        move.step = isOwn && turn++ >= 1 && match === 2 ? 0 : away;
      },
      close() {},
    };
  };
  const subject = { game: dusk, opponent: () => runner(false), boards: [BOARD], trials: [], unit };
  for await (const step of checkPlayer({ ...subject, open: () => runner(true) }))
    if (step.title === 'is deterministic') return step;
  return undefined;
}

test('a check quotes the first round in which a match and its repetition differ, and fails only if fuel is counted', async () => {
  const found = expect.stringMatching(
    /^when the same match was played twice, the moves first differed in round [1-9]\d*: `.+`, then `.+`$/,
  );
  expect(await repeated('CPU time')).toMatchObject({ passed: true, isNote: true, found });
  expect(await repeated('fuel')).toMatchObject({ passed: false, isNote: false, found });
});

test('a check plays all seats of a side together, and each side in turn', async () => {
  const seen = new Set<string>();
  await failures(
    (_, seats) => {
      seen.add([...seats].sort().join(' '));
      return false;
    },
    [TEAMS],
  );
  expect(seen).toEqual(new Set(['0 2', '1 3']));
  expect(await failures((seat) => seat === 3, [TEAMS])).toEqual([expect.stringContaining('seat 3: Mine broke')]);
});

test('a check also plays the sides of a later board if they differ from the first board’s', async () => {
  expect(await failures((seat, seats) => seat === 3 && seats.includes(1), [BOARD, TEAMS])).toEqual([
    expect.stringContaining('of two teams, seat 3: Mine broke in seat 3.'),
  ]);
});

test('a check skips the rest of a step after the bot fails in one of the step’s matches', async () => {
  const seats: number[] = [];
  await failures((seat) => {
    seats.push(seat);
    return seat > 0;
  });
  expect(Math.max(...seats)).toBe(1);
});

test('a quick check plays only in the first seat', async () => {
  const seats: number[] = [];
  const play = (seat: number): boolean => {
    seats.push(seat);
    return false;
  };
  await failures(play, [BOARD, TEAMS], true);
  expect(new Set(seats)).toEqual(new Set([0]));
});
