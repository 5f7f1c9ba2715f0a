/** A place on the board as a player draws it: [row, column] in cells, fractions allowed; [0, 0] is the centre of the top left cell. */
export type BoardPoint = readonly [row: number, column: number];

/**
 * A mark that a player draws for whoever watches the match. `color` is `#rgb` or `#rrggbb`; without it, the player's own.
 */
export type OverlayShape =
  | { readonly kind: 'point'; readonly at: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'line'; readonly from: BoardPoint; readonly to: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'cell'; readonly at: BoardPoint; readonly color?: string | undefined }
  | { readonly kind: 'text'; readonly at: BoardPoint; readonly text: string; readonly color?: string | undefined };

/** Where what a player says beside its moves goes. */
export interface PlayerOutput {
  log(text: string): void;
  draw(shape: OverlayShape): void;
}

export const SILENT_OUTPUT: PlayerOutput = { log() {}, draw() {} };

const COLOR = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
/** UTF-16 units of a text on the board. */
const MAX_TEXT_LENGTH = 80;

/** The shape that a value is, a copy without anything else that it has; undefined where it is none. It may come from a player or a file. */
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

/** What is said to a player whose drawing is none, and so is left out; undefined where it is one. */
export function drawingProblem(value: unknown): string | undefined {
  if (readShape(value) !== undefined) return undefined;
  const shown = JSON.stringify(value)?.slice(0, MAX_TEXT_LENGTH) ?? String(value);
  return `warning: draw(${shown}) draws nothing: a point, cell or text has at: [row, column], a line from and to, a text at most ${MAX_TEXT_LENGTH} characters, a color is #rgb or #rrggbb`;
}

function readPoint(value: unknown): BoardPoint | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [row, column]: unknown[] = value;
  return Number.isFinite(row) && Number.isFinite(column) ? [row as number, column as number] : undefined;
}
