import { readFileSync } from 'node:fs';
import { newRoundRecord } from '@ludus/game/game.ts';
import { expect, test } from 'vitest';
import { starwar } from '../../starwar/rules/game.ts';
import { view } from '../../starwar/view/index.ts';

const board = starwar.readBoard(
  readFileSync(new URL('../../starwar/boards/default.cnf', import.meta.url), 'utf8').replace(/300/, '3'),
);

/** A replay of three rounds without instructions. */
function replayText(): string {
  if (!board.ok) throw new Error(board.problem.message);
  const state = starwar.start(board.value, 9);
  const info = { seed: 9, names: ['A', 'B', 'C', 'D'], limited: false };
  let text = starwar.replay.head(board.value, info, state);
  while (!starwar.isOver(state)) {
    const asked = [0, 1, 2, 3].map(() => starwar.newMove());
    starwar.advance(state, asked);
    text += starwar.replay.round(asked, state, newRoundRecord(info));
  }
  return text;
}

function opened(text: string) {
  const read = view.open(text);
  if (!read.ok) throw new Error(read.problem.message);
  read.value.finish();
  return read.value;
}

test('the timeline reports a Star War replay that ends before its last round', () => {
  const text = replayText();
  expect(opened(text).problem).toBeUndefined();
  const cut = opened(text.slice(0, text.indexOf('actions_asked', text.indexOf('\nrnd 2') + 1)));
  expect(cut.problem).toMatchObject({
    code: 'replay/truncated',
    message: 'the replay is incomplete: it ends after round 2 of 3',
  });
});

test('the timeline reports a board from the wrong round in a Star War replay', () => {
  const timeline = opened(replayText().replace(/\nrnd 2/, '\nrnd 7'));
  timeline.frame(2);
  expect(timeline.problem).toMatchObject({
    code: 'replay/round',
    message: 'expected the board of round 2, found the board of round 7',
  });
});
