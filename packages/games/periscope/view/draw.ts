import { cornersArt, drawBlast, drawPickup, mix, type Painter, ringArt, smooth } from '@ludus/viewer/painting.ts';
import { type Scene, twoTeamsColor } from '@ludus/viewer/view.ts';
import { sideOf } from '../rules/board.ts';
import { NOWHERE } from '../rules/directions.ts';
import { observe } from '../rules/observe.ts';
import { EMPTY, isNear, type LastOrder, type PeriscopeState, UNSEEN, WRECK } from '../rules/state.ts';
import { BLEED, CHUNK, COLORS, seaArt, siteArt, slickArt, submarineArt, torpedoArt } from './art.ts';
import { actorOf, ownerOf, type PeriscopeFrame, type Spot, spotOf } from './frame.ts';

/** Number of dark cells beyond the board. */
const BEYOND = 2;
/** Opacity of a hidden submarine in the view of a seat. */
const GHOST = 0.22;
const SITE_LOOKS = ['empty', 'wreck', 'unknown'] as const;

type View = Scene<PeriscopeFrame>;

/**
 * Draws the sea, the objects in it, and the order of the round: a move, a ping, a torpedo. With a selected seat, it
 * adds the seat's fog.
 */
export function draw(painter: Painter, scene: View): void {
  const { board } = scene.to.state;
  for (let row = 0; row < board.rows; row += CHUNK)
    for (let column = 0; column < board.columns; column += CHUNK) {
      const art = seaArt(scene.theme, board, row, column);
      painter.put(art, column + art.width / 2 - BLEED, row + art.height / 2 - BLEED);
    }
  drawHarbours(painter, scene);
  drawSites(painter, scene);
  drawSlicks(painter, scene);
  drawFog(painter, scene);
  drawSubmarines(painter, scene);
  drawOrder(painter, scene);
  drawEdges(painter, scene);
  drawSelection(painter, scene);
}

/** Whether the scene moves from one round to the next. If so, the order of the round is shown. */
const isStep = ({ fromRound, toRound }: View): boolean => toRound === fromRound + 1;

function drawHarbours(painter: Painter, { to, theme }: View): void {
  to.state.board.harbours.forEach((cells, seat) => {
    for (const cell of cells) {
      const { x, y } = spotOf(to.state, cell);
      painter.rect(x - 0.46, y - 0.46, 0.92, 0.92, twoTeamsColor(seat, theme), theme === 'dark' ? 0.1 : 0.13);
    }
  });
}

function drawSites(painter: Painter, scene: View): void {
  const { from, to, theme, t, seat } = scene;
  const seen = seat >= 0 ? observe(to.state, seat).wrecks : to.state.wrecks;
  to.state.board.sites.forEach((cell, site) => {
    const { x, y } = spotOf(to.state, cell);
    const isTaken = isStep(scene) && from.state.wrecks[site] === WRECK && to.state.wrecks[site] === EMPTY;
    if (isTaken && t < 0.5) painter.put(siteArt('wreck', theme), x, y);
    else painter.put(siteArt(SITE_LOOKS[seen[site]], theme), x, y);
    if (isTaken && t >= 0.5) drawPickup(painter, siteArt('wreck', theme), x, y, 2 * t - 1, COLORS[theme].gold);
  });
}

/** Marks the cells where submarines sank. */
function drawSlicks(painter: Painter, scene: View): void {
  const { timeline, toRound, to, theme, t } = scene;
  for (let unit = 0; unit < to.state.cells.length; unit++) {
    const cell = sunkIn(timeline.frame, to.state, unit, toRound);
    const isNow = isStep(scene) && scene.from.state.cells[unit] >= 0;
    if (cell < 0 || (isNow && t < 0.7)) continue;
    const { x, y } = spotOf(to.state, cell);
    painter.put(slickArt(ownerOf(to.state, unit), theme), x, y, 1, 0, 0.85);
  }
}

const graves = new WeakMap<PeriscopeState, Int16Array>();
/** The last cell of a sunk submarine; −1 while the submarine lives. */
function sunkIn(frame: (round: number) => PeriscopeFrame, state: PeriscopeState, unit: number, round: number): number {
  let known = graves.get(state);
  if (known === undefined) {
    known = new Int16Array(state.cells.length).fill(-1);
    for (let each = 0; each < known.length; each++) {
      if (state.cells[each] >= 0) continue;
      let before = round - 1;
      while (before >= 0 && frame(before).state.cells[each] < 0) before--;
      if (before >= 0) known[each] = frame(before).state.cells[each];
    }
    graves.set(state, known);
  }
  return known[unit];
}

