import { type DuskBoard, type DuskState, dusk } from '@ludus/game/conformance.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { expect, test } from 'vitest';
import { isShown } from '../player/extras.ts';
import { append, loadSidecar, loadText, lookAs, startLive } from '../player/load.ts';
import { loadSecondMatch } from '../player/second-match.ts';
import { createViewer } from '../player/state.ts';
import { openReplay } from './open-replay.ts';
import type { AnyView, Timeline } from './view.ts';

const BOARD: DuskBoard = { players: 4, cells: 9, sight: 0, rounds: 25, teams: 2 };

/** All data from which a game can create a frame. */
interface Frame {
  readonly cells: readonly number[];
  readonly dice: readonly number[];
  readonly seen: DuskState;
  readonly info: unknown;
}

const view = {
  id: 'dusk',
  title: 'Dusk',
  modes: [],
  charts: [{ id: 'die', title: 'die', value: ({ dice }: Frame, seat: number) => dice[seat] }],
  marks: () => [],
  recognizes: (text: string) => dusk.replay.recognizes(text),
  open: (text: string) =>
    openReplay(dusk, view, text, {
      frame: (state, record): Frame => ({
        cells: [...state.cells],
        dice: [...state.dice],
        seen: dusk.clone(state),
        info: record.info,
      }),
      size: ({ cells, rounds }) => ({ rows: 1, columns: cells, rounds }),
      settings: () => [],
      ending: ({ dice }, names) => `over for ${names[0]}: ${dice.join(' ')}`,
    }),
} as unknown as AnyView;

const KEY = 'ab'.repeat(32);
/** A whole match, with the states after each of its rounds. */
function match(limited: boolean) {
  const truth: DuskState[] = [];
  let text = '';
  const runners = [0, 1, 2, 3].map(
    (seat): AnyRunner => ({
      name: `Player${seat}`,
      play(_state, move) {
        move.step = 1;
      },
    }),
  );
  playMatchSync({
    game: dusk,
    board: BOARD,
    seed: 7,
    limited,
    key: KEY,
    runners,
    record: (piece) => {
      text += piece;
    },
    onRound: (state) => truth.push(dusk.clone(state)),
  });
  return { text, truth };
}

const opened = (text: string): Timeline<Frame> => {
  const timeline = view.open(text);
  if (!timeline.ok) throw new Error(timeline.problem.message);
  timeline.value.finish();
  return timeline.value;
};

test.each([false, true])('a seat’s pictures are made only from its observations (budget: %s)', (limited) => {
  const { text, truth } = match(limited);
  const whole = opened(text);
  for (const seat of [0, 1, 2, 3]) {
    const timeline = whole.seenBy!(seat);
    expect(timeline.last).toBe(25);
    for (const [round, given] of truth.entries()) {
      const state = dusk.clone(given);
      // Information that is hidden from the seat is dealt again, but the picture stays the same.
      dusk.redeal!(state, seat, { range: (low) => low });
      const { cells, dice, seen, info } = timeline.frame(round);
      const now = dusk.observe!(state, seat);
      expect([cells, dice]).toEqual([[...now.cells], [...now.dice]]);
      const hidden = dusk.observe!(dusk.start(BOARD, 1), seat);
      dusk.setGenerator!(hidden, 1);
      expect(seen.chance).toEqual(hidden.chance);
      expect(info).toEqual({ seed: 0, names: whole.names, limited });
    }
    expect(timeline.seed).toBe('');
    expect(timeline.ending).toBe(`over for Player0: ${timeline.frame(25).dice.join(' ')}`);
    expect(timeline.teams).toEqual([0, 1, 0, 1]);
  }
  expect(whole.frame(25).dice.every((die) => die > 0)).toBe(true);
  expect(whole.ending).not.toBe(whole.seenBy!(0).ending);
});

test('a seat sees its teammate’s die and position if the game shares this information', () => {
  const { text, truth } = match(false);
  const timeline = opened(text).seenBy!(0);
  const seenDice = timeline.frame(25).dice.map((die) => die > 0);
  expect(seenDice).toEqual([true, false, true, false]);
  expect(timeline.frame(25).cells[2]).toBe(truth[25].cells[2]);
});

