/** The parts that the viewer loads at first use, and the parts that paint pictures and clips. */
export { framePainter } from './clip/frame-painter.ts';
export { Charts } from './ui/charts.tsx';
export { ClipDialog } from './ui/clip.tsx';
export { SecondMatch } from './ui/second-match.tsx';
