import { fourColor, type GameView, seatShape } from '@ludus/viewer/view.ts';
import { trails } from '../rules/game.ts';
import { GROUND } from './art.ts';
import { draw } from './draw.ts';
import { describe, endBy, headOf, inspect, marks, placeOf, reachOf, seatSummaries, survivedBy } from './facts.ts';
import { thumbnail } from './thumbnail.ts';
import { openTrails, type TrailsFrame } from './timeline.ts';

/** Width in cells of the margin around the board, in which a trail that leaves at an edge is visible. */
const MARGIN = 0.8;

/** The viewer for Trails: light cycles in the dark, or by day. */
export const view: GameView<TrailsFrame> = {
  id: 'trails',
  title: 'Trails',
  replayExtension: trails.replayExtension,
  delayMs: 90,
  modes: [],
  banner: 'linear-gradient(120deg, #0b1020 0 30%, #1d4ed8 30% 34%, #0b1020 34% 62%, #b45309 62% 66%, #0b1020 66%)',
  thumbnail,
  charts: [
    { id: 'reach', title: 'cells reached first', value: (frame, seat) => reachOf(frame)[seat] },
    { id: 'survived', title: 'rounds survived', isLead: true, value: survivedBy },
    { id: 'budget', title: 'budget used', value: (frame, seat) => frame.record.shares[frame.round][seat] },
  ],
  unitsWord: 'cycles',
  frozenWord: 'Failed',
  verdict: (timeline) => timeline.ending,
  recognizes: (text) => trails.replay.recognizes(text),
  open: (text) => openTrails(view, text),
  seatColor: fourColor,
  seatShape,
  background: (theme) => GROUND[theme].void,
  extent: ({ rows, columns }) => ({
    left: -MARGIN,
    top: -MARGIN,
    width: columns + 2 * MARGIN,
    height: rows + 2 * MARGIN,
  }),
  draw,
  locate: (_scene, place) => ({ x: place.column + 0.5, y: place.row + 0.5 }),
  pick(scene, x, y) {
    const [row, column] = [Math.floor(y), Math.floor(x)];
    const { rows, columns } = scene.from.record.board;
    if (row < 0 || column < 0 || row >= rows || column >= columns) return undefined;
    return { kind: 'cell', row, column };
  },
  find: (_frame, selection) => (selection.kind === 'cell' ? selection : undefined),
  unitsOf(frame, seat) {
    const { row, column } = placeOf(frame.record, headOf(frame, seat));
    return [{ selection: { kind: 'cell', row, column }, label: `at row ${row}, column ${column}` }];
  },
  seats: seatSummaries,
  inspect,
  marks,
  describe,
  presence(frame, seat, add) {
    if (endBy(frame, seat) === undefined) add(placeOf(frame.record, headOf(frame, seat)), 1);
  },
  losses(before, after, seat, add) {
    const end = endBy(after, seat);
    if (end !== undefined && endBy(before, seat) === undefined) add(placeOf(after.record, end.target), 1);
  },
};
