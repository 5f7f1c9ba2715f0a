import {
  type Art,
  clamp,
  cornersArt,
  drawBlast,
  drawPickup,
  lightArt,
  mix,
  type Painter,
  puffArt,
  ringArt,
  smooth,
} from '@ludus/viewer/painting.ts';
import { type Extent, fourColor, type Place, type Scene, type Selection, type Theme } from '@ludus/viewer/view.ts';
import { OBSTACLE } from '../rules/position-view.ts';
import { type CylinderDiff, type CylinderFrame, diffFrames, seatOf, type UnitMotion } from './diff.ts';
import { drawBeyond } from './pack.ts';

/** The visual differences between Mad Max and Star War. Units face right. */
export interface CylinderArt {
  /**
   * Draws a square of ground with `CHUNK` cells per side (or fewer at an edge). Undefined if the ground is empty space.
   */
  ground?(theme: Theme, row: number, column: number, rows: number, columns: number): Art;
  /** Called before and after everything else is drawn. `scroll` is in columns. */
  backdrop(painter: Painter, theme: Theme, scroll: number, clock: number, rows: number): void;
  weather?(painter: Painter, theme: Theme, scroll: number, clock: number, rows: number): void;
  obstacle(theme: Theme, row: number, column: number): Art;
  /** Rotation speed of an obstacle, in radians per second; 0 for objects on the ground. */
  spin: number;
  prize(content: number, theme: Theme): Art;
  prizeColor(content: number): string;
  unit(seat: number, theme: Theme): Art;
  missile(seat: number, theme: Theme): Art;
  flame: readonly [string, string];
  /** Amount of gas below which a warning is shown; 0 if the game has no gas. */
  lowGas: number;
}

const CHUNK = 8;
/** Units are drawn larger than their cell, because viewers look for them. */
const UNIT_SCALE = 1.4;
const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Where rows and columns are on the screen at the moment. */
export interface Geometry {
  readonly uni: number;
  readonly win: number;
  readonly rows: number;
  readonly unrolled: boolean;
  /** The column at the left edge of the window, including its fraction. */
  readonly scroll: number;
  /** Converts a column of the universe to the x coordinate of its centre in the world. */
  at(column: number): number;
  /** Converts a column counted from the window's left edge to the x coordinate of its centre in the world. */
  fromWindow(column: number): number;
}

/** Differences and deaths are cached per pair of frames, because each pair is drawn many times. */
const diffs = new WeakMap<CylinderFrame, WeakMap<CylinderFrame, CylinderDiff>>();
export function diffOf(from: CylinderFrame, to: CylinderFrame): CylinderDiff {
  let known = diffs.get(from);
  if (known === undefined) {
    known = new WeakMap();
    diffs.set(from, known);
  }
  let diff = known.get(to);
  if (diff === undefined) {
    diff = diffFrames(from, to);
    known.set(to, diff);
  }
  return diff;
}

function geometry(scene: Scene<CylinderFrame>): Geometry {
  const { settings, round } = scene.from.view;
  const { universeColumns: uni, windowColumns: win, rows } = settings;
  const far = scene.to.view.round - round;
  const near = Math.abs(far) <= 12 ? far : modulo(far + uni / 2, uni) - uni / 2;
  const scroll = round + near * scene.t;
  const unrolled = scene.mode === 'universe';
  const margin = Math.floor((uni - win) / 2);
  const at = unrolled
    ? (column: number) => modulo(column + 0.5, uni)
    : (column: number) => modulo(column - scroll + margin + 0.5, uni) - margin;
  return { uni, win, rows, unrolled, scroll, at, fromWindow: (column) => at(column + scroll) };
}

export function extent(frame: CylinderFrame, mode: string): Extent {
  const { universeColumns, windowColumns, rows } = frame.view.settings;
  const width = mode === 'universe' ? universeColumns : windowColumns;
  return { left: -0.4, top: -0.4, width: width + 0.8, height: rows + 0.8 };
}

export function locate(scene: Scene<CylinderFrame>, place: Place): { x: number; y: number } | undefined {
  const geo = geometry(scene);
  if (place.row < -0.5 || place.row > geo.rows - 0.5) return undefined;
  const x = geo.at(place.column);
  return { x, y: place.row + 0.5 };
}

