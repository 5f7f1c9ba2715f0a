import { type Art, artBook, disc } from '../paint/art.ts';
import type { Painter } from '../paint/painter.ts';
import { lightArt, ringArt } from '../view/effects.ts';
import type { Scene } from '../view/view.ts';
import type { Viewer } from './state.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const GOLD = '#ffc93c';
const ALARM = '#ff4d4f';
const SKY = '#35c4ff';
const DASHES = 4;

const book = artBook();
/** A dashed ring, two cells wide. */
const dashedRingArt = (color: string): Art =>
  book(`dashed ring ${color}`, () => ({
    width: 2.3,
    height: 2.3,
    paint(pen) {
      pen.strokeStyle = color;
      pen.lineWidth = 0.16;
      pen.setLineDash([0.34, 0.29]);
      disc(pen, 0, 0, 1);
      pen.stroke();
      pen.setLineDash([]);
    },
  }));

/** A solid or dashed line. */
function drawLine(
  painter: Painter,
  one: Point,
  two: Point,
  { width, color, alpha, isDashed }: { width: number; color: string; alpha: number; isDashed: boolean },
): void {
  const at = (share: number) => ({ x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share });
  const pieces = isDashed ? DASHES : 1;
  for (let n = 0; n < pieces; n++) {
    const [from, to] = [at(n / pieces), at((n + (isDashed ? 0.55 : 1)) / pieces)];
    painter.line(from.x, from.y, to.x, to.y, width, color, alpha);
  }
}

/** Draws the cells that the person can tap, the chosen cells, and the arrows. */
export function drawHandMarks(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  const { marks, arrows } = viewer.handMarks.value;
  if (marks.length + arrows.length === 0) return;
  const { view } = scene.timeline;
  const ink = scene.theme === 'dark' ? '#ffffff' : '#10131f';
  const halo = scene.theme === 'dark' ? '#000000c0' : '#ffffffd0';
  for (const { from, to, text, isDashed = false } of arrows) {
    const [one, two] = [view.locate(scene, from), view.locate(scene, to)];
    // An arrow over the edge of a wrapping board would cross the whole board.
    if (!one || !two || Math.hypot(two.x - one.x, two.y - one.y) > 3) continue;
    const color = isDashed ? SKY : GOLD;
    drawLine(painter, one, two, { width: 0.2, color: halo, alpha: 0.8, isDashed });
    drawLine(painter, one, two, { width: 0.1, color, alpha: 1, isDashed });
    if (text === '') continue;
    painter.put(isDashed ? dashedRingArt(color) : ringArt(color), two.x, two.y, 0.4);
    painter.text(text, two.x, two.y - 0.42, Math.max(0.42, 12 / painter.camera.cell), ink, 1, halo);
  }
  for (const { place, look } of marks) {
    const at = view.locate(scene, place);
    if (!at) continue;
    if (look === 'warning') {
      painter.text('×', at.x, at.y, 0.8, ALARM, 1, halo);
      continue;
    }
    if (look === 'dashed') {
      painter.put(dashedRingArt(halo.slice(0, 7)), at.x, at.y, 0.6, 0, 0.7);
      painter.put(dashedRingArt(SKY), at.x, at.y, 0.56);
      continue;
    }
    const color = look === 'plain' ? ink : GOLD;
    const size = look === 'plain' ? 0.3 : 0.42 + 0.05 * Math.sin(scene.clock * 6);
    if (look !== 'plain') painter.put(lightArt(GOLD), at.x, at.y, 0.7, 0, 0.7);
    painter.put(ringArt(halo.slice(0, 7)), at.x, at.y, size * 1.12, 0, 0.6);
    painter.put(ringArt(color), at.x, at.y, size, 0, 0.95);
  }
}
