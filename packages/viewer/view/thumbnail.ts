/** A board in small: the colour of its ground, and of each of its cells that is something else. */
export interface Thumbnail {
  readonly rows: number;
  readonly columns: number;
  readonly ground: string;
  /** Undefined if the ground shows. */
  color(row: number, column: number): string | undefined;
}

/** A board in small is about so many pixels wide. */
const WIDE = 320;

/** Paints it cell by cell; the canvas gets the size that it needs. */
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
