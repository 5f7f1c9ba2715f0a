import { ok } from '@ludus/kernel/result.ts';
import { type BoardEditor, seatShape, twoTeamsColor } from '@ludus/viewer/view.ts';
import { drawing, ISLAND, LETTERS, readBoard, SEA, SETTINGS, SITE } from '../rules/board.ts';
import { COLORS } from './art.ts';

const letters = (players: string | undefined) => LETTERS.slice(0, players === '4' ? 4 : 2);
/** A ring, for a site. */
const RING =
  'M0 -0.8A0.8 0.8 0 1 1 0 0.8A0.8 0.8 0 1 1 0 -0.8ZM0 -0.45A0.45 0.45 0 1 0 0 0.45A0.45 0.45 0 1 0 0 -0.45Z';

/** The tools for drawing boards: islands, sites, and the harbour of each player. */
export const editor: BoardEditor = {
  settings: [
    { id: 'rounds', label: 'rounds' },
    { id: 'players', label: 'players', choices: ['2', '4'] },
    { id: 'submarines', label: 'number of submarines per player' },
    { id: 'sight', label: 'sight, in cells' },
    { id: 'ping', label: 'range of a ping' },
    { id: 'torpedo', label: 'range of a torpedo' },
    { id: 'wrecks', label: 'wrecks' },
    { id: 'rows', label: 'rows', size: 'rows' },
    { id: 'columns', label: 'columns', size: 'columns' },
  ],
  symmetries: ['half', 'sides', 'ends', 'four', 'none'],
  brushes({ players }) {
    const seats = letters(players);
    return [
      { id: SEA, label: 'sea', key: '.' },
      { id: ISLAND, label: 'island', key: 'x' },
      { id: SITE, label: 'site of a wreck', key: 'w' },
      ...seats.map((letter, seat) => ({
        id: letter,
        label: `harbour of ${letter}`,
        key: String(seat + 1),
        next: seats[(seat + 1) % seats.length],
      })),
    ];
  },
  ground: (theme) => COLORS[theme].sea,
  look(cell, _sketch, theme) {
    if (cell === SEA) return {};
    if (cell === ISLAND) return { fill: COLORS[theme].land };
    if (cell === SITE) return { mark: { path: RING, color: COLORS[theme].gold } };
    const seat = (LETTERS as readonly string[]).indexOf(cell);
    return { mark: { path: seatShape(seat), color: twoTeamsColor(seat, theme) } };
  },
  read(text) {
    const read = readBoard(text);
    if (!read.ok) return read;
    const { rows, columns, islands, sites, harbours } = read.value;
    const cells: string[] = Array.from(islands, (island) => (island === 1 ? ISLAND : SEA));
    for (const site of sites) cells[site] = SITE;
    harbours.forEach((harbour, seat) => {
      for (const cell of harbour) cells[cell] = LETTERS[seat];
    });
    const settings = SETTINGS.map((name) => [name, String(name === 'players' ? harbours.length : read.value[name])]);
    return ok({ settings: Object.fromEntries(settings), rows, columns, cells });
  },
  print: ({ settings, rows, columns, cells }) =>
    `periscope board 1\n${SETTINGS.map((id) => `${id} ${settings[id]}\n`).join('')}${drawing(cells, rows, columns)}`,
};
