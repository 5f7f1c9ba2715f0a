import type { Result } from '@ludus/kernel/result.ts';
import type { Theme } from './view.ts';

/**
 * A board as it is being drawn. It may be wrong, like a text that is being written. The reader of the game's board files reports
 * the errors in the output of `print`.
 */
export interface Sketch {
  /** By the setting's id: what is in the form. */
  readonly settings: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly columns: number;
  /** Row by row: the id of the brush that each cell was painted with. */
  readonly cells: readonly string[];
  /** Other data of the file, which is not drawn: it is passed from `read` to `print`. */
  readonly rest?: unknown;
}

export interface BoardSetting {
  /** In problems of the reader it is `board/ID`. */
  readonly id: string;
  readonly label: string;
  /** The choices; without them a number or a word is entered. */
  readonly choices?: readonly string[];
  /** It says how large the drawing is. */
  readonly size?: 'rows' | 'columns';
  /** Whether it means something with these settings; without it, always. */
  shown?(settings: Readonly<Record<string, string>>): boolean;
}

/** The values that a cell can be painted with. */
export interface Brush {
  readonly id: string;
  readonly label: string;
  /** A key that chooses it, as it is typed: `x`. */
  readonly key?: string;
  /** It is in one cell only, as a player’s first place does. */
  readonly single?: boolean;
  /** The same for the next player, the first one again after the last: what is mirrored belongs to the next one. */
  readonly next?: string;
}

/** How a cell looks: the colours of the viewer, so that a board is known again in its match. */
export interface CellLook {
  /** Behind the mark; without it the ground shows. */
  readonly fill?: string;
  /** An SVG path in a box of −1…1. */
  readonly mark?: { readonly path: string; readonly color: string };
  readonly text?: string;
}

/** Where else is painted what is painted in a cell. */
export const SYMMETRIES = [
  { id: 'none', label: 'none' },
  { id: 'sides', label: 'left and right' },
  { id: 'ends', label: 'above and below' },
  { id: 'half', label: 'half a turn' },
  { id: 'four', label: 'all four corners' },
  { id: 'quarter', label: 'a quarter turn, four times (square boards)' },
  { id: 'twice', label: 'twice around' },
  { id: 'around', label: 'four times around' },
] as const;
export type Symmetry = (typeof SYMMETRIES)[number]['id'];

/** What a game gives so that its boards can be drawn: `editor` of its `view/editor.ts`. */
export interface BoardEditor {
  readonly settings: readonly BoardSetting[];
  /** Those that go with its boards, the usual one first. */
  readonly symmetries: readonly Symmetry[];
  /** With these settings; the first one is the ground, with which everything is wiped out. */
  brushes(settings: Readonly<Record<string, string>>): readonly Brush[];
  /** `cell`: a brush's id, or what `read` has put there. */
  look(cell: string, sketch: Sketch, theme: Theme): CellLook;
  ground(theme: Theme): string;
  /** Reads a board file as the game does. */
  read(text: string): Result<Sketch>;
  /** The board file; where the sketch is wrong, one that the game's reader rejects with an error. */
  print(sketch: Sketch): string;
}
