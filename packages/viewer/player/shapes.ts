import type { Painter } from '../paint/painter.ts';
import { mix, shapeArt } from '../view/effects.ts';
import type { Scene, Selection } from '../view/view.ts';

/**
 * If a unit's places in two rounds are farther apart than this, in cells, the unit is treated as wrapped over the
 * board's edge.
 */
const FAR = 4;
/** Minimum size of the shapes on the screen, in pixels. */
const MIN_SIZE_PX = 13;

/** Draws each player's shape at the player's units, for people who can't tell the colours apart. */
export function drawShapes(painter: Painter, scene: Scene<unknown>): void {
  const { from, to, t, theme, timeline } = scene;
  const { view, names } = timeline;
  const size = Math.max(0.5, MIN_SIZE_PX / painter.camera.cell);
  for (const seat of names.keys()) {
    const art = shapeArt(view.seatShape(seat), view.seatColor(seat, theme), theme);
    const frame = t < 0.5 ? from : to;
    const living = new Set<string>();
    view.presence(frame, seat, ({ row, column }) => living.add(`${row} ${column}`));
    for (const { selection } of view.unitsOf(frame, seat)) {
      const place = view.find(frame, selection);
      const at = place && living.has(`${place.row} ${place.column}`) && whereIs(scene, selection);
      if (at) painter.put(art, at.x + 0.3, at.y - 0.3, size);
    }
  }
}

function whereIs(scene: Scene<unknown>, selection: Selection) {
  const { from, to, t, timeline } = scene;
  const { view } = timeline;
  const [first, second] = [from, to].map((frame) => {
    const place = view.find(frame, selection);
    return place && view.locate(scene, place);
  });
  if (!first || !second || Math.hypot(first.x - second.x, first.y - second.y) > FAR) return second ?? first;
  return { x: mix(first.x, second.x, t), y: mix(first.y, second.y, t) };
}
