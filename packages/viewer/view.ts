/** The parts of a game’s view and of its board editor. */
export { keepLast, lineAt } from './replay/timeline.ts';
export {
  type BoardEditor,
  type Brush,
  type CellLook,
  type Sketch,
  SYMMETRIES,
  type Symmetry,
} from './view/board-editor.ts';
export { openReplay } from './view/open-replay.ts';
export { blend, faded, fourColor, seatShape, sixteenColor, twoColor, twoTeamsColor } from './view/palette.ts';
export { paintThumbnail, type Thumbnail } from './view/thumbnail.ts';
export type {
  AnyView,
  Cause,
  Chart,
  Extent,
  Fact,
  GamePanel,
  GameView,
  Inspection,
  Mark,
  PanelProps,
  Place,
  Scene,
  SeatSummary,
  Selection,
  Theme,
  Timeline,
} from './view/view.ts';
