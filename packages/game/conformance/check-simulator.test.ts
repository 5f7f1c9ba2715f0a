import { expect, test } from 'vitest';
import { type CheckedSimulator, checkSimulator } from './check-simulator.ts';
import { duskFixture } from './dusk.ts';

// biome-ignore lint/suspicious/noExplicitAny: the states and moves of the game
type Any = any;

const STEPS = [-1, 0, 1, 9];
const STAY = 1;
const NOTHING = 3;

/** Each player is one unit. */
const simulator: CheckedSimulator = {
  actionNames: ['LEFT', 'STAY', 'RIGHT', 'NOTHING'],
  noAction: NOTHING,
  units: ({ players }) => players,
  ask(actions, from, moves) {
    moves.forEach((move, seat) => {
      move.step = STEPS[actions[from + seat]];
    });
  },
  actionsOf(moves, _state, out, at) {
    for (const [seat, { step }] of moves.entries())
      out[at + seat] = STEPS.includes(step) ? STEPS.indexOf(step) : NOTHING;
  },
  writeMask({ board, cells, turn }, out, at) {
    for (let seat = 0; seat < board.players; seat++)
      for (const [action, step] of STEPS.entries()) {
        const cell = cells[seat] + step;
        const isAllowed = seat === turn && action !== NOTHING && cell >= 0 && cell < board.cells;
        out[at + 4 * seat + action] = action === NOTHING || isAllowed ? 1 : 0;
      }
  },
  scores: ({ scores }, into, at) => into.set(scores, at),
};

function sentenceOf(change: Partial<CheckedSimulator>): string {
  try {
    checkSimulator(duskFixture, { ...simulator, ...change }, 1, 8);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was found';
}

/** The mask with a changed value for one action of the moving seat. */
const masking = (action: number, value: number) => ({
  writeMask(state: Any, out: Uint8Array, at: number) {
    simulator.writeMask(state, out, at);
    if (state.turn >= 0) out[at + 4 * state.turn + action] = value;
  },
});

test('checkSimulator accepts a simulator that meets its contract', () => {
  expect(sentenceOf({})).toBe('nothing was found');
});

test.each([
  [
    'a mask that allows a refused move',
    masking(0, 1),
    /the mask allows LEFT of unit \d \(seat \d\), but the resulting move "left" is refused: a step left/,
  ],
  [
    'a mask that forbids a move that the rules carry out',
    masking(2, 0),
    /the mask forbids RIGHT of unit \d \(seat \d\), but the rules carry it out as "right"/,
  ],
  [
    'a mask that forbids a move that legal lists',
    masking(STAY, 0),
    /`legal` lists "stay", but the mask forbids STAY of unit \d/,
  ],
  [
    'a mask that forbids doing nothing',
    masking(NOTHING, 0),
    /the mask forbids NOTHING of unit \d, but this action is always allowed/,
  ],
  [
    'an allowed action that becomes the empty move',
    { ask: () => {} },
    /the mask allows \w+ of unit \d \(seat \d\), but `ask` turns it into the empty move/,
  ],
  [
    'moves that are translated back to different actions',
    {
      actionsOf: (moves: Any, _: Any, out: Any) =>
        moves.forEach((move: Any, seat: number) => {
          out[seat] = STEPS.includes(-move.step) ? STEPS.indexOf(-move.step) : NOTHING;
        }),
    },
    /`actionsOf` isn’t the inverse of `ask`: LEFT of unit \d \(seat \d\) becomes the move "left", but `actionsOf` turns this move into RIGHT of unit \d/,
  ],
  [
    'scores that differ from the outcome’s',
    { scores: ({ scores }: Any, into: Int32Array) => into.set(scores.map((score: number) => 2 * score)) },
    /at the end, the outcome’s scores are [\d ]+, but the simulator’s scores are [\d ]+: they must be the same points, or 1 for a win and -1 for a loss/,
  ],
] as const)('checkSimulator reports %s', (_, change, sentence) => {
  expect(sentenceOf(change as Partial<CheckedSimulator>)).toMatch(sentence);
});
