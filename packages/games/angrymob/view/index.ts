import { cornersArt, drawBlast, lightArt, mix, type Painter, ringArt, smooth } from '@ludus/viewer/painting.ts';
import { faded, type GameView, type Scene, seatShape, type Theme, twoColor } from '@ludus/viewer/view.ts';
import { angrymob } from '../rules/game.ts';
import { BLEED, baseArt, CHUNK, crowdArt, mobArt, TOWN, townArt } from './art.ts';
import { absorbingWords, absorbs, describe, inspect, marks, seatSummaries, strongest } from './facts.ts';
import { type MobFrame, openMob } from './timeline.ts';

/** Draws a town square seen from above: hedges and roofs, waiting grey crowds, and marching blue and red crowds. */
const ROW_STEP = [0, -1, 0, 1] as const;
const COLUMN_STEP = [1, 0, -1, 0] as const;

const label = (count: number) => (count < 10000 ? String(count) : `${Math.round(count / 1000)}k`);

/** The drawn size of a crowd: a single unit is small, and a hundred units fill their cell. */
const crowdScale = (count: number) => 0.86 + 0.34 * Math.min(1, Math.log10(count) / 2);

/** Minimum size of numbers in pixels; they are omitted in smaller cells. */
const MIN_TEXT_PX = 9.5;
const MIN_CELL_PX = 9;

function showsNumber(painter: Painter, count: number): boolean {
  const { cell } = painter.camera;
  return cell >= (count === 1 ? 14 : MIN_CELL_PX);
}

function drawNumber(
  painter: Painter,
  count: number,
  x: number,
  y: number,
  ink: string,
  halo: string,
  alpha: number,
  scale = 1,
): void {
  const { cell } = painter.camera;
  if (!showsNumber(painter, count)) return;
  const text = label(count);
  const size = text.length === 1 ? 0.6 : text.length === 2 ? 0.54 : text.length === 3 ? 0.44 : 0.36;
  painter.text(text, x, y, Math.max(scale * size, MIN_TEXT_PX / cell), ink, alpha, halo);
}

function drawMob(painter: Painter, theme: Theme, seat: number, count: number, x: number, y: number, alpha = 1): void {
  // In small cells, a crowd is enlarged together with its number, because numbers have a minimum size.
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
  // Waiting crowds are dimmed, because viewers look for moving crowds.
  const muted = alpha * (rise > 0 ? 1 : 0.62);
  painter.put(crowdArt(theme, count, showsNumber(painter, count)), x, y - rise * 0.2, 0.8 + 0.5 * rise, 0, muted);
  const [ink, halo] = theme === 'dark' ? ['#b4bccb', '#1a1e28'] : ['#5d626c', '#ffffff'];
  drawNumber(painter, count, x, y - rise * 0.2, ink, halo, muted, 0.78);
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
  for (const seat of [0, 1]) if (absorbs(from, seat)) drawAbsorbing(painter, scene, seat);
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

/**
 * If a player has so few units that it absorbs neutral units, draws rings around its crowds, and the rule next to the
 * largest crowd.
 */
function drawAbsorbing(painter: Painter, { from, theme, clock }: Scene<MobFrame>, seat: number): void {
  const { columns, units } = from;
  const color = twoColor(seat, theme);
  let largest = -1;
  units[seat].forEach((count, cell) => {
    if (count === 0) return;
    if (largest < 0 || count > units[seat][largest]) largest = cell;
    const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    painter.put(ringArt(color), x, y, 0.78 + 0.1 * Math.sin(clock * 4), 0, 0.9);
  });
  const size = Math.max(0.5, 12 / painter.camera.cell);
  const [x, y] = [(largest % columns) + 0.5, Math.floor(largest / columns) + 0.5];
  const [ink, halo] = theme === 'dark' ? ['#ffffff', '#000000d8'] : ['#14161d', '#ffffffe8'];
  const words = `${absorbingWords(from, seat)}: absorbing`;
  const half = 0.31 * size * words.length;
  painter.text(words, Math.max(half, Math.min(columns - half, x)), y + 0.9 + size / 2, size, ink, 1, halo);
}

/** Draws the map after a jump or during a pause: crowds fade from one number to the other. */
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

/**
 * Draws a turn: the units that stay, and every submove in motion. The last part of the turn shows the outcome of the
 * fights.
 */
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

/** Draws a flash where units of both colours met, and where a base fell. */
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
/** The cells where units were lost in the turn between two frames, with the number that each side lost. */
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

export const view: GameView<MobFrame> = {
  id: 'angrymob',
  title: 'Angry Mob',
  delayMs: 200,
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
  replayExtension: angrymob.replayExtension,
  verdict: (timeline) => timeline.ending,
  recognizes: (text) =>
    /^\s*angrymob\b/.test(text) || /^(blue|red) .+\n(red .+\n)?playerSeed /m.test(text.slice(0, 400)),
  open: (text) => openMob(view, text),
  seatColor: twoColor,
  seatShape: (seat) => seatShape(seat === 0 ? 0 : 2),
  background: (theme) => TOWN[theme].void,
  banner: 'linear-gradient(100deg, #2563eb 0 46%, #4b4a45 46% 54%, #dc2626 54%)',
  thumbnail(text, theme) {
    const board = angrymob.readBoard(text);
    if (!board.ok) return undefined;
    const { map } = board.value;
    const { floor, top } = TOWN[theme];
    const crowd = theme === 'dark' ? '#ffffff' : '#000000';
    const color = (row: number, column: number) => {
      const cell = row * map.columns + column;
      const seat = map.bases.indexOf(cell);
      if (seat >= 0) return twoColor(seat, theme);
      if (map.passable[cell] === 0) return top;
      const neutrals = map.neutrals[cell];
      return neutrals > 0 ? faded(crowd, 0.2 + Math.min(0.6, neutrals / 12)) : undefined;
    };
    return { rows: map.rows, columns: map.columns, ground: floor, color };
  },
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
