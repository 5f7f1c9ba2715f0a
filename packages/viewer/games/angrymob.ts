import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  type Pen,
  polygon,
  radial,
  roundBox,
  shadow,
  vertical,
} from '../paint/art.ts';
import type { Painter } from '../paint/painter.ts';
import { describe, inspect, marks, seatSummaries, strongest } from './angrymobFacts.ts';
import { type MobFrame, openMob } from './angrymobTimeline.ts';
import { cornersArt, drawBlast, lightArt, mix, ringArt, smooth } from './effects.ts';
import { blend, seatShape, twoColor } from './palette.ts';
import type { GameView, Scene, Theme } from './view.ts';

/** A town square seen from above: hedges and roofs, grey crowds that wait, blue and red crowds that march. */
const book = artBook();
const CHUNK = 8;
/** Squares of the map overlap by this much, so that no seam shows between them. */
const BLEED = 0.06;
const ROW_STEP = [0, -1, 0, 1] as const;
const COLUMN_STEP = [1, 0, -1, 0] as const;

const TOWN: Record<
  Theme,
  { floor: string; tile: string; joint: string; wall: string; top: string; rim: string; void: string }
> = {
  dark: {
    floor: '#353c4f',
    tile: '#3c4459',
    joint: '#2d3343',
    wall: '#11141d',
    top: '#5b6478',
    rim: '#8a96ad',
    void: '#12151d',
  },
  light: {
    floor: '#f1ede4',
    tile: '#f7f4ec',
    joint: '#e2dccf',
    wall: '#9c9184',
    top: '#c3b8a6',
    rim: '#e6dccb',
    void: '#ddd6c8',
  },
};
const CROWD: Record<Theme, string> = { dark: '#aab3c4', light: '#6f747e' };

const mapNumbers = new WeakMap<object, number>();
let maps = 0;
function mapNumber(map: object): number {
  let number = mapNumbers.get(map);
  if (number === undefined) {
    number = ++maps;
    mapNumbers.set(map, number);
  }
  return number;
}

/** Floor and walls of a square of the map. A wall is a roof with a lit rim and a shadow on the floor to its south. */
function townArt(theme: Theme, frame: MobFrame, row: number, column: number): Art {
  const rows = Math.min(CHUNK, frame.rows - row);
  const columns = Math.min(CHUNK, frame.columns - column);
  return book(`town ${theme} ${mapNumber(frame.map)} ${row} ${column}`, () => ({
    width: columns + 2 * BLEED,
    height: rows + 2 * BLEED,
    paint(pen) {
      const { floor, tile, joint } = TOWN[theme];
      const isWall = (i: number, j: number) =>
        i < 0 || j < 0 || i >= frame.rows || j >= frame.columns || frame.passable[i * frame.columns + j] === 0;
      pen.translate(-columns / 2 - column, -rows / 2 - row);
      pen.fillStyle = floor;
      pen.fillRect(column - 1, row - 1, columns + 2, rows + 2);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) {
          pen.fillStyle = joint;
          pen.fillRect(j, i, 1, 1);
          pen.fillStyle = blend(tile, floor, noise(i, j, 2));
          pen.fillRect(j + 0.025, i + 0.025, 0.95, 0.95);
        }
      // One path, so that shades which overlap do not add up.
      const shades = new Path2D();
      for (let i = row - 2; i <= row + rows; i++)
        for (let j = column - 2; j <= column + columns; j++) if (isWall(i, j)) shades.addPath(shadeAt(i, j));
      pen.fillStyle = theme === 'dark' ? '#00000066' : '#3a2f2040';
      pen.fill(shades);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) if (isWall(i, j)) paintRoof(pen, theme, i, j, isWall);
    },
  }));
}

function shadeAt(i: number, j: number): Path2D {
  const [x, y] = [j, i];
  return new Path2D(`M${x} ${y}H${x + 1}L${x + 1.24} ${y + 0.3}V${y + 1.3}H${x + 0.24}L${x} ${y + 1}Z`);
}

