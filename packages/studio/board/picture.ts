import type { BoardEditor, Sketch, Theme } from '@ludus/viewer/view.ts';

const paths = new Map<string, Path2D>();
function pathOf(text: string): Path2D {
  let path = paths.get(text);
  if (path === undefined) {
    path = new Path2D(text);
    paths.set(text, path);
  }
  return path;
}

/** Sizes relative to a cell's side: the distance of a mark from the cell's middle, and the height of a letter. */
const MARK = 0.42;
const LETTER = 0.46;
/** Minimum cell size for lines between cells, and for text in cells, in CSS pixels. */
const LINED = 7;
const LEGIBLE = 15;

/** Paints one cell of a board, with its corner at the pen's origin. `cell`: the cell's side in CSS pixels. */
export function paintCell(
  pen: CanvasRenderingContext2D,
  editor: BoardEditor,
  sketch: Sketch,
  id: string,
  cell: number,
  theme: Theme,
): void {
  const { fill, mark, text } = editor.look(id, sketch, theme);
  if (fill !== undefined) {
    pen.fillStyle = fill;
    pen.fillRect(0, 0, cell, cell);
  }
  if (mark) {
    pen.save();
    pen.translate(cell / 2, cell / 2);
    pen.scale(cell * MARK, cell * MARK);
    pen.fillStyle = mark.color;
    pen.strokeStyle = theme === 'dark' ? '#000a' : '#fffa';
    pen.lineWidth = 0.3;
    pen.stroke(pathOf(mark.path));
    pen.fill(pathOf(mark.path));
    pen.restore();
  }
  if (text !== undefined && cell >= LEGIBLE) {
    pen.font = `700 ${cell * LETTER}px system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineWidth = cell * 0.12;
    pen.lineJoin = 'round';
    pen.strokeStyle = theme === 'dark' ? '#000c' : '#fffc';
    pen.strokeText(text, cell / 2, cell * 0.53, cell);
    pen.fillStyle = theme === 'dark' ? '#fff' : '#111';
    pen.fillText(text, cell / 2, cell * 0.53, cell);
  }
}

/**
 * Paints the whole board, and sets the canvas's size. `cursor`: the cell of the keyboard cursor; `others`: cells that
 * are painted together with that cell.
 */
export function paintBoard(
  canvas: HTMLCanvasElement,
  editor: BoardEditor,
  sketch: Sketch,
  cell: number,
  theme: Theme,
  cursor: number | undefined,
  others: readonly number[],
): void {
  const { rows, columns, cells } = sketch;
  const ratio = Math.min(devicePixelRatio, 2);
  canvas.width = Math.round(columns * cell * ratio);
  canvas.height = Math.round(rows * cell * ratio);
  canvas.style.width = `${columns * cell}px`;
  canvas.style.height = `${rows * cell}px`;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.fillStyle = editor.ground(theme);
  pen.fillRect(0, 0, columns * cell, rows * cell);
  const line = theme === 'dark' ? '#ffffff1c' : '#00000020';
  const strong = theme === 'dark' ? '#ffffff40' : '#00000048';
  if (cell >= LINED) {
    for (let row = 0; row <= rows; row++) {
      pen.fillStyle = row % 5 === 0 ? strong : line;
      pen.fillRect(0, row * cell, columns * cell, 1);
    }
    for (let column = 0; column <= columns; column++) {
      pen.fillStyle = column % 5 === 0 ? strong : line;
      pen.fillRect(column * cell, 0, 1, rows * cell);
    }
  }
  const at = (index: number, draw: () => void) => {
    pen.save();
    pen.translate((index % columns) * cell, Math.floor(index / columns) * cell);
    draw();
    pen.restore();
  };
  for (let index = 0; index < cells.length; index++)
    at(index, () => paintCell(pen, editor, sketch, cells[index], cell, theme));
  const frame = (index: number, width: number, color: string) =>
    at(index, () => {
      pen.lineWidth = width;
      pen.strokeStyle = color;
      pen.strokeRect(width / 2, width / 2, cell - width, cell - width);
    });
  for (const other of others) frame(other, 2, theme === 'dark' ? '#ffffff90' : '#00000090');
  if (cursor !== undefined) frame(cursor, 3, theme === 'dark' ? '#ff9d5c' : '#b4430f');
}