/** Darkens the cells that the selected seat doesn't see. */
function drawFog(painter: Painter, { to, seat, theme }: View): void {
  if (seat < 0) return;
  const { state } = to;
  const { board } = state;
  for (let cell = 0; cell < board.islands.length; cell++) {
    if (isNear(state, sideOf(seat), cell, board.sight)) continue;
    const { x, y } = spotOf(state, cell);
    painter.rect(x - 0.5, y - 0.5, 1, 1, COLORS[theme].fog, theme === 'dark' ? 0.55 : 0.3);
  }
}

function drawSubmarines(painter: Painter, scene: View): void {
  const { from, to, theme, seat } = scene;
  const seen = seat >= 0 ? observe(to.state, seat).cells : undefined;
  const drawn = new Map<number, number>();
  for (let unit = 0; unit < to.state.cells.length; unit++) {
    const [before, after] = [from.state.cells[unit], to.state.cells[unit]];
    const isSinking = isStep(scene) && before >= 0 && after < 0 && scene.t < 0.7;
    if (after < 0 && !isSinking) continue;
    const owner = ownerOf(to.state, unit);
    const { x, y, heading } = placeOf(scene, unit);
    // Submarines in the same cell are drawn next to each other.
    const number = drawn.get(after) ?? 0;
    drawn.set(after, number + 1);
    const shift = 0.16 * number;
    const alpha = seen === undefined || isSinking || seen[unit] !== UNSEEN ? 1 : GHOST;
    if (seat === owner)
      painter.put(
        ringArt(twoTeamsColor(owner, theme)),
        x + shift,
        y,
        0.55 + 0.05 * Math.sin(scene.clock * 4 + unit),
        0,
        0.8,
      );
    painter.put(submarineArt(owner, theme), x + shift, y, 0.95, (heading * Math.PI) / 2, alpha);
    const label = String((unit % to.state.board.submarines) + 1);
    painter.text(label, x + shift + 0.3, y + 0.3, 0.3, COLORS[theme].ink, alpha, COLORS[theme].void);
  }
}

/** A submarine's current position and direction. */
function placeOf(scene: View, unit: number): Spot & { readonly heading: number } {
  const { from, to } = scene;
  const [before, after] = [from.state.cells[unit], to.state.cells[unit]];
  if (before < 0 || after < 0 || before === after) {
    const cell = after < 0 ? before : after;
    return { ...spotOf(to.state, cell), heading: headingOf(scene, unit, scene.fromRound) };
  }
  const t = smooth(scene.t);
  const way = isStep(scene) ? wayOf(to.state, before, after) : [before, after];
  const at = t * (way.length - 1);
  const n = Math.min(way.length - 2, Math.floor(at));
  const [one, two] = [spotOf(to.state, way[n]), spotOf(to.state, way[n + 1])];
  return {
    x: mix(one.x, two.x, at - n),
    y: mix(one.y, two.y, at - n),
    heading: isStep(scene) ? turnOf(one, two) : headingOf(scene, unit, scene.toRound),
  };
}

const turnOf = (one: Spot, two: Spot): number =>
  Math.abs(two.x - one.x) > Math.abs(two.y - one.y) ? (two.x > one.x ? 1 : 3) : two.y > one.y ? 2 : 0;

/** The cells of a move of one or two steps. */
function wayOf({ board: { neighbours } }: PeriscopeState, from: number, to: number): number[] {
  for (let d = 0; d < 4; d++) {
    const middle = neighbours[4 * from + d];
    if (middle === to) return [from, to];
    if (middle === NOWHERE) continue;
    for (let e = 0; e < 4; e++) if (neighbours[4 * middle + e] === to) return [from, middle, to];
  }
  return [from, to];
}

/** The direction of a submarine's last move. Before its first move, it faces the middle of the board. */
function headingOf({ timeline, to }: View, unit: number, round: number): number {
  const { board } = to.state;
  for (let n = round; n > Math.max(0, round - 40); n--) {
    const [before, after] = [timeline.frame(n - 1).state.cells[unit], timeline.frame(n).state.cells[unit]];
    if (before < 0 || after < 0 || before === after) continue;
    const way = wayOf(to.state, before, after);
    return turnOf(spotOf(to.state, way[way.length - 2]), spotOf(to.state, after));
  }
  const cell = timeline.frame(0).state.cells[unit];
  return cell % board.columns < board.columns / 2 ? 1 : 3;
}

