/** A point on the board in cells: [row, column], fractions allowed. [0, 0] is the centre of the top left cell. */
export type BoardPoint = readonly [row: number, column: number];

/**
 * A shape that a player draws over the board for spectators. `color` is `#rgb` or `#rrggbb`; the default is the seat's
 * colour.
 *
 * @example output.draw({ kind: 'line', from: [0, 0], to: [3, 4], color: '#f00' });
 */
export type OverlayShape =
  | { readonly kind: 'point'; readonly at: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'line'; readonly from: BoardPoint; readonly to: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'cell'; readonly at: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'text'; readonly at: BoardPoint; readonly text: string; readonly color?: string | undefined };

/** Receives the log and the drawings of one player. */
export interface PlayerOutput {
  log(text: string): void;
  draw(shape: OverlayShape): void;
}

export const SILENT_OUTPUT: PlayerOutput = { log() {}, draw() {} };

const COLOR = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
/** Maximum length of a shape's text, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 80;

/**
 * Reads a shape from an untrusted value; returns a copy without other fields, or undefined if the value isn't a shape.
 */
export function readShape(value: unknown): OverlayShape | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, text, color, ...rest } = value as Readonly<Record<string, unknown>>;
  if (color !== undefined && !(typeof color === 'string' && COLOR.test(color))) return undefined;
  const own = color === undefined ? {} : { color };
  const [at, from, to] = [rest.at, rest.from, rest.to].map(readPoint);
  switch (kind) {
    case 'point':
    case 'cell':
      return at && { kind, at, ...own };
    case 'line':
      return from && to && { kind, from, to, ...own };
    case 'text':
      return at && typeof text === 'string' && text.length <= MAX_TEXT_LENGTH ? { kind, at, text, ...own } : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the warning for a player whose drawing is ignored because it isn't a shape; or undefined if it is a shape.
 */
export function drawingProblem(value: unknown): string | undefined {
  if (readShape(value) !== undefined) return undefined;
  const shown = JSON.stringify(value)?.slice(0, MAX_TEXT_LENGTH) ?? String(value);
  return `warning: draw(${shown}) draws nothing. A point, cell, or text has at: [row, column]; a line has from and to. A text has at most ${MAX_TEXT_LENGTH} characters, and a color is #rgb or #rrggbb`;
}

function readPoint(value: unknown): BoardPoint | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [row, column]: unknown[] = value;
  return Number.isFinite(row) && Number.isFinite(column) ? [row as number, column as number] : undefined;
}
