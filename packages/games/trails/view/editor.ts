import { ok } from '@ludus/kernel/result.ts';
import { type BoardEditor, fourColor, seatShape } from '@ludus/viewer/view.ts';
import { drawing, LETTERS, readBoard } from '../rules/board.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { GROUND } from './art.ts';
import { WALL } from './thumbnail.ts';

const FREE = '.';
const BRICK = '#';
const letters = (players: string | undefined) => LETTERS.slice(0, Math.min(4, Math.max(2, Number(players) || 2)));

/** The tools for drawing boards: walls, and each player's start. */
export const editor: BoardEditor = {
  settings: [
    { id: 'rounds', label: 'rounds' },
    { id: 'bonus', label: 'points shared by the last survivors' },
    { id: 'trails', label: 'trails of eliminated players', choices: ['stay', 'go'] },
    { id: 'players', label: 'players', choices: ['2', '3', '4'] },
    ...LETTERS.map((letter) => ({
      id: letter,
      label: `${letter} goes first`,
      choices: DIRECTION_NAMES,
      shown: ({ players }: Readonly<Record<string, string>>) => letters(players).includes(letter),
    })),
    { id: 'rows', label: 'rows', size: 'rows' },
    { id: 'columns', label: 'columns', size: 'columns' },
  ],
  symmetries: ['half', 'sides', 'ends', 'four', 'quarter', 'none'],
  brushes({ players }) {
    const seats = letters(players);
    return [
      { id: FREE, label: 'free', key: '.' },
      { id: BRICK, label: 'wall', key: 'x' },
      ...seats.map((letter, seat) => ({
        id: letter,
        label: `start of ${letter}`,
        key: String(seat + 1),
        single: true,
        next: seats[(seat + 1) % seats.length],
      })),
    ];
  },
  ground: (theme) => GROUND[theme].void,
  look(cell, _sketch, theme) {
    if (cell === FREE) return {};
    if (cell === BRICK) return { fill: WALL[theme] };
    const seat = LETTERS.indexOf(cell as (typeof LETTERS)[number]);
    return { mark: { path: seatShape(seat), color: fourColor(seat, theme) } };
  },
  read(text) {
    const read = readBoard(text);
    if (!read.ok) return read;
    const { rounds, bonus, trailsStay, starts, rows, columns, walls } = read.value;
    const cells: string[] = Array.from(walls, (wall) => (wall === 1 ? BRICK : FREE));
    starts.forEach(({ cell }, seat) => {
      cells[cell] = LETTERS[seat];
    });
    const headings = LETTERS.map((letter, seat) => [letter, DIRECTION_NAMES[starts[seat]?.heading ?? 0]]);
    return ok({
      settings: {
        rounds: String(rounds),
        bonus: String(bonus),
        trails: trailsStay ? 'stay' : 'go',
        players: String(starts.length),
        ...Object.fromEntries(headings),
        rows: String(rows),
        columns: String(columns),
      },
      rows,
      columns,
      cells,
    });
  },
  print({ settings, columns, cells }) {
    const said = (id: string) => `${id} ${settings[id]}`;
    return [
      'trails board 1',
      ...['rounds', 'bonus', 'trails', 'players'].map(said),
      ...letters(settings.players).map(said),
      ...['rows', 'columns'].map(said),
      drawing(cells, columns),
    ].join('\n');
  },
};