function paintRoof(pen: Pen, theme: Theme, i: number, j: number, isWall: (i: number, j: number) => boolean): void {
  const { wall, top, rim } = TOWN[theme];
  pen.fillStyle = blend(top, wall, 0.14 + 0.1 * noise(i, j, 8));
  pen.fillRect(j - 0.005, i - 0.005, 1.01, 1.01);
  pen.fillStyle = '#ffffff12';
  for (let k = 0; k < 3; k++) pen.fillRect(j + noise(i, j, k) * 0.85, i + noise(i, j, k + 5) * 0.85, 0.13, 0.13);
  const edge = 0.12;
  if (!isWall(i - 1, j)) {
    pen.fillStyle = rim;
    pen.fillRect(j, i, 1, edge);
  }
  if (!isWall(i, j - 1)) {
    pen.fillStyle = rim;
    pen.fillRect(j, i, edge, 1);
  }
  if (!isWall(i + 1, j)) {
    pen.fillStyle = wall;
    pen.fillRect(j, i + 1 - edge * 1.5, 1, edge * 1.5);
  }
  if (!isWall(i, j + 1)) {
    pen.fillStyle = wall;
    pen.fillRect(j + 1 - edge, i, edge, 1);
  }
}

/** Heads of people who wait around the number of them. */
function crowdArt(theme: Theme, count: number, plate: boolean): Art {
  const heads = Math.min(9, count);
  return book(`crowd ${theme} ${heads} ${plate}`, () => ({
    width: 1.1,
    height: 1.1,
    paint(pen, px) {
      const color = CROWD[theme];
      const radius = heads === 1 && !plate ? 0 : 0.2 + 0.16 * Math.sqrt(heads / 9);
      const size = plate ? 0.13 : 0.2;
      for (let k = 0; k < Math.max(heads, 3); k++) {
        const angle = (k / Math.max(heads, 3)) * Math.PI * 2 - Math.PI / 2;
        const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
        if (k >= heads) continue;
        shadow(pen, px, '#00000070', 0.05, 0.02, 0.04);
        pen.fillStyle = radial(pen, x - 0.03, y - 0.04, 0.2, [
          [0, blend(color, '#ffffff', 0.5)],
          [1, blend(color, '#000000', 0.2)],
        ]);
        disc(pen, x, y, size);
        pen.fill();
        noShadow(pen);
      }
      if (!plate) return;
      pen.fillStyle = theme === 'dark' ? '#1d2230c8' : '#ffffffd8';
      disc(pen, 0, 0, 0.29);
      pen.fill();
    },
  }));
}

/** A player's crowd: blue is round, red is square, so that they differ without colour. */
function mobArt(seat: number, theme: Theme): Art {
  return book(`mob ${seat} ${theme}`, () => ({
    width: 1.2,
    height: 1.2,
    paint(pen, px) {
      const color = twoColor(seat, 'light');
      shadow(pen, px, '#00000090', 0.1, 0.02, 0.06);
      pen.fillStyle = vertical(pen, -0.46, 0.46, [
        [0, blend(color, '#ffffff', 0.34)],
        [0.5, color],
        [1, blend(color, '#000000', 0.32)],
      ]);
      if (seat === 0) disc(pen, 0, 0, 0.46);
      else roundBox(pen, -0.43, -0.43, 0.86, 0.86, 0.12);
      pen.fill();
      noShadow(pen);
      pen.lineWidth = 0.06;
      pen.strokeStyle = blend(color, '#ffffff', 0.7);
      if (seat === 0) disc(pen, 0, 0, 0.43);
      else roundBox(pen, -0.4, -0.4, 0.8, 0.8, 0.1);
      pen.stroke();
      // A ring of heads around the number.
      pen.fillStyle = '#ffffff30';
      for (let k = 0; k < 12; k++) {
        const [x, y] = [Math.cos((k / 12) * 6.283) * 0.34, Math.sin((k / 12) * 6.283) * 0.34];
        disc(pen, x, y, 0.045);
        pen.fill();
      }
    },
  }));
}

