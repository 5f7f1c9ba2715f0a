/** A small board: the colour of its ground, and the colours of the cells in which the ground isn't visible. */
export interface Thumbnail {
  readonly rows: number;
  readonly columns: number;
  readonly ground: string;
  /** The colour of a cell; undefined if the ground is visible. */
  color(row: number, column: number): string | undefined;
}

/** Approximate width of a small board in pixels. */
const WIDE = 320;

/** Paints the board cell by cell, and sets the canvas's size. */
export function paintThumbnail(canvas: HTMLCanvasElement, { rows, columns, ground, color }: Thumbnail): void {
  const cell = Math.max(2, Math.floor(WIDE / columns));
  canvas.width = columns * cell;
  canvas.height = rows * cell;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const fill = color(row, column);
      if (fill === undefined) continue;
      pen.fillStyle = fill;
      pen.fillRect(column * cell, row * cell, cell, cell);
    }
}