/** Draws the order of the round and, for a while, the orders before it. */
function drawOrder(painter: Painter, scene: View): void {
  if (!isStep(scene)) return;
  const { from, to, before } = scene;
  const actor = actorOf(from);
  drawReport(painter, scene, to.state.last[actor], actor, scene.t);
  if (!before) return;
  const earlier = actorOf(before);
  if (earlier !== actor) drawFading(painter, scene, from.state.last[earlier], earlier);
}

function drawReport(painter: Painter, scene: View, order: LastOrder, seat: number, t: number): void {
  const { state } = scene.to;
  const color = twoTeamsColor(seat, scene.theme);
  if (order.report === 'ping') drawPing(painter, state, order.cell, color, t);
  if (order.report === 'torpedo') drawTorpedo(painter, scene, order, color, t);
}

/** A ping covers a growing diamond of cells. */
function drawPing(painter: Painter, state: PeriscopeState, cell: number, color: string, t: number): void {
  const { x, y } = spotOf(state, cell);
  for (const delay of [0, 0.18, 0.36]) {
    const part = (t - delay) / (1 - 0.36);
    if (part <= 0 || part >= 1) continue;
    const r = (state.board.ping + 0.5) * smooth(part);
    const alpha = 0.9 * (1 - part);
    for (const [sx, sy] of [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ])
      painter.line(x + sx * r, y, x, y + sy * r, 0.08, color, alpha);
  }
  painter.put(ringArt(color), x, y, 0.5 + 0.3 * t, 0, 1 - t);
}

function drawTorpedo(painter: Painter, scene: View, order: LastOrder, color: string, t: number): void {
  const { state } = scene.to;
  const [one, two] = [spotOf(state, order.cell), spotOf(state, order.end)];
  const run = Math.min(1, t / 0.7);
  const [x, y] = [mix(one.x, two.x, run), mix(one.y, two.y, run)];
  painter.line(one.x, one.y, x, y, 0.1, COLORS[scene.theme].foam, 0.75 * (1 - 0.5 * t));
  painter.line(one.x, one.y, x, y, 0.04, color, 0.9);
  if (run < 1) painter.put(torpedoArt(), x, y, 1, (order.direction * Math.PI) / 2);
  else if (order.sunk > 0)
    drawBlast(painter, two.x, two.y, 1.4, (t - 0.7) / 0.6, COLORS[scene.theme].gold, scene.toRound);
  else painter.put(ringArt(COLORS[scene.theme].foam), two.x, two.y, 0.3 + t - 0.7, 0, 1 - t);
}

/** Draws the fading traces of an order from a previous round: its sound, and a torpedo's path and hit. */
function drawFading(painter: Painter, scene: View, order: LastOrder, seat: number): void {
  const { t, theme } = scene;
  const { state } = scene.to;
  if (order.cell < 0) return;
  const { x, y } = spotOf(state, order.cell);
  painter.put(ringArt(twoTeamsColor(seat, theme)), x, y, 0.6 + 0.2 * t, 0, 0.7 * (1 - t));
  if (order.report !== 'torpedo') return;
  const end = spotOf(state, order.end);
  painter.line(x, y, end.x, end.y, 0.06, COLORS[theme].foam, 0.4 * (1 - t));
  if (order.sunk > 0) drawBlast(painter, end.x, end.y, 1.4, 0.5 + t / 2, COLORS[theme].gold, scene.fromRound);
}

function drawEdges(painter: Painter, { to, theme }: View): void {
  const { rows, columns } = to.state.board;
  const { void: ground, foam } = COLORS[theme];
  for (const y of [-BEYOND, rows]) painter.rect(-BEYOND, y, columns + 2 * BEYOND, BEYOND, ground);
  for (const x of [-BEYOND, columns]) painter.rect(x, 0, BEYOND, rows, ground);
  for (const y of [0, rows]) painter.rect(0, y - 0.04, columns, 0.08, foam, 0.6);
  for (const x of [0, columns]) painter.rect(x - 0.04, 0, 0.08, rows, foam, 0.6);
}

function drawSelection(painter: Painter, scene: View): void {
  const { selection, theme, clock } = scene;
  if (selection === undefined) return;
  const art = cornersArt(theme === 'dark' ? '#ffffff' : '#101010');
  const scale = 1 + 0.04 * Math.sin(clock * 5);
  if (selection.kind === 'cell') painter.put(art, selection.column + 0.5, selection.row + 0.5, scale);
  else if (scene.to.state.cells[selection.unit] >= 0) {
    const { x, y } = placeOf(scene, selection.unit);
    painter.put(art, x, y, scale);
  }
}
