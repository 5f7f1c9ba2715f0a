import { DEFAULT_LIMITS, printBoard } from './angrymob/rules/board.ts';
import { generateMap } from './angrymob/rules/generator/generator.ts';
import type { Dialect } from './cylinder/rules/dialect.ts';
import { MAD_MAX } from './madmax/rules/dialect.ts';
import { STAR_WAR } from './starwar/rules/dialect.ts';

/** A board made to see whether a player copes with it. */
export interface TrialBoard {
  /** What is special about it, for people: `10 × 10, one unit each`. */
  readonly label: string;
  readonly text: string;
}

interface Shape {
  readonly rows: number;
  readonly columns: number;
  readonly window: number;
  readonly units: number;
  /** Which units begin dead. */
  readonly dead?: (unit: number) => boolean;
}

/** The smallest and the largest boards that the rules allow or that are usual, and units that begin dead. */
export function trialBoards(game: string): { sizes: TrialBoard[]; dead: TrialBoard[] } {
  if (game === 'angrymob') return { sizes: [1n, 2n, 3n, 4n].map(mobBoard), dead: [] };
  const dialect = game === 'madmax' ? MAD_MAX : STAR_WAR;
  const shapes: Shape[] =
    game === 'madmax'
      ? [
          { rows: 15, columns: 60, window: 30, units: 2 },
          { rows: 20, columns: 100, window: 40, units: 2 },
          { rows: 17, columns: 61, window: 40, units: 1 },
          { rows: 16, columns: 99, window: 37, units: 3 },
        ]
      : [
          { rows: 10, columns: 10, window: 10, units: 1 },
          { rows: 15, columns: 60, window: 31, units: 2 },
          { rows: 30, columns: 130, window: 40, units: 3 },
          { rows: 11, columns: 101, window: 100, units: 2 },
        ];
  const sizes = shapes.map((shape) => ({
    label: `${shape.rows} × ${shape.columns}, window ${shape.window}, ${shape.units} of your own`,
    text: cylinderBoard(dialect, shape),
  }));
  const middle = shapes[1];
  const dead = [
    { label: 'all units begin dead', text: cylinderBoard(dialect, { ...middle, dead: () => true }) },
    {
      label: 'every other unit begins dead',
      text: cylinderBoard(dialect, { ...middle, dead: (unit) => unit % 2 === 0 }),
    },
  ];
  return { sizes, dead };
}

function mobBoard(seed: bigint): TrialBoard {
  const map = generateMap(seed);
  return {
    label: `map ${seed}, ${map.rows} × ${map.columns}`,
    text: printBoard({ map, seed, ...DEFAULT_LIMITS, moveLimit: 200 }),
  };
}

/** A board as a `.cnf` has it: scattered obstacles, the units in the first columns. */
function cylinderBoard(dialect: Dialect, { rows, columns, window, units, dead = () => false }: Shape): string {
  const values: Record<string, number> = {
    players: 4,
    rounds: dialect === MAD_MAX ? 300 : 60,
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