function baseArt(seat: number, theme: Theme): Art {
  return book(`base ${seat} ${theme}`, () => ({
    width: 2.6,
    height: 2.6,
    paint(pen, px) {
      const color = twoColor(seat, theme);
      pen.fillStyle = radial(pen, 0, 0, 1.25, [
        [0, `${color}70`],
        [0.5, `${color}30`],
        [1, `${color}00`],
      ]);
      pen.fillRect(-1.3, -1.3, 2.6, 2.6);
      shadow(pen, px, '#00000080', 0.08, 0, 0.04);
      pen.strokeStyle = color;
      pen.lineWidth = 0.12;
      pen.setLineDash([0.2, 0.11]);
      roundBox(pen, -0.58, -0.58, 1.16, 1.16, 0.16);
      pen.stroke();
      pen.setLineDash([]);
      noShadow(pen);
      pen.strokeStyle = theme === 'dark' ? '#e8ecf4' : '#3a332b';
      pen.lineWidth = 0.07;
      pen.beginPath();
      pen.moveTo(0.5, 0.45);
      pen.lineTo(0.5, -1.02);
      pen.stroke();
      shadow(pen, px, '#00000080', 0.06, 0.02, 0.05);
      pen.fillStyle = twoColor(seat, 'light');
      polygon(pen, 0.53, -1.02, 1.16, -0.82, 0.53, -0.6);
      pen.fill();
      noShadow(pen);
    },
  }));
}

const label = (count: number) => (count < 10000 ? String(count) : `${Math.round(count / 1000)}k`);

/** How large a crowd is drawn: one unit is small, a hundred fill their cell. */
const crowdScale = (count: number) => 0.74 + 0.3 * Math.min(1, Math.log10(count) / 2);

/** Numbers are never smaller than this many pixels, and left out where cells are. */
const LEAST_TEXT = 9.5;
const LEAST_CELL = 9;

function showsNumber(painter: Painter, count: number): boolean {
  const { cell } = painter.camera;
  return cell >= (count === 1 ? 14 : LEAST_CELL);
}

function drawNumber(
  painter: Painter,
  count: number,
  x: number,
  y: number,
  ink: string,
  halo: string,
  alpha: number,
): void {
  const { cell } = painter.camera;
  if (!showsNumber(painter, count)) return;
  const text = label(count);
  const size = text.length === 1 ? 0.6 : text.length === 2 ? 0.54 : text.length === 3 ? 0.44 : 0.36;
  painter.text(text, x, y, Math.max(size, LEAST_TEXT / cell), ink, alpha, halo);
}

function drawMob(painter: Painter, theme: Theme, seat: number, count: number, x: number, y: number, alpha = 1): void {
  // In small cells a crowd grows with its number, which cannot get smaller.
  const scale = crowdScale(count) * Math.max(1, Math.min(1.35, 16 / painter.camera.cell));
  painter.put(mobArt(seat, theme), x, y, scale, 0, alpha);
  drawNumber(painter, count, x, y, '#ffffff', '#000000a0', alpha);
}

function drawNeutrals(
  painter: Painter,
  theme: Theme,
  count: number,
  x: number,
  y: number,
  alpha: number,
  rise: number,
): void {
  painter.put(crowdArt(theme, count, showsNumber(painter, count)), x, y - rise * 0.2, 1 + 0.5 * rise, 0, alpha);
  const [ink, halo] = theme === 'dark' ? ['#c6cedd', '#1a1e28'] : ['#464b55', '#ffffff'];
  drawNumber(painter, count, x, y - rise * 0.2, ink, halo, alpha);
}

function draw(painter: Painter, scene: Scene<MobFrame>): void {
  const { from, to, theme, clock } = scene;
  const { rows, columns } = from;
  const consecutive = to.turn === from.turn + 1;
  const { view } = painter;
  painter.rect(-0.35, -0.35, columns + 0.7, rows + 0.7, TOWN[theme].wall);
  for (let row = 0; row < rows; row += CHUNK)
    for (let column = 0; column < columns; column += CHUNK) {
      const art = townArt(theme, from, row, column);
      painter.put(art, column + art.width / 2 - BLEED, row + art.height / 2 - BLEED);
    }
  for (const seat of [0, 1]) {
    const cell = from.bases[seat];
    const pulse = 1 + 0.05 * Math.sin(clock * 2.4 + seat * 3);
    painter.put(baseArt(seat, theme), (cell % columns) + 0.5, Math.floor(cell / columns) + 0.5, pulse);
  }
  const first = Math.max(0, Math.floor(view.top)) * columns;
  const end = Math.min(rows, Math.ceil(view.bottom)) * columns;
  for (let cell = first; cell < end; cell++) {
    const was = from.neutrals[cell];
    if (was === 0 && to.neutrals[cell] === 0) continue;
    const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    if (to.neutrals[cell] === was) drawNeutrals(painter, theme, was, x, y, 1, 0);
    else if (was > 0) drawNeutrals(painter, theme, was, x, y, 1 - scene.t, consecutive ? scene.t : 0);
    else drawNeutrals(painter, theme, to.neutrals[cell], x, y, scene.t, 0);
  }
  if (scene.seat >= 0) drawPointedOut(painter, scene, first, end);
  if (consecutive) drawFlow(painter, scene, first, end);
  else drawStanding(painter, scene, first, end);
  if (consecutive) drawFights(painter, from, to, scene.t, theme);
  if (scene.before !== undefined) drawFights(painter, scene.before, from, 1 + scene.t, theme);
  const { selection } = scene;
  if (selection?.kind === 'cell')
    painter.put(
      cornersArt(theme === 'dark' ? '#ffffff' : '#101010'),
      selection.column + 0.5,
      selection.row + 0.5,
      1 + 0.04 * Math.sin(clock * 5),
    );
}

