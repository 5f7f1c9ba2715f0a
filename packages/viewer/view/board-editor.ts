import type { Result } from '@ludus/kernel/result.ts';
import type { Theme } from './view.ts';

/**
 * An unfinished board. It may be invalid, like an unfinished text. The reader of the game's board files reports the
 * errors in the output of `print`.
 */
export interface Sketch {
  /** By the setting's id: the value in the form. */
  readonly settings: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly columns: number;
  /** Row by row: the id of each cell's brush. */
  readonly cells: readonly string[];
  /** Other data in the file, which isn't drawn, but passed from `read` to `print`. */
  readonly rest?: unknown;
}

export interface BoardSetting {
  /** In the reader's problems, the setting appears as `board/ID`. */
  readonly id: string;
  readonly label: string;
  /** The choices; without them, the user enters a number or a word. */
  readonly choices?: readonly string[];
  /** Whether the setting determines the drawing's number of rows or columns. */
  readonly size?: 'rows' | 'columns';
  /** Whether this setting applies, given the values of all settings; if absent, it always applies. */
  shown?(settings: Readonly<Record<string, string>>): boolean;
}

/** The values with which a cell can be painted. */
export interface Brush {
  readonly id: string;
  readonly label: string;
  /** The key that selects the brush, such as `x`. */
  readonly key?: string;
  /** Whether the object exists in only one cell, such as a player’s first place. */
  readonly single?: boolean;
  /** The brush of the next player, in a cycle. The next player's brush paints the mirrored cell. */
  readonly next?: string;
}

/** The appearance of a cell, in the viewer's colours, so that users recognise the board in a match. */
export interface CellLook {
  /** The colour behind the mark; without it, the ground is visible. */
  readonly fill?: string;
  /** A mark, as an SVG path in a box of −1…1. */
  readonly mark?: { readonly path: string; readonly color: string };
  readonly text?: string;
}

/** The symmetries by which a painted cell is repeated. */
export const SYMMETRIES = [
  { id: 'none', label: 'none' },
  { id: 'sides', label: 'left and right' },
  { id: 'ends', label: 'top and bottom' },
  { id: 'half', label: 'half a turn' },
  { id: 'four', label: 'all four corners' },
  { id: 'quarter', label: 'a quarter turn, four times (square boards)' },
  { id: 'twice', label: 'two copies around' },
  { id: 'around', label: 'four copies around' },
] as const;
export type Symmetry = (typeof SYMMETRIES)[number]['id'];

/** A game's editor for its boards: `editor` in its `view/editor.ts`. */
export interface BoardEditor {
  readonly settings: readonly BoardSetting[];
  /** The symmetries that suit the game's boards, the usual symmetry first. */
  readonly symmetries: readonly Symmetry[];
  /** The brushes for these settings. The first brush paints the ground, so it erases. */
  brushes(settings: Readonly<Record<string, string>>): readonly Brush[];
  /** `cell`: a brush's id, or a value from `read`. */
  look(cell: string, sketch: Sketch, theme: Theme): CellLook;
  ground(theme: Theme): string;
  /** Reads a board file, as the game does. */
  read(text: string): Result<Sketch>;
  /** Returns the text of the board file. If the sketch is invalid, the game's reader rejects the file with an error. */
  print(sketch: Sketch): string;
}
