import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { CylinderSettings, Dialect } from './dialect.ts';
import { type CylinderBoard, type MissileRecord, Position, type UnitRecord } from './position.ts';
import { EMPTY, OBSTACLE } from './position-view.ts';

/** The settings of a random board; shares are in percent of the cells. */
export interface BoardShape {
  readonly rows: number;
  readonly columns: number;
  /** Number of universe columns outside the window. */
  readonly outside: number;
  readonly unitsPerPlayer: number;
  readonly obstacles: number;
  readonly prizes: number;
  readonly missiles: number;
  /** Percentage of the units that are dead at the start. */
  readonly dead: number;
  readonly round: number;
  readonly regeneration: number;
}

/**
 * A board with random contents anywhere. Its numbers may be too small for a file, because small numbers reveal more
 * errors.
 */
export function randomBoard(dialect: Dialect, shape: BoardShape, random: Lehmer): CylinderBoard {
  const { rows, columns, unitsPerPlayer } = shape;
  const chance = (percent: number) => random.range(0, 99) < percent;
  const contents = new Uint8Array(rows * columns);
  const counts = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < contents.length; cell++) {
    if (chance(shape.obstacles)) contents[cell] = OBSTACLE;
    else if (chance(shape.prizes)) contents[cell] = random.range(1, dialect.burnsGas ? 3 : 2);
    counts[contents[cell]]++;
  }
  const taken = new Set<number>();
  const freeCell = (): number | undefined => {
    for (let i = 0; i < 40; i++) {
      const cell = random.range(0, contents.length - 1);
      if (contents[cell] === EMPTY && !taken.has(cell)) return cell;
    }
    return undefined;
  };
  const units: UnitRecord[] = [];
  for (let id = 0; id < 4 * unitsPerPlayer; id++) {
    const cell = chance(shape.dead) ? undefined : freeCell();
    if (cell !== undefined) taken.add(cell);
    const at = cell ?? contents.findIndex((content) => content !== OBSTACLE);
    units.push({
      row: Math.floor(at / columns),
      column: at % columns,
      missiles: random.range(0, 3),
      gas: dialect.burnsGas ? random.range(0, 12) : 0,
      alive: cell !== undefined,
      time: cell === undefined ? random.range(0, 4) : 0,
    });
  }
  const missiles: MissileRecord[] = [];
  // Fills whole rows with missiles, so that some wait for each other all the way around.
  const crowded = random.range(0, 2 * rows);
  for (let cell = 0; cell < contents.length; cell++) {
    const percent = Math.floor(cell / columns) === crowded ? 80 : shape.missiles;
    if (contents[cell] !== EMPTY || taken.has(cell) || !chance(percent)) continue;
    const owner = random.range(0, units.length - 1);
    missiles.push({ id: 0, owner, row: Math.floor(cell / columns), column: cell % columns });
  }
  const ids = random.permutation(missiles.length);
  missiles.forEach((missile, i) => {
    missile.id = 3 * ids[i] + 1;
  });
  missiles.sort((a, b) => a.id - b.id);
  const settings: CylinderSettings = {
    players: 4,
    rounds: 300,
    rows,
    universeColumns: columns,
    windowColumns: columns - shape.outside,
    unitsPerPlayer,
    roundsToRegenerate: shape.regeneration,
    missileBonuses: Math.max(0, counts[1] + random.range(-2, 2)),
    gasBonuses: dialect.burnsGas ? Math.max(0, counts[3] + random.range(-2, 2)) : 0,
    pointBonuses: Math.max(0, counts[2] + random.range(-2, 2)),
    bonusMissiles: random.range(0, 3),
    bonusGas: dialect.burnsGas ? random.range(1, 9) : 0,
    bonusPoints: random.range(0, 20),
    killPoints: random.range(0, 40),
    initialGas: dialect.burnsGas ? random.range(1, 20) : 0,
  };
  const first = new Position(settings, shape.round, contents, units, missiles, [0, 0, 0, 0], [0, 0, 0, 0]);
  return { dialect, settings, first };
}

/** A random board that is valid in a file, because its numbers are within the game's limits. */
export function wildBoard(dialect: Dialect, random: Lehmer): CylinderBoard {
  const within = (key: keyof CylinderSettings, most: number) => {
    const field = dialect.fields.find((each) => each.key === key);
    if (!field) return 0;
    return random.range(field.min, Math.max(field.min, Math.min(field.max, most)));
  };
  const columns = within('universeColumns', 24);
  const window = Math.min(columns, within('windowColumns', 20));
  const shape: BoardShape = {
    rows: within('rows', 16),
    columns,
    outside: random.range(0, 4) === 0 && dialect.header === 'starwar' ? 0 : columns - window,
    unitsPerPlayer: random.range(0, 19) === 0 ? random.range(30, 40) : random.range(1, 5),
    obstacles: random.range(0, 15),
    prizes: random.range(0, 12),
    missiles: random.range(0, 2) === 0 ? random.range(0, 20) : 0,
    dead: random.range(0, 2) === 0 ? random.range(0, 100) : 0,
    round: random.range(0, 3) === 0 ? random.range(0, 500) : 0,
    regeneration: random.range(1, 6),
  };
  const wild = randomBoard(dialect, shape, random);
  const settings: { -readonly [Key in keyof CylinderSettings]: number } = { ...wild.settings };
  for (const { key, min, max } of dialect.fields) settings[key] = Math.min(max, Math.max(min, settings[key]));
  const { round, contents, units, missiles, scores, statuses } = wild.first;
  return { dialect, settings, first: new Position(settings, round, contents, units, missiles, scores, statuses) };
}
