import type { TrialStep } from '@ludus/referee/check.ts';
import type { Dialect } from './rules/dialect.ts';

/** The size and layout of a trial board. Its other settings have their usual values. */
export interface Shape {
  readonly rounds: number;
  readonly rows: number;
  readonly columns: number;
  readonly window: number;
  /** Units of each player. */
  readonly units: number;
  /** The units that are dead at the start. */
  readonly dead?: (unit: number) => boolean;
}

/**
 * The smallest and the largest boards that the rules allow or that are usual. The largest boards have units that are
 * dead at the start.
 */
export function trials(dialect: Dialect, shapes: readonly Shape[]): readonly TrialStep[] {
  const sizes = shapes.map((shape) => ({
    label: `a board with ${shape.rows} × ${shape.columns} cells, window ${shape.window}, and ${shape.units} units per player`,
    text: trialBoard(dialect, shape),
  }));
  const middle = shapes[1];
  const dead = [
    { label: 'a board on which all units begin dead', text: trialBoard(dialect, { ...middle, dead: () => true }) },
    {
      label: 'a board on which every other unit begins dead',
      text: trialBoard(dialect, { ...middle, dead: (unit) => unit % 2 === 0 }),
    },
  ];
  return [
    { title: 'answers in time on boards of all sizes', boards: sizes },
    { title: 'copes with dead units', found: 'it played on while its units were dead', boards: dead },
  ];
}

/** A board in the format of a `.cnf`: scattered obstacles, with the units in the first columns. */
function trialBoard(dialect: Dialect, { rounds, rows, columns, window, units, dead = () => false }: Shape): string {
  const values: Record<string, number> = {
    players: 4,
    rounds,
    rows,
    universeColumns: columns,
    windowColumns: window,
    unitsPerPlayer: units,
    roundsToRegenerate: 20,
  };
  const lines = [`${dialect.header} v1`, 'secgame ?', 'seed ?'];
  for (const { name, key, min, max } of dialect.fields)
    lines.push(`${name} ${values[key] ?? Math.min(max, Math.max(min, 10))}`);
  lines.push('names ? ? ? ?', '', 'rnd 0', '', '   0');
  const used = new Set<string>();
  const gas = dialect.burnsGas ? ' 60' : '';
  const table: string[] = [];
  for (let unit = 0; unit < 4 * units; unit++) {
    const row = (unit * 3) % rows;
    let column = Math.floor((unit * 3) / rows);
    while (used.has(`${row} ${column}`)) column++;
    used.add(`${row} ${column}`);
    table.push(`${unit} ${row} ${column} 5${gas} ${dead(unit) ? `n ${1 + (unit % 7)}` : 'y 0'}`);
  }
  for (let row = 0; row < rows; row++) {
    const cells = Array.from({ length: columns }, (_, column) =>
      (row * 7 + column * 5) % 23 === 0 && column > 6 ? 'X' : '.',
    );
    lines.push(`${String(row).padStart(2, '0')} ${cells.join('')}`);
  }
  lines.push('', dialect.unitsWord, `${dialect.idWord} row column nb_miss${gas && ' gas'} alive time`, ...table);
  lines.push('', 'missiles', '0', `mid ${dialect.idWord} row column`, '', 'players', 'pid score status');
  return `${lines.join('\n')}\n${[0, 1, 2, 3].map((player) => `${player} 0 0`).join('\n')}\n`;
}
