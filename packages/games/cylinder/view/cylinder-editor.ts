import { ok } from '@ludus/kernel/result.ts';
import { type BoardEditor, type Brush, type CellLook, fourColor, type Sketch, seatShape } from '@ludus/viewer/view.ts';
import { readBoard } from '../rules/codec/board.ts';
import { columnLabels } from '../rules/codec/print.ts';
import type { CylinderSettings } from '../rules/dialect.ts';
import type { UnitRecord } from '../rules/position.ts';
import { EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE, POINT_BONUS } from '../rules/position-view.ts';
import { settingLabel } from './timeline.ts';
import type { CylinderLook } from './view.ts';

/** The file's data about dead units and about the match so far, which the editor doesn't draw. */
interface UndrawnData {
  readonly round: number;
  /** Dead units, by seat and number. */
  readonly dead: Readonly<Record<string, UnitRecord>>;
  readonly scores: readonly number[];
  readonly statuses: readonly number[];
}

const NO_REST: UndrawnData = { round: 0, dead: {}, scores: [], statuses: [] };
/** Settings that exist only in this editor: each unit's initial values. */
const MISSILES = 'nb_miss';
const GAS = 'gas';
/** Maximum number of units per player for which each unit has a separate brush. */
const MAX_UNITS = 50;

const unitId = (seat: number, unit: number): string => `unit ${seat} ${unit}`;
const missileId = (id: number, owner: number): string => `missile ${id} ${owner}`;
const numbers = (cell: string): number[] => cell.split(' ').slice(1).map(Number);

/** Joins values as text: a single value if all units have the same value, and otherwise one value for each unit. */
const together = (values: readonly number[]): string =>
  values.every((value) => value === values[0]) ? String(values[0] ?? 0) : values.join(' ');
/** The value of unit `at` in a text from `together`, as it is written there; `?` if it is missing. */
function valueAt(text: string | undefined, at: number): string {
  const words = (text ?? '').trim().split(/\s+/);
  return (words.length === 1 ? words[0] : words[at]) || '?';
}

