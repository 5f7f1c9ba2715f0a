import type { BoardEditor, Brush, Sketch, Symmetry } from '@ludus/viewer/view.ts';
import { images } from './symmetry.ts';

/** Maximum side length and number of cells of a drawing. The game's board reader checks the game's limits. */
const MAX_SIDE = 1000;
const MAX_CELLS = 250_000;

/** Paints a cell and its images under the symmetry. Returns `sketch` itself if nothing changes. */
export function paint(
  sketch: Sketch,
  brushes: readonly Brush[],
  brush: Brush,
  cell: number,
  symmetry: Symmetry,
): Sketch {
  const { rows, columns } = sketch;
  const ground = brushes[0].id;
  const cells = [...sketch.cells];
  let painted = brush;
  for (const [n, image] of images(cell, rows, columns, symmetry).entries()) {
    if (n > 0) {
      const next = brushes.find(({ id }) => id === painted.next);
      if (next) painted = next;
      // An object of which each player has only one is painted once per player, however many images the cell has.
      if (painted.single && (!next || painted.id === brush.id)) break;
    }
    if (painted.single) for (let at = 0; at < cells.length; at++) if (cells[at] === painted.id) cells[at] = ground;
    cells[image] = painted.id;
  }
  return cells.every((each, at) => each === sketch.cells[at]) ? sketch : { ...sketch, cells };
}

/** Changes a setting. The drawing is resized, and loses the objects of removed players. */
export function withSetting(editor: BoardEditor, sketch: Sketch, id: string, value: string): Sketch {
  if (sketch.settings[id] === value) return sketch;
  const settings = { ...sketch.settings, [id]: value };
  const before = editor.brushes(sketch.settings);
  const after = new Set(editor.brushes(settings).map((brush) => brush.id));
  const gone = new Set(before.filter((brush) => !after.has(brush.id)).map((brush) => brush.id));
  const ground = before[0].id;
  const cells = gone.size === 0 ? sketch.cells : sketch.cells.map((cell) => (gone.has(cell) ? ground : cell));
  const size = editor.settings.find((setting) => setting.id === id)?.size;
  return size === undefined
    ? { ...sketch, settings, cells }
    : resized({ ...sketch, settings, cells }, size, Number(value), ground);
}

/** Adds or removes rows at the bottom and columns on the right. */
function resized(sketch: Sketch, size: 'rows' | 'columns', value: number, ground: string): Sketch {
  const rows = size === 'rows' ? value : sketch.rows;
  const columns = size === 'columns' ? value : sketch.columns;
  if (!Number.isInteger(value) || value < 1 || value > MAX_SIDE || rows * columns > MAX_CELLS) return sketch;
  const cells = Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    return row < sketch.rows && column < sketch.columns ? sketch.cells[row * sketch.columns + column] : ground;
  });
  return { ...sketch, rows, columns, cells };
}

/**
 * The cells on the straight line from one cell to another, without the first cell. They fill the gaps of a fast stroke.
 */
export function between(from: number, to: number, columns: number): number[] {
  const [row, column] = [Math.floor(from / columns), from % columns];
  const [down, right] = [Math.floor(to / columns) - row, (to % columns) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, n) => {
    const part = (n + 1) / steps;
    return (row + Math.round(down * part)) * columns + column + Math.round(right * part);
  });
}

/**
 * Whether a value has all parts of a sketch that the editor needs. The stored value may be from another version of the
 * studio.
 */
export function isSketch(value: unknown): value is Sketch {
  const { settings, rows, columns, cells } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof settings === 'object' &&
    settings !== null &&
    Object.values(settings).every((each) => typeof each === 'string') &&
    Array.isArray(cells) &&
    cells.every((cell) => typeof cell === 'string') &&
    cells.length > 0 &&
    Number.isInteger(rows) &&
    cells.length === Number(rows) * Number(columns)
  );
}