export function pick(scene: Scene<CylinderFrame>, x: number, y: number): Selection | undefined {
  const geo = geometry(scene);
  if (y < 0 || y >= geo.rows) return undefined;
  let best: { unit: number; distance: number } | undefined;
  for (const motion of diffOf(scene.from, scene.to).units) {
    const [ux, uy] = unitPlace(geo, motion, scene.t);
    const distance = Math.hypot(ux - x, uy - y);
    const known = (scene.t < 0.5 ? motion.fromAlive : motion.toAlive) ? distance : distance + 0.5;
    if (distance < 0.9 && (best === undefined || known < best.distance)) best = { unit: motion.unit, distance: known };
  }
  if (best !== undefined) return { kind: 'unit', unit: best.unit };
  const column = geo.unrolled ? x : x + geo.scroll;
  return { kind: 'cell', row: Math.floor(y), column: modulo(Math.floor(column), geo.uni) };
}

function unitPlace(geo: Geometry, motion: UnitMotion, t: number): [number, number] {
  return [geo.fromWindow(mix(motion.fromColumn, motion.toColumn, t)), mix(motion.fromRow, motion.toRow, t) + 0.5];
}

export function drawCylinder(painter: Painter, scene: Scene<CylinderFrame>, art: CylinderArt): void {
  const geo = geometry(scene);
  const { theme, clock, from, to } = scene;
  const diff = diffOf(from, to);
  const t = diff.consecutive ? scene.t : smooth(scene.t);
  const scroll = geo.unrolled ? 0 : geo.scroll;
  art.backdrop(painter, theme, painter.isPlain ? 0 : scroll, clock, geo.rows);
  drawGround(painter, scene, geo, art);
  drawThings(painter, scene, geo, art, diff, t);
  drawMissiles(painter, scene, geo, art, diff, t);
  for (const motion of diff.units) drawUnit(painter, scene, geo, art, motion, t, diff.consecutive);
  if (diff.consecutive) drawEffects(painter, scene, geo, art, diff, t);
  if (scene.before !== undefined) drawEffects(painter, scene, geo, art, diffOf(scene.before, from), 1 + scene.t);
  if (!painter.isPlain) art.weather?.(painter, theme, scroll, clock, geo.rows);
  drawFrame(painter, geo, theme);
}

function drawGround(painter: Painter, scene: Scene<CylinderFrame>, geo: Geometry, art: CylinderArt): void {
  if (art.ground === undefined) return;
  for (let column = 0; column < geo.uni; column += CHUNK) {
    const columns = Math.min(CHUNK, geo.uni - column);
    const first = geo.at(column) - 0.5;
    for (let row = 0; row < geo.rows; row += CHUNK) {
      const rows = Math.min(CHUNK, geo.rows - row);
      const chunk = art.ground(scene.theme, row, column, rows, columns);
      painter.put(chunk, first + columns / 2, row + rows / 2);
      // A chunk that extends beyond the right end continues at the left end.
      if (!geo.unrolled) painter.put(chunk, first + columns / 2 - geo.uni, row + rows / 2);
    }
  }
}

/** Draws prizes and obstacles. Objects that are in both frames stay, and the other objects appear or disappear. */
function drawThings(
  painter: Painter,
  scene: Scene<CylinderFrame>,
  geo: Geometry,
  art: CylinderArt,
  diff: CylinderDiff,
  t: number,
): void {
  const { view } = scene.from;
  const { theme, clock } = scene;
  const put = (content: number, row: number, column: number, scale: number, alpha: number): void => {
    const x = geo.at(column);
    if (content === OBSTACLE) {
      const turn = art.spin === 0 ? 0 : clock * art.spin * (((row * 7 + column * 3) % 5) - 2);
      painter.put(art.obstacle(theme, row, column), x, row + 0.5, scale, turn, alpha);
      return;
    }
    const lift = 0.045 * Math.sin(clock * 2.2 + column * 1.7 + row);
    painter.put(art.prize(content, theme), x, row + 0.5 + lift, scale, 0, alpha);
  };
  const leaving = new Set(diff.gone.map((change) => change.row * geo.uni + change.column));
  for (let row = 0; row < geo.rows; row++) {
    for (let column = 0; column < geo.uni; column++) {
      const content = view.contentAt(row, column);
      if (content === 0 || leaving.has(row * geo.uni + column)) continue;
      put(content, row, column, 1, 1);
    }
  }
  for (const { row, column, content } of diff.gone) {
    if (!diff.consecutive) put(content, row, column, 1, 1 - t);
    else if (t < 0.55) put(content, row, column, 1, 1);
  }
  for (const { row, column, content } of diff.come) {
    const grown = diff.consecutive ? clamp((t - 0.6) / 0.4, 0, 1) : t;
    if (grown > 0) put(content, row, column, diff.consecutive ? smooth(grown) * (1.25 - 0.25 * grown) : 1, grown);
  }
}

