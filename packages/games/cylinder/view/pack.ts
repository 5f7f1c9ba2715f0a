import { artBook, mix, type Painter, polygon } from '@ludus/viewer/painting.ts';
import type { Timeline } from '@ludus/viewer/view.ts';
import { type CylinderFrame, seatOf, unitCount } from './diff.ts';

/**
 * Number of rounds before and after a moment that are averaged, so that a picture that follows the pack moves smoothly.
 */
const REACH = 10;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/**
 * The mean column of the living units, counted from the window's left edge, at a moment between rounds. `seat`: the
 * owner of the units, or −1 for all.
 */
export function packAt(timeline: Timeline<CylinderFrame>, round: number, seat: number): number | undefined {
  const [before, after] = [smoothed(timeline, Math.floor(round), seat), smoothed(timeline, Math.ceil(round), seat)];
  return before === undefined || after === undefined ? undefined : mix(before, after, round - Math.floor(round));
}

function smoothed(timeline: Timeline<CylinderFrame>, round: number, seat: number): number | undefined {
  let [sum, weights] = [0, 0];
  for (let away = -REACH; away <= REACH; away++) {
    const at = round + away;
    if (at < 0 || at > timeline.last) continue;
    const middle = middleOf(timeline.frame(at), seat);
    if (middle === undefined) continue;
    const weight = REACH + 1 - Math.abs(away);
    sum += weight * middle;
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

const middles = new WeakMap<CylinderFrame, Map<number, number | undefined>>();

function middleOf(frame: CylinderFrame, seat: number): number | undefined {
  let bySeat = middles.get(frame);
  if (bySeat === undefined) {
    bySeat = new Map();
    middles.set(frame, bySeat);
  }
  if (!bySeat.has(seat)) bySeat.set(seat, meanColumn(frame, seat));
  return bySeat.get(seat);
}

function meanColumn(frame: CylinderFrame, seat: number): number | undefined {
  const { view } = frame;
  let [sum, count] = [0, 0];
  for (let unit = 0; unit < unitCount(frame); unit++) {
    if (!view.unitAlive(unit) || (seat >= 0 && seatOf(frame, unit) !== seat)) continue;
    sum += modulo(view.unitColumn(unit) - view.round, view.settings.universeColumns) + 0.5;
    count++;
  }
  return count === 0 ? undefined : sum / count;
}

const book = artBook();

/** Draws a pointer at the edge of the picture towards a unit outside it. */
export function drawBeyond(painter: Painter, x: number, y: number, color: string): void {
  const { left, right } = painter.view;
  if (x >= left && x <= right) return;
  const arrow = book(`beyond ${color}`, () => ({
    width: 1,
    height: 1,
    paint(pen) {
      polygon(pen, -0.2, -0.34, 0.36, 0, -0.2, 0.34);
      pen.lineJoin = 'round';
      pen.lineWidth = 0.14;
      pen.strokeStyle = '#000000b0';
      pen.stroke();
      pen.fillStyle = color;
      pen.fill();
    },
  }));
  painter.put(arrow, x < left ? left + 0.45 : right - 0.45, y, 1, x < left ? Math.PI : 0);
}
