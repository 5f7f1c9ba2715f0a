/** The parts of a board editor. */
export {
  type BoardEditor,
  type Brush,
  type CellLook,
  type Sketch,
  SYMMETRIES,
  type Symmetry,
} from './view/board-editor.ts';
