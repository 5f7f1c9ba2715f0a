/** Painting: the painter, its backend, and shapes and effects for views. */
export {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  numbering,
  type Pen,
  polygon,
  radial,
  roundBox,
  shadow,
  vertical,
} from './paint/art.ts';
export { createPainter, type Painter } from './paint/painter.ts';
export { clamp, cornersArt, drawBlast, drawPickup, lightArt, mix, puffArt, ringArt, smooth } from './view/effects.ts';
