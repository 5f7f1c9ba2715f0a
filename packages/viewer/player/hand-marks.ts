import type { Painter } from '../paint/painter.ts';
import { lightArt, ringArt } from '../view/effects.ts';
import type { Scene } from '../view/view.ts';
import type { Viewer } from './state.ts';

const GOLD = '#ffc93c';
const ALARM = '#ff4d4f';

/** Draws where one can tap, and what has been chosen. */
export function drawHandMarks(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  const { marks, arrows } = viewer.handMarks.value;
  if (marks.length + arrows.length === 0) return;
  const { view } = scene.timeline;
  const ink = scene.theme === 'dark' ? '#ffffff' : '#10131f';
  const halo = scene.theme === 'dark' ? '#000000c0' : '#ffffffd0';
  for (const { from, to, text } of arrows) {
    const [one, two] = [view.locate(scene, from), view.locate(scene, to)];
    // An arrow across the seam of a board that wraps would cross it all.
    if (!one || !two || Math.hypot(two.x - one.x, two.y - one.y) > 3) continue;
    painter.line(one.x, one.y, two.x, two.y, 0.2, halo, 0.8);
    painter.line(one.x, one.y, two.x, two.y, 0.1, GOLD, 1);
    painter.put(ringArt(GOLD), two.x, two.y, 0.4);
    painter.text(text, two.x, two.y - 0.42, Math.max(0.42, 12 / painter.camera.cell), ink, 1, halo);
  }
  for (const { place, look } of marks) {
    const at = view.locate(scene, place);
    if (!at) continue;
    if (look === 'warning') {
      painter.text('×', at.x, at.y, 0.8, ALARM, 1, halo);
      continue;
    }
    const color = look === 'plain' ? ink : GOLD;
    const size = look === 'plain' ? 0.3 : 0.42 + 0.05 * Math.sin(scene.clock * 6);
    if (look !== 'plain') painter.put(lightArt(GOLD), at.x, at.y, 0.7, 0, 0.7);
    painter.put(ringArt(halo.slice(0, 7)), at.x, at.y, size * 1.12, 0, 0.6);
    painter.put(ringArt(color), at.x, at.y, size, 0, 0.95);
  }
}
