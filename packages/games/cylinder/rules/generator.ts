import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { CylinderSettings, Dialect } from './dialect.ts';
import { drawStrip, EMPTY_COLUMNS } from './draw-strip.ts';
import { type CylinderBoard, Position, type UnitRecord } from './position.ts';
import { EMPTY } from './position-view.ts';

/** Number of bands of a board, one per seat. */
const BANDS = 4;

/**
 * The board of a seed. One band of rows is drawn and placed four times, every other time mirrored vertically. The board
 * is therefore symmetric from top to bottom, and a unit can reach the same objects in all bands. An exact symmetry
 * between all four seats is impossible, because the universe has an upper and a lower edge. Seats 0 and 3 are mirror
 * images, and so are seats 1 and 2. Each seat has units in an outer and in an inner band.
 */
export function generateBoard(dialect: Dialect, seed: number): CylinderBoard {
  const random = generatorOf(seed);
  return drawBoard(dialect, drawSettings(dialect, random), random);
}

/**
 * Another board with this board's settings: different contents, with units where the generator puts them.
 * @throws RangeError if the settings leave no space for such a board
 */
export function generateLike({ dialect, settings }: CylinderBoard, seed: number): CylinderBoard {
  return drawBoard(dialect, settings, generatorOf(seed));
}

function generatorOf(seed: number): Lehmer {
  const random = new Lehmer(seed);
  // Skips the first numbers, because they are similar for similar seeds. A negative seed skips one more number, because
  // its absolute value starts the same generator.
  for (let skipped = seed < 0 ? 9 : 8; skipped > 0; skipped--) random.next();
  return random;
}

/** Settings similar to the settings of the games' named boards. Each band has the same number of prizes. */
function drawSettings(dialect: Dialect, random: Lehmer): CylinderSettings {
  const drawn: Record<keyof CylinderSettings, number> = {
    players: BANDS,
    rounds: 300,
    rows: random.range(15, 20),
    universeColumns: random.range(60, 100),
    windowColumns: random.range(30, 40),
    unitsPerPlayer: [1, 2, 2, 2, 2, 3, 4][random.range(0, 6)],
    roundsToRegenerate: 10 * random.range(1, 5),
    missileBonuses: BANDS * random.range(2, 6),
    gasBonuses: BANDS * random.range(2, 3),
    pointBonuses: BANDS * random.range(5, 20),
    bonusMissiles: 5,
    bonusGas: 30,
    bonusPoints: 10,
    killPoints: 30,
    initialGas: 60,
  };
  for (const { key, min, max } of dialect.fields) drawn[key] = Math.min(max, Math.max(min, drawn[key]));
  return { ...drawn, ...dialect.absent };
}

function drawBoard(dialect: Dialect, settings: CylinderSettings, random: Lehmer): CylinderBoard {
  const { rows, universeColumns: columns, unitsPerPlayer, windowColumns } = settings;
  const height = Math.floor(rows / BANDS);
  const startColumns = Math.ceil(unitsPerPlayer / Math.max(1, height));
  if (height === 0 || startColumns + EMPTY_COLUMNS > windowColumns)
    throw new RangeError(
      `${rows} rows of ${windowColumns} columns have no room for ${unitsPerPlayer} units per player`,
    );
  const prizes = [settings.missileBonuses, settings.pointBonuses, settings.gasBonuses].map((count) =>
    // The remaining prizes are placed where taken prizes reappear: anywhere out of sight.
    Math.floor(count / BANDS),
  );
  const band = drawStrip({ rows: height, columns, startColumns, prizes }, random);
  const rowOf = bandRows(rows, height);
  const contents = new Uint8Array(rows * columns).fill(EMPTY);
  for (let b = 0; b < BANDS; b++)
    for (let row = 0; row < height; row++)
      contents.set(band.subarray(row * columns, (row + 1) * columns), rowOf(b, row) * columns);
  const units = placeUnits(settings, dialect, height, rowOf);
  return { dialect, settings, first: new Position(settings, 0, contents, units, [], [0, 0, 0, 0], [0, 0, 0, 0]) };
}

/** Returns the first row of each band. The remaining rows, in the middle and at the edges, stay empty. */
function bandRows(rows: number, height: number): (band: number, row: number) => number {
  const left = rows - BANDS * height;
  const middle = left % 2;
  const edge = (left - middle) / 2;
  return (band, row) => {
    const top = edge + band * height + (band >= BANDS / 2 ? middle : 0);
    return top + (band % 2 === 0 ? row : height - 1 - row);
  };
}

/**
 * By seat: the band of the first half of its units, and the band of the other half. The second line mirrors the first.
 */
const BANDS_OF = [
  [0, 2],
  [1, 3],
  [2, 0],
  [3, 1],
];

/**
 * Each band has as many units as a player. One half of a player's units are in an outer band, and the other half in an
 * inner band. The first half of a player's units are at the start of a band, and the other half at its end.
 */
function placeUnits(
  { initialGas, unitsPerPlayer }: CylinderSettings,
  { burnsGas }: Dialect,
  height: number,
  rowOf: (band: number, row: number) => number,
): UnitRecord[] {
  const half = Math.ceil(unitsPerPlayer / 2);
  const perColumn = Math.min(height, unitsPerPlayer);
  return BANDS_OF.flatMap((bands) =>
    Array.from({ length: unitsPerPlayer }, (_, unit) => {
      const column = Math.floor(unit / perColumn);
      const inColumn = Math.min(perColumn, unitsPerPlayer - column * perColumn);
      const row = Math.floor((((unit % perColumn) + 0.5) * height) / inColumn);
      return {
        row: rowOf(bands[unit < half ? 0 : 1], row),
        column,
        missiles: 5,
        gas: burnsGas ? initialGas : 0,
        alive: true,
        time: 0,
      };
    }),
  );
}
