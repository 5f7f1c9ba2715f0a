import type { OverlayShape } from '@ludus/game/output.ts';
import type { Painter } from '../paint/painter.ts';
import { lightArt, ringArt } from '../view/effects.ts';
import { piecesOfLine } from '../view/line.ts';
import type { Place, Scene } from '../view/view.ts';
import { drawCauses } from './causes.ts';
import { drawHandMarks } from './hand-marks.ts';
import { drawShapes } from './shapes.ts';
import type { Viewer } from './state.ts';

/**
 * Draws the layers over the board in any game: heatmap, players' shapes, trail, players' drawings, a person's choices,
 * and causes of losses.
 */
export function drawExtras(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  drawHeat(viewer, painter, scene);
  if (viewer.shapes.value) drawShapes(painter, scene);
  if (viewer.trail.value) drawTrail(painter, scene);
  if (viewer.overlays.value) drawOverlays(viewer, painter, scene);
  drawHandMarks(viewer, painter, scene);
  if (viewer.causes.value) drawCauses(viewer, painter, scene);
}

function drawHeat(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  const heat = viewer.heat.value;
  if (heat === undefined || heat.most === 0) return;
  const { view, columns } = scene.timeline;
  const color = heat.kind === 'were' ? view.seatColor(heat.seat, scene.theme) : '#ff3b30';
  for (let cell = 0; cell < heat.cells.length; cell++) {
    if (heat.cells[cell] === 0) continue;
    const place = { row: Math.floor(cell / columns), column: cell % columns };
    const at = view.locate(scene, place);
    if (at === undefined) continue;
    const share = Math.sqrt(heat.cells[cell] / heat.most);
    painter.rect(at.x - 0.5, at.y - 0.5, 1, 1, color, 0.12 + 0.6 * share);
    if (heat.kind === 'died') painter.put(lightArt(color), at.x, at.y, 0.6 + 0.5 * share, 0, 0.8);
  }
}

/** Whether this seat's log and drawings are shown to the observing seat. */
export const isShown = ({ looking }: Viewer, seat: number): boolean => looking.value < 0 || looking.value === seat;

const TRAIL_ROUNDS = 24;

/** Draws the path of the selected unit, with the newest part most visible. */
function drawTrail(painter: Painter, scene: Scene<unknown>): void {
  const { selection, timeline } = scene;
  if (selection === undefined || selection.kind !== 'unit') return;
  // The line's width doesn't depend on the zoom.
  const thin = Math.min(0.07, 2.5 / painter.camera.cell);
  let later: { x: number; y: number } | undefined;
  for (let back = 0; back < TRAIL_ROUNDS; back++) {
    const round = scene.fromRound - back;
    if (round < 0) break;
    const place: Place | undefined = timeline.view.find(timeline.frame(round), selection);
    const at = place === undefined ? undefined : timeline.view.locate(scene, place);
    if (at !== undefined && later !== undefined && Math.hypot(at.x - later.x, at.y - later.y) < 4) {
      const strength = 0.9 * (1 - back / TRAIL_ROUNDS);
      painter.line(at.x, at.y, later.x, later.y, 1.9 * thin, '#000000', strength * 0.5);
      painter.line(at.x, at.y, later.x, later.y, thin, '#ffffff', strength);
    }
    if (at !== undefined && back > 0)
      painter.rect(at.x - thin, at.y - thin, 2 * thin, 2 * thin, '#ffffff', 0.9 * (1 - back / TRAIL_ROUNDS));
    later = at;
  }
}

function drawOverlays(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  for (const overlay of viewer.sidecar.value?.overlays ?? []) {
    if (overlay.round !== scene.fromRound || !isShown(viewer, overlay.seat)) continue;
    const own = scene.timeline.view.seatColor(overlay.seat, scene.theme);
    for (const shape of overlay.shapes)
      drawShape(painter, scene, shape, shape.color === undefined ? own : longColor(shape.color));
  }
}

/** Expands `#rgb` to `#rrggbb`. */
const longColor = (color: string) =>
  color.length === 4 ? `#${[...color.slice(1)].map((c) => c + c).join('')}` : color;

function drawShape(painter: Painter, scene: Scene<unknown>, shape: OverlayShape, color: string): void {
  const locate = ([row, column]: readonly [number, number]) => scene.timeline.view.locate(scene, { row, column });
  if (shape.kind === 'line') {
    const box = scene.timeline.view.extent(scene.timeline, scene.mode);
    for (const { from, to } of piecesOfLine(shape.from, shape.to, locate, box))
      painter.line(from.x, from.y, to.x, to.y, 0.1, color, 0.9);
    return;
  }
  const at = locate(shape.at);
  if (at === undefined) return;
  if (shape.kind === 'point') {
    painter.put(ringArt(color), at.x, at.y, 0.2);
    painter.rect(at.x - 0.09, at.y - 0.09, 0.18, 0.18, color);
  } else if (shape.kind === 'cell') painter.rect(at.x - 0.5, at.y - 0.5, 1, 1, color, 0.4);
  else painter.text(shape.text, at.x, at.y, 0.55, color, 1, '#000000c0');
}
