import { type GameView, openReplay, seatShape, twoTeamsColor } from '@ludus/viewer/view.ts';
import { periscope } from '../rules/game.ts';
import { SUNK } from '../rules/state.ts';
import { COLORS } from './art.ts';
import { draw } from './draw.ts';
import {
  chartedBy,
  describe,
  endingOf,
  inspect,
  leftOf,
  marks,
  nameOf,
  placeAt,
  scoreOf,
  seatSummaries,
} from './facts.ts';
import { frameOf, ownerOf, type PeriscopeFrame } from './frame.ts';
import { thumbnail } from './thumbnail.ts';

/** Width in cells of the margin around the board. */
const MARGIN = 0.4;

/** The viewer for Periscope: the sea from above, and the fog of the selected player. */
export const view: GameView<PeriscopeFrame> = {
  id: 'periscope',
  title: 'Periscope',
  replayExtension: periscope.replayExtension,
  delayMs: 420,
  modes: [],
  banner:
    'linear-gradient(115deg, #06202f 0 38%, #0f4b66 38% 41%, #06202f 41% 58%, #7a6a46 58% 64%, #31553f 64% 78%, #0a3145 78%)',
  thumbnail,
  charts: [
    { id: 'score', title: 'points', value: scoreOf },
    { id: 'submarines', title: 'submarines', value: leftOf },
    { id: 'sites', title: 'sites known', value: chartedBy },
    { id: 'budget', title: 'budget used', value: ({ shares }, seat) => shares[seat] },
  ],
  unitsWord: 'submarines',
  frozenWord: 'Disqualified',
  markWords: { kill: 'submarine sunk', freeze: 'disqualified', base: 'wreck salvaged' },
  verdict: (timeline) => timeline.ending,
  recognizes: (text) => periscope.replay.recognizes(text),
  open: (text) =>
    openReplay(periscope, view, text, {
      frame: frameOf,
      size: ({ rows, columns, rounds }) => ({ rows, columns, rounds }),
      settings: (board) => [
        { label: 'rounds', value: String(board.rounds) },
        { label: 'submarines each', value: String(board.submarines) },
        { label: 'sight, ping, torpedo', value: `${board.sight}, ${board.ping}, ${board.torpedo}` },
        { label: 'wrecks', value: `${board.wrecks} at ${board.sites.length} sites` },
        { label: 'board', value: `${board.rows} × ${board.columns}` },
      ],
      ending: endingOf,
    }),
  seatColor: twoTeamsColor,
  seatShape,
  background: (theme) => COLORS[theme].void,
  extent: ({ rows, columns }) => ({
    left: -MARGIN,
    top: -MARGIN,
    width: columns + 2 * MARGIN,
    height: rows + 2 * MARGIN,
  }),
  draw,
  locate: (_scene, place) => ({ x: place.column + 0.5, y: place.row + 0.5 }),
  pick({ to: { state } }, x, y) {
    const [row, column] = [Math.floor(y), Math.floor(x)];
    const { rows, columns } = state.board;
    if (row < 0 || column < 0 || row >= rows || column >= columns) return undefined;
    const unit = state.cells.indexOf(row * columns + column);
    return unit >= 0 ? { kind: 'unit', unit } : { kind: 'cell', row, column };
  },
  find({ state }, selection) {
    if (selection.kind === 'cell') return selection;
    const cell = state.cells[selection.unit];
    return cell >= 0 ? placeAt(state, cell) : undefined;
  },
  unitsOf: ({ state }, seat) =>
    Array.from(state.cells.keys())
      .filter((unit) => ownerOf(state, unit) === seat && state.cells[unit] >= 0)
      .map((unit) => ({ selection: { kind: 'unit', unit }, label: nameOf(state, unit) })),
  seats: seatSummaries,
  inspect,
  marks,
  describe,
  presence({ state }, seat, add) {
    state.cells.forEach((cell, unit) => {
      if (ownerOf(state, unit) === seat && cell >= 0) add(placeAt(state, cell), 1);
    });
  },
  losses(before, after, seat, add) {
    before.state.cells.forEach((cell, unit) => {
      if (ownerOf(after.state, unit) === seat && cell >= 0 && after.state.cells[unit] === SUNK)
        add(placeAt(after.state, cell), 1);
    });
  },
};