function drawMissiles(
  painter: Painter,
  scene: Scene<CylinderFrame>,
  geo: Geometry,
  art: CylinderArt,
  diff: CylinderDiff,
  t: number,
): void {
  for (const missile of diff.missiles) {
    // A missile that bursts arrives in time for its blast, and disappears after the blast.
    const run = missile.bursts ? Math.min(1, t / 0.6) : t;
    if (missile.bursts && run >= 1) continue;
    if (!diff.consecutive && missile.isNew && t < 0.5) continue;
    const seat = seatOf(scene.from, missile.owner);
    const column = mix(missile.fromColumn, missile.toColumn, run);
    const x = geo.fromWindow(column);
    const y = mix(missile.fromRow, missile.toRow, run) + 0.5;
    const color = fourColor(seat, scene.theme);
    const length = missile.isNew ? 0.3 + 1.2 * run : 1.5;
    painter.stretch(lightArt(art.flame[1]), x - 0.35 - length / 2, y, length * 0.7, 0.13, 0, 0.75);
    painter.stretch(lightArt(color), x - 0.3 - length / 4, y, length * 0.45, 0.2, 0, 0.8);
    const flicker = 1 + 0.25 * Math.sin(scene.clock * 40 + missile.id);
    painter.glow(lightArt(art.flame[0]), x - 0.4, y, 0.2 * flicker);
    painter.put(art.missile(seat, scene.theme), x, y);
    if (missile.isNew && run < 0.4) painter.glow(lightArt(art.flame[0]), x - 0.2, y, 0.55 * (1 - run / 0.4));
  }
}

function drawUnit(
  painter: Painter,
  scene: Scene<CylinderFrame>,
  geo: Geometry,
  art: CylinderArt,
  motion: UnitMotion,
  t: number,
  consecutive: boolean,
): void {
  const { fromAlive, toAlive, unit } = motion;
  if (!fromAlive && !toAlive) return;
  const seat = seatOf(scene.from, unit);
  let [column, row, scale, alpha] = [
    mix(motion.fromColumn, motion.toColumn, t),
    mix(motion.fromRow, motion.toRow, t),
    1,
    1,
  ];
  if (fromAlive && !toAlive) {
    if (consecutive && t > 0.62) return;
    if (!consecutive) alpha = 1 - t;
  }
  if (!fromAlive) {
    // The unit reappears at its place with a flash.
    [column, row] = [motion.toColumn, motion.toRow];
    alpha = clamp((t - 0.35) / 0.5, 0, 1);
    scale = 1.6 - 0.6 * smooth(alpha);
  }
  const x = geo.fromWindow(column);
  const y = row + 0.5;
  const color = fourColor(seat, scene.theme);
  if (toAlive && !geo.unrolled) drawBeyond(painter, x, y, color);
  const [down, along] =
    consecutive && fromAlive ? [motion.toRow - motion.fromRow, motion.toColumn - motion.fromColumn + 1] : [0, 1];
  const turn = down === 0 ? 0 : Math.atan2(down, Math.max(1, along)) * Math.sin(Math.PI * t) * 0.9;
  const frozen = scene.from.view.status(seat) === -1;
  const pointed = scene.seat === seat || (scene.selection?.kind === 'unit' && scene.selection.unit === unit);
  if (scene.seat === seat) {
    painter.put(lightArt(color), x, y, 1.05, 0, 0.55);
    painter.put(ringArt(color), x, y, 0.66);
  }
  if (!frozen) {
    const push = consecutive && along > 1 ? 1.6 : along < 1 ? 0.35 : 0.9;
    const flicker = 1 + 0.18 * Math.sin(scene.clock * 31 + unit * 2);
    painter.stretch(lightArt(art.flame[1]), x - 0.48 - 0.12 * push, y, 0.34 * push * flicker, 0.15, 0, 0.55 * alpha);
    painter.glow(lightArt(art.flame[0]), x - 0.44, y, 0.13 * push * flicker, 0, 0.8 * alpha);
  }
  painter.put(art.unit(seat, scene.theme), x, y, scale * UNIT_SCALE, turn, frozen ? 0.5 * alpha : alpha);
  if (frozen) painter.put(lightArt('#cfeaff'), x, y, 0.6, 0, 0.5 * alpha);
  if (!fromAlive && alpha < 1) painter.put(ringArt(color), x, y, 1.3 - 0.7 * alpha, 0, alpha);
  const gas = scene.from.view.unitGas(unit);
  if (art.lowGas > 0 && gas <= art.lowGas && toAlive && fromAlive) {
    const share = clamp(gas / art.lowGas, 0, 1);
    painter.rect(x - 0.43, y + 0.52, 0.86, 0.14, '#14100ee0');
    painter.rect(x - 0.41, y + 0.54, 0.82 * share, 0.1, share < 0.4 ? '#ff5040' : '#ffc040');
  }
  if (pointed) painter.text(String(unit), x, y - 0.72, 0.5, '#ffffff', alpha, '#000000c0');
  if (scene.selection?.kind === 'unit' && scene.selection.unit === unit)
    painter.put(cornersArt('#ffffff'), x, y, 1.05 + 0.04 * Math.sin(scene.clock * 5));
}

