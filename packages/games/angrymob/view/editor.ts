import { ok } from '@ludus/kernel/result.ts';
import { type BoardEditor, faded, seatShape, twoColor } from '@ludus/viewer/view.ts';
import { readBoard } from '../rules/board.ts';
import { TOWN } from './art.ts';

const FREE = '.';
const WALL = '#';
const BASES = ['A', 'B'];
const CROWDS = [1, 2, 3, 5, 10];

/** A generated map as it was when the editor read it, with its seed. */
interface Origin {
  readonly seed: string;
  readonly cells: readonly string[];
}

/** The tools for drawing maps: walls, the two bases, and neutral units. */
export const editor: BoardEditor = {
  settings: [
    { id: 'rows', label: 'rows', size: 'rows' },
    { id: 'columns', label: 'columns', size: 'columns' },
    { id: 'moveLimit', label: 'turns after which the game is a draw' },
    { id: 'timeInit', label: 'seconds for the first move' },
    { id: 'timeMove', label: 'seconds for every other move' },
  ],
  // A map must look the same from both sides.
  symmetries: ['half', 'four', 'none'],
  brushes: () => [
    { id: FREE, label: 'free', key: '.' },
    { id: WALL, label: 'wall', key: 'x' },
    { id: 'A', label: 'base of player 0', key: 'a', single: true, next: 'B' },
    { id: 'B', label: 'base of player 1', key: 'b', single: true, next: 'A' },
    ...CROWDS.map((count) => ({
      id: String(count),
      label: count === 1 ? '1 neutral unit' : `${count} neutral units`,
      ...(count < 10 && { key: String(count) }),
    })),
  ],
  ground: (theme) => TOWN[theme].floor,
  look(cell, _sketch, theme) {
    if (cell === FREE) return {};
    if (cell === WALL) return { fill: TOWN[theme].top };
    const seat = BASES.indexOf(cell);
    if (seat >= 0) return { mark: { path: seatShape(seat === 0 ? 0 : 2), color: twoColor(seat, theme) } };
    const crowd = theme === 'dark' ? '#ffffff' : '#000000';
    return { fill: faded(crowd, 0.2 + Math.min(0.4, Number(cell) / 20)), text: cell };
  },
  read(text) {
    const read = readBoard(text);
    if (!read.ok) return read;
    const { map, seed, moveLimit, timeInit, timeMove } = read.value;
    const { rows, columns, passable, neutrals, bases } = map;
    const cells = Array.from(passable, (free, cell) =>
      free === 0 ? WALL : neutrals[cell] > 0 ? String(neutrals[cell]) : (BASES[bases.indexOf(cell)] ?? FREE),
    );
    const settings = {
      rows: String(rows),
      columns: String(columns),
      moveLimit: String(moveLimit),
      timeInit: String(timeInit),
      timeMove: String(timeMove),
    };
    return ok({ settings, rows, columns, cells, rest: { seed: String(seed ?? 'none'), cells } satisfies Origin });
  },
  print({ settings, rows, columns, cells, rest }) {
    const origin = rest as Origin | undefined;
    // A map that was changed no longer belongs to its seed.
    const seed = origin?.cells.join() === cells.join() ? origin.seed : 'none';
    const lines = Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join(' '));
    return [
      'angrymob board 1',
      `seed ${seed}`,
      ...['moveLimit', 'timeInit', 'timeMove'].map((id) => `${id} ${settings[id]}`),
      `${settings.rows} ${settings.columns}`,
      ...lines,
      '',
    ].join('\n');
  },
};
