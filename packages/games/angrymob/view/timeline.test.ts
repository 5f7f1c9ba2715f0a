import { newRoundRecord } from '@ludus/game/game.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { openReplay } from '@ludus/viewer/replay.ts';
import { expect, test } from 'vitest';
import { fixture as angrymobFixture } from '../rules/fixture.ts';
import { angrymob } from '../rules/game.ts';
import { generateMap } from '../rules/generator/generator.ts';
import type { MobState } from '../rules/state.ts';
import { seatSummaries } from './facts.ts';
import { view } from './index.ts';
import type { MobFrame } from './timeline.ts';

/** A game of random moves, with its states. */
function playWild(seed: number): { text: string; states: MobState[] } {
  const board = { map: generateMap(BigInt(seed)), seed: BigInt(seed), moveLimit: 90, timeInit: 20, timeMove: 0.2 };
  const state = angrymob.start(board, 1);
  const random = new Lehmer(seed);
  const info = { seed: 1, names: ['One', 'Two'], limited: false };
  let text = angrymob.replay.head(board, info, state);
  const states = [angrymob.clone(state)];
  while (!angrymob.isOver(state)) {
    const asked = [0, 1].map((seat) => angrymobFixture.wildMove(state, seat, random));
    angrymob.advance(state, asked);
    text += angrymob.replay.round(asked, state, newRoundRecord(info));
    states.push(angrymob.clone(state));
  }
  return { text: text + angrymob.replay.tail(state), states };
}

test('frames requested in any order match the states of an Angry Mob game', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { text, states } = playWild(seed);
    const opened = openReplay([view], text);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
    opened.value.finish();
    expect(opened.value.problem).toBeUndefined();
    expect(opened.value.last).toBe(states.length - 1);
    const random = new Lehmer(seed);
    for (let i = 0; i < 60; i++) {
      const round = i === 0 ? states.length - 1 : random.range(0, states.length - 1);
      const frame = opened.value.frame(round) as MobFrame;
      const state = states[round];
      expect(frame.units[0]).toEqual(state.armies[0].units);
      expect(frame.units[1]).toEqual(state.armies[1].units);
      expect(frame.neutrals).toEqual(state.neutrals);
      expect(frame.reason).toBe(state.reason);
    }
    const summaries = seatSummaries(opened.value.frame(states.length - 1) as MobFrame);
    const last = states[states.length - 1];
    for (const seat of [0, 1]) {
      expect(summaries[seat].status).toBe(last.faults[seat] === undefined ? 0 : -1);
      expect(summaries[seat].place).toBe(last.winner === 1 - seat ? 2 : 1);
      if (last.sentences[seat] !== '') expect(summaries[seat].verdict).toBe(last.sentences[seat]);
    }
  }
});

test('a live Angry Mob game that arrives in pieces is read to its end', () => {
  const { text, states } = playWild(9);
  for (const size of [1, 61, 5000]) {
    let timeline: ReturnType<typeof openReplay> | undefined;
    let pending = '';
    for (let at = 0; at < text.length; at += size) {
      const piece = text.slice(at, at + size);
      if (timeline?.ok) timeline.value.append(piece);
      else {
        pending += piece;
        timeline = openReplay([view], pending);
      }
    }
    if (!timeline?.ok) throw new Error('it did not open');
    timeline.value.finish();
    expect(timeline.value.problem).toBeUndefined();
    expect(timeline.value.last).toBe(states.length - 1);
    expect(timeline.value.ending).toBeDefined();
  }
});

test('the timeline reports an Angry Mob replay that ends before the game does', () => {
  const { text } = playWild(1);
  const opened = openReplay([view], text.slice(0, text.indexOf('turn 3\n')));
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  opened.value.finish();
  expect(opened.value.problem).toMatchObject({
    code: 'replay/truncated',
    message: 'the replay is incomplete: it ends after turn 2',
  });
});