/** Draws effects. `progress` is from 0 to 1 during the round of the diff, and from 1 to 2 in the round after it. */
function drawEffects(
  painter: Painter,
  scene: Scene<CylinderFrame>,
  geo: Geometry,
  art: CylinderArt,
  diff: CylinderDiff,
  progress: number,
): void {
  // The columns of a blast refer to the window at the end of the blast's round, from which the window has moved on.
  const drift = progress - 1;
  const { theme } = scene;
  for (const { row, column, content, unit } of diff.gone) {
    if (content === OBSTACLE) {
      if (progress > 0.5)
        painter.put(
          puffArt('#8a7f78'),
          geo.at(column),
          row + 0.5,
          0.5 + 0.5 * progress,
          0,
          clamp(1.6 - progress, 0, 0.8),
        );
      continue;
    }
    const passed = clamp((progress - 0.45) / 0.75, 0, 1);
    if (unit >= 0)
      drawPickup(painter, art.prize(content, theme), geo.at(column), row + 0.5, passed, art.prizeColor(content));
    else drawBlast(painter, geo.at(column), row + 0.5, 0.5, passed, art.prizeColor(content), row * 31 + column);
  }
  for (const [index, blast] of diff.blasts.entries()) {
    const passed = clamp((progress - 0.5) / 1.2, 0, 1);
    const x = geo.fromWindow(blast.column - drift);
    drawBlast(
      painter,
      x,
      blast.row + 0.5,
      blast.size * 1.5,
      passed,
      fourColor(blast.seat, theme),
      index + Math.round(blast.row * 7),
    );
  }
}

/** Marks the window by dimming the world outside it. */
function drawFrame(painter: Painter, geo: Geometry, theme: Theme): void {
  const [shade, strength, rim] = theme === 'dark' ? ['#05060c', 0.62, '#ffffff'] : ['#f4f1ea', 0.62, '#302a26'];
  const { rows, uni, win } = geo;
  const dim = (left: number, right: number) => painter.rect(left, 0, right - left, rows, shade, strength);
  const edge = (x: number) => {
    painter.rect(x - 0.05, 0, 0.1, rows, rim, 0.7);
  };
  if (!geo.unrolled) {
    const margin = Math.floor((uni - win) / 2);
    dim(-margin - 1, 0);
    dim(win, uni - margin + 1);
    edge(0);
    edge(win);
    return;
  }
  const left = modulo(geo.scroll, uni);
  const right = left + win;
  if (right <= uni) {
    dim(0, left);
    dim(right, uni);
  } else dim(right - uni, left);
  edge(left);
  edge(modulo(right, uni));
}