test('the view lists the moves of the seat to act, and hides other seats’ moves from an observing seat', () => {
  const { text } = match(false);
  const whole = opened(text);
  const acting = [0, 1, 2, 3].map((seat) => whole.allowed!(4, seat)!.length > 0);
  expect(acting).toEqual([false, false, false, true]);
  expect([0, 1, 2, 3].map((seat) => whole.allowed!(0, seat))).toEqual([[], [], [], []]);
  expect(whole.allowed!(25, 0)).toEqual([]);
  const seat = whole.seenBy!(3);
  expect(seat.allowed!(4, 3)).toEqual(whole.allowed!(4, 3));
  expect(seat.allowed!(4, 2)).toBeUndefined();
});

test('a viewer switches seats without reloading the match, even next to a second match', () => {
  const { text } = match(false);
  const viewer = createViewer([view]);
  lookAs(viewer, 1);
  expect(loadText(viewer, text, 'a.dusk', ['Ann', 'Bob', 'Cid', 'Dan'])).toBe(true);
  const dice = (of = viewer) => (of.timeline.value!.frame(25) as Frame).dice.map((die) => die > 0);
  expect([dice(), viewer.timeline.value!.names[0]]).toEqual([[false, true, false, true], 'Ann']);
  expect(viewer.timeline.value!.ending).toMatch(/^over for Ann:/);
  expect((viewer.timeline.value!.frame(25) as Frame).info).toMatchObject({ names: ['Ann', 'Bob', 'Cid', 'Dan'] });
  loadSecondMatch(viewer, text, 'b.dusk');
  lookAs(viewer, 2);
  expect([dice(), dice(viewer.beside.value)]).toEqual([
    [true, false, true, false],
    [true, false, true, false],
  ]);
  lookAs(viewer, -1);
  expect(dice()).toEqual([true, true, true, true]);
  lookAs(viewer, 9);
  expect(viewer.looking.value).toBe(-1);
});

test('other seats’ logs and drawings stay hidden from the observing seat', () => {
  const viewer = createViewer([view]);
  loadText(viewer, match(false).text, 'a.dusk');
  lookAs(viewer, 1);
  loadSidecar(viewer, JSON.stringify({ ludus: 'sidecar', version: 1, log: [{ round: 1, seat: 0, text: 'die 4' }] }));
  expect([0, 1].map((seat) => isShown(viewer, seat))).toEqual([false, true]);
});

test('a live match shows only the observing seat’s observations', () => {
  const { text } = match(false);
  const viewer = createViewer([view]);
  lookAs(viewer, 0);
  startLive(viewer, 'live');
  const cut = text.indexOf('\n5:') + 1;
  append(viewer, text.slice(0, cut));
  const early = viewer.timeline.value!;
  expect(early.last).toBe(4);
  expect((early.frame(4) as Frame).dice[1]).toBe(0);
  append(viewer, text.slice(cut));
  expect(viewer.timeline.value!.last).toBe(25);
  expect((viewer.timeline.value!.frame(25) as Frame).dice.map((die) => die > 0)).toEqual([true, false, true, false]);
});

test('a view that can’t hide information doesn’t show a match with a human player', () => {
  const { text } = match(false);
  const open = (given: string) => {
    const timeline = opened(given);
    return { ok: true, value: Object.create(timeline, { seenBy: { value: undefined } }) as Timeline };
  };
  const viewer = createViewer([{ ...view, open } as AnyView]);
  startLive(viewer, 'live', 1, true);
  for (const half of [text.slice(0, 300), text.slice(300)]) append(viewer, half);
  expect([viewer.timeline.value, viewer.whole]).toEqual([undefined, undefined]);
  expect(viewer.problem.value?.message).toBe(
    'the view of Dusk can’t show only what a seat observes: its timeline has no seenBy',
  );
  // After the match, everything is visible.
  expect(loadText(viewer, text, 'over.dusk')).toBe(true);
});