function drawPointedOut(painter: Painter, scene: Scene<MobFrame>, first: number, end: number): void {
  const { from, theme, seat } = scene;
  for (let cell = first; cell < end; cell++) {
    if (from.units[seat][cell] === 0) continue;
    const [x, y] = [(cell % from.columns) + 0.5, Math.floor(cell / from.columns) + 0.5];
    painter.put(lightArt(twoColor(seat, theme)), x, y, 1, 0, 0.7);
  }
}

/** A jump, or a pause: crowds fade from one number to the other. */
function drawStanding(painter: Painter, scene: Scene<MobFrame>, first: number, end: number): void {
  const { from, to, theme } = scene;
  const t = smooth(scene.t);
  for (const seat of [0, 1])
    for (let cell = first; cell < end; cell++) {
      const [was, is] = [from.units[seat][cell], to.units[seat][cell]];
      if (was === 0 && is === 0) continue;
      const [x, y] = [(cell % from.columns) + 0.5, Math.floor(cell / from.columns) + 0.5];
      if (was > 0 && is > 0) drawMob(painter, theme, seat, Math.round(mix(was, is, t)), x, y);
      else if (was > 0) drawMob(painter, theme, seat, was, x, y, 1 - t);
      else drawMob(painter, theme, seat, is, x, y, t);
    }
}

/** A turn: those who stay, and every submove on its way; in the last part of the turn the outcome of the fights shows. */
function drawFlow(painter: Painter, scene: Scene<MobFrame>, first: number, end: number): void {
  const { from, to, theme, t } = scene;
  const { columns } = from;
  const run = smooth(Math.min(1, t / 0.75));
  const settled = t >= 0.75;
  for (const seat of [0, 1]) {
    const moves = from.moves[seat];
    const leaving = new Map<number, number>();
    for (let at = 0; at < moves.length; at += 4) {
      const cell = moves[at] * columns + moves[at + 1];
      leaving.set(cell, (leaving.get(cell) ?? 0) + moves[at + 2]);
    }
    for (let cell = first; cell < end; cell++) {
      const count = settled ? to.units[seat][cell] : from.units[seat][cell] - (leaving.get(cell) ?? 0);
      if (count <= 0) continue;
      drawMob(painter, theme, seat, count, (cell % columns) + 0.5, Math.floor(cell / columns) + 0.5);
    }
    if (settled) continue;
    for (let at = 0; at < moves.length; at += 4) {
      const [i, j, k, d] = moves.subarray(at, at + 4);
      if (k < 1 || d < 0 || d > 3) continue;
      const [x, y] = [j + 0.5 + COLUMN_STEP[d] * run, i + 0.5 + ROW_STEP[d] * run];
      painter.line(j + 0.5, i + 0.5, x, y, 0.22, twoColor(seat, theme), 0.35 * (1 - t));
      drawMob(painter, theme, seat, k, x, y);
    }
  }
}

