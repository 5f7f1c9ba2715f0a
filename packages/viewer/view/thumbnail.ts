/** A board in small is about so many pixels wide. */
const WIDE = 320;

/** Paints a board cell by cell; `color` gives undefined where the ground shows. */
export function paintCells(
  canvas: HTMLCanvasElement,
  rows: number,
  columns: number,
  ground: string,
  color: (row: number, column: number) => string | undefined,
): void {
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