/** The editor for boards of one of the two games: the contents of cells, and the start of each unit. */
export function cylinderEditor({ dialect, words, small, art }: CylinderLook): BoardEditor {
  const field = (key: keyof CylinderSettings): string => dialect.fields.find((each) => each.key === key)?.name ?? '';
  const [players, perPlayer] = [field('players'), field('unitsPerPlayer')];
  const contents: readonly (readonly [code: number, label: string])[] = [
    [EMPTY, 'free'],
    [OBSTACLE, words.obstacle],
    [MISSILE_BONUS, 'missile bonus'],
    [POINT_BONUS, words.point],
    ...(words.hasGas ? ([[GAS_BONUS, 'gas bonus']] as const) : []),
  ];
  const counts = (settings: Sketch['settings']) => ({
    seats: Math.min(4, Math.max(1, Number(settings[players]) || 4)),
    units: Math.min(MAX_UNITS, Math.max(1, Number(settings[perPlayer]) || 1)),
  });
  const settingList = dialect.fields.map(({ name, key }) => ({
    id: name,
    label: settingLabel(key, dialect),
    ...(key === 'rows' && { size: 'rows' as const }),
    ...(key === 'universeColumns' && { size: 'columns' as const }),
  }));

  return {
    settings: [
      ...settingList,
      { id: MISSILES, label: `missiles of each ${words.unit} at first` },
      ...(words.hasGas ? [{ id: GAS, label: `gas of each ${words.unit} at first` }] : []),
    ],
    symmetries: ['ends', 'sides', 'half', 'four', 'twice', 'around', 'none'],
    brushes(settings) {
      const { seats, units } = counts(settings);
      const all: Brush[] = contents.map(([code, label]) => ({
        id: dialect.symbols[code],
        label,
        key: dialect.symbols[code].toLowerCase(),
      }));
      for (let seat = 0; seat < seats; seat++)
        for (let unit = 0; unit < units; unit++)
          all.push({
            id: unitId(seat, unit),
            label: `${words.unit} ${seat * units + unit} of player ${seat}`,
            ...(seat * units + unit < 9 && { key: String(seat * units + unit + 1) }),
            single: true,
            next: unitId((seat + 1) % seats, unit),
          });
      return all;
    },
    ground: (theme) => small[theme][0],
    look(cell, { settings }, theme): CellLook {
      const { units } = counts(settings);
      if (cell.startsWith('unit ')) {
        const [seat, unit] = numbers(cell);
        return { mark: { path: seatShape(seat), color: fourColor(seat, theme) }, text: String(seat * units + unit) };
      }
      if (cell.startsWith('missile ')) {
        const seat = Math.floor(numbers(cell)[1] / units);
        return { mark: { path: 'M-1 -0.3H0.4L1 0L0.4 0.3H-1Z', color: fourColor(seat, theme) } };
      }
      const code = dialect.symbols.indexOf(cell);
      if (code === OBSTACLE) return { fill: small[theme][1] };
      if (code === EMPTY) return {};
      return { mark: { path: 'M0 -0.9L0.9 0L0 0.9L-0.9 0Z', color: art.prizeColor(code) }, text: cell };
    },
    read(text) {
      const read = readBoard(dialect, text);
      if (!read.ok) return read;
      const { settings, first } = read.value;
      const per = settings.unitsPerPlayer;
      const { universeColumns: columns, rows } = settings;
      const cells = Array.from(first.contents, (content) => dialect.symbols[content]);
      const dead: Record<string, UnitRecord> = {};
      first.units.forEach((unit, id) => {
        const name = unitId(Math.floor(id / per), id % per);
        if (unit.alive) cells[unit.row * columns + unit.column] = name;
        else dead[name] = unit;
      });
      for (const { id, owner, row, column } of first.missiles) cells[row * columns + column] = missileId(id, owner);
      const rest: UndrawnData = { round: first.round, dead, scores: first.scores, statuses: first.statuses };
      return ok({
        settings: {
          ...Object.fromEntries(dialect.fields.map(({ name, key }) => [name, String(settings[key])])),
          [MISSILES]: together(first.units.map(({ missiles }) => missiles)),
          ...(words.hasGas && { [GAS]: together(first.units.map(({ gas }) => gas)) }),
        },
        rows,
        columns,
        cells,
        rest,
      });
    },
    print(sketch) {
      const { settings, rows, columns, cells } = sketch;
      const rest = (sketch.rest ?? NO_REST) as UndrawnData;
      const { seats, units } = counts(settings);
      const at = new Map(cells.map((cell, index) => [cell, index]));
      const place = (index: number) => `${Math.floor(index / columns)}\t${index % columns}`;
      const grid = Array.from({ length: rows }, (_, row) => {
        const line = cells.slice(row * columns, (row + 1) * columns).map((cell) => (cell.length > 1 ? '.' : cell));
        return `${String(row).padStart(2, '0')} ${line.join('')}`;
      });
      const unitLines = Array.from({ length: seats * units }, (_, id) => {
        const name = unitId(Math.floor(id / units), id % units);
        const found = at.get(name);
        const dead = found === undefined ? rest.dead[name] : undefined;
        // If the position is missing, the reader reports an error for the unit's row.
        const where = dead ? `${dead.row}\t${dead.column}` : found === undefined ? 'nowhere\t0' : place(found);
        const has = words.hasGas ? `\t${valueAt(settings[GAS], id)}` : '';
        return `${id}\t${where}\t${valueAt(settings[MISSILES], id)}${has}\t${dead ? `n\t${dead.time}` : 'y\t0'}`;
      });
      const missiles = [...at].filter(([cell]) => cell.startsWith('missile '));
      const missileLines = missiles.map(([cell, index]) => `${numbers(cell).join('\t')}\t${place(index)}`);
      const playerLines = Array.from(
        { length: seats },
        (_, seat) => `${seat}\t${rest.scores[seat] ?? 0}\t${rest.statuses[seat] ?? 0}`,
      );
      return [
        `${dialect.header}\tv1`,
        'secgame\t?',
        'seed\t?',
        ...dialect.fields.map(({ name }) => `${name}\t${settings[name]}`),
        `names ${Array.from({ length: seats }, () => '?').join(' ')}`,
        `\n\nrnd ${rest.round}\n`,
        columnLabels(columns),
        ...grid,
        `\n\n${dialect.unitsWord}`,
        [dialect.idWord, 'row', 'column', 'nb_miss', ...(words.hasGas ? ['gas'] : []), 'alive', 'time'].join('\t'),
        ...unitLines,
        '\nmissiles',
        missiles.length,
        `mid\t${dialect.idWord}\trow\tcolumn`,
        ...missileLines,
        '\nplayers\npid\tscore\tstatus',
        ...playerLines,
        '\n',
      ].join('\n');
    },
  };
}