/** A flash where both colours met, and where a base fell. */
function drawFights(painter: Painter, from: MobFrame, to: MobFrame, progress: number, theme: Theme): void {
  const { columns } = from;
  const passed = (progress - 0.6) / 1.1;
  if (passed <= 0 || passed >= 1) return;
  for (const [cell, lost] of fightsOf(from, to)) {
    const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    drawBlast(
      painter,
      x,
      y,
      0.7 + 0.25 * Math.min(3, Math.log10(1 + lost)),
      passed,
      lost % 2 === 0 ? twoColor(0, theme) : twoColor(1, theme),
      cell,
    );
  }
  if (to.reason !== 'base' && to.reason !== 'both-bases') return;
  for (const seat of [0, 1]) {
    const cell = to.bases[1 - seat];
    if (to.units[seat][cell] === 0) continue;
    const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    for (const [k, size] of [1, 1.8, 2.6].entries())
      painter.put(ringArt(twoColor(seat, theme)), x, y, size * (0.4 + passed), 0, (1 - passed) * (1 - k * 0.2));
  }
}

const fights = new WeakMap<MobFrame, Map<number, number>>();
/** The cells where units were lost in the turn that led from one frame to the next, with how many each side lost. */
function fightsOf(from: MobFrame, to: MobFrame): Map<number, number> {
  const known = fights.get(to);
  if (known !== undefined) return known;
  const arrived = [from.units[0].slice(), from.units[1].slice()];
  for (const seat of [0, 1]) {
    const moves = from.moves[seat];
    for (let at = 0; at < moves.length; at += 4) {
      const [i, j, k, d] = moves.subarray(at, at + 4);
      if (k < 1 || d < 0 || d > 3) continue;
      arrived[seat][i * from.columns + j] -= k;
      arrived[seat][(i + ROW_STEP[d]) * from.columns + j + COLUMN_STEP[d]] += k;
    }
  }
  const found = new Map<number, number>();
  const played = from.totals[0] + from.totals[1] > 0 && to.faults.every((fault) => fault === undefined);
  if (played)
    for (let cell = 0; cell < arrived[0].length; cell++) {
      const lost = Math.min(arrived[0][cell], arrived[1][cell]);
      if (lost > 0) found.set(cell, lost);
    }
  fights.set(to, found);
  return found;
}

export const angrymobView: GameView<MobFrame> = {
  id: 'angrymob',
  title: 'Angry Mob',
  delayMs: 50,
  modes: [],
  charts: [
    { id: 'units', title: 'units', value: (frame, seat) => frame.totals[seat] },
    { id: 'cells', title: 'cells held', value: (frame, seat) => frame.held[seat] },
    {
      id: 'budget',
      title: 'budget used',
      value: (frame, seat) => (frame.faults[seat] === undefined ? frame.shares[seat] : -1),
    },
  ],
  unitsWord: 'units',
  frozenWord: 'Out',
  verdict: (timeline) => timeline.ending,
  recognizes: (text) =>
    /^\s*angrymob\b/.test(text) || /^(blue|red) .+\n(red .+\n)?playerSeed /m.test(text.slice(0, 400)),
  open: (text) => openMob(angrymobView, text),
  seatColor: twoColor,
  seatShape: (seat) => seatShape(seat === 0 ? 0 : 2),
  background: (theme) => TOWN[theme].void,
  extent: (timeline) => ({ left: -0.5, top: -0.5, width: timeline.columns + 1, height: timeline.rows + 1 }),
  draw,
  locate: (_scene, place) => ({ x: place.column + 0.5, y: place.row + 0.5 }),
  pick(scene, x, y) {
    const [row, column] = [Math.floor(y), Math.floor(x)];
    if (row < 0 || column < 0 || row >= scene.from.rows || column >= scene.from.columns) return undefined;
    return { kind: 'cell', row, column };
  },
  find: (_frame, selection) => (selection.kind === 'cell' ? selection : undefined),
  unitsOf: (frame, seat) => strongest(frame, seat, 12),
  seats: seatSummaries,
  inspect,
  marks: (before, after, names) => marks(before, after, names, fightsOf(before, after)),
  describe,
  presence(frame, seat, add) {
    const units = frame.units[seat];
    for (let cell = 0; cell < units.length; cell++)
      if (units[cell] > 0) add({ row: Math.floor(cell / frame.columns), column: cell % frame.columns }, units[cell]);
  },
  losses(before, after, _seat, add) {
    for (const [cell, lost] of fightsOf(before, after))
      add({ row: Math.floor(cell / before.columns), column: cell % before.columns }, lost);
  },
};
