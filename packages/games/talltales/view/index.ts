import { type GameView, openReplay, seatShape, sixteenColor } from '@ludus/viewer/view.ts';
import { talltales } from '../rules/game.ts';
import { mostRounds } from '../rules/rules.ts';
import { LOOKS } from './art.ts';
import { draw } from './draw.ts';
import { describe, endingOf, inspect, marks, seatSummaries } from './facts.ts';
import { frameOf, isLifted, REVEAL_MS, type TalltalesFrame } from './frame.ts';
import { HALF, placesOf } from './layout.ts';
import { thumbnail } from './thumbnail.ts';

/**
 * The viewer for Tall Tales: a table from above. Each player is represented by the cell in row 0 and in the column of
 * its seat.
 */
export const view: GameView<TalltalesFrame> = {
  id: 'talltales',
  title: 'Tall Tales',
  replayExtension: talltales.replayExtension,
  delayMs: 700,
  stillMs: ({ state }) => (isLifted(state) ? REVEAL_MS : 0),
  modes: [],
  banner: 'linear-gradient(120deg, #0f2b27 0 34%, #b8862b 34% 38%, #0f2b27 38% 66%, #6d4526 66% 70%, #0f2b27 70%)',
  thumbnail,
  charts: [
    { id: 'points', title: 'points', value: ({ state }, seat) => state.points[seat] },
    { id: 'dice', title: 'dice', value: ({ state }, seat) => state.left[seat] },
    { id: 'budget', title: 'budget used', value: ({ shares }, seat) => Math.max(0, shares[seat]) },
  ],
  unitsWord: 'dice',
  frozenWord: 'Failed',
  markWords: { death: 'last die lost', freeze: 'failed' },
  verdict: (timeline) => timeline.ending,
  recognizes: (text) => talltales.replay.recognizes(text),
  open: (text) =>
    openReplay(talltales, view, text, {
      frame: frameOf,
      size: (board) => ({ rows: 1, columns: board.players, rounds: mostRounds(board) }),
      settings: ({ dice, bouts, wilds }) => [
        { label: 'dice each', value: String(dice) },
        { label: 'bouts', value: String(bouts) },
        { label: 'wild faces', value: wilds.map((face) => (face === 0 ? '–' : face)).join(' ') },
      ],
      ending: endingOf,
    }),
  seatColor: sixteenColor,
  seatShape,
  background: (theme) => LOOKS[theme].room,
  extent: () => ({ left: -HALF.width, top: -HALF.height, width: 2 * HALF.width, height: 2 * HALF.height }),
  draw,
  locate: ({ to }, { column }) => placesOf(to.state.players)[column]?.mat,
  pick({ to }, x, y) {
    const column = placesOf(to.state.players).findIndex(({ mat, radius }) => Math.hypot(x - mat.x, y - mat.y) < radius);
    return column < 0 ? undefined : { kind: 'cell', row: 0, column };
  },
  find: (_frame, selection) => (selection.kind === 'cell' ? selection : undefined),
  unitsOf: ({ state }, seat) => [
    { selection: { kind: 'cell', row: 0, column: seat }, label: `${state.left[seat]} dice` },
  ],
  seats: seatSummaries,
  inspect,
  marks,
  describe,
  presence(frame, seat, add) {
    if (frame.state.left[seat] > 0) add({ row: 0, column: seat }, frame.state.left[seat]);
  },
  losses(before, after, seat, add) {
    if (after.state.deal > before.state.deal && after.state.lastLoser === seat) add({ row: 0, column: seat }, 1);
  },
};
