import { cornersArt, drawBlast, lightArt, type Painter, ringArt, smooth } from '@ludus/viewer/painting.ts';
import { fourColor, type Scene } from '@ludus/viewer/view.ts';
import { BLEED, CHUNK, cycleArt, GROUND, groundArt, startArt } from './art.ts';
import type { MatchRecord } from './record.ts';
import type { TrailsFrame } from './timeline.ts';
import {
  between,
  COLUMN_STEP,
  centreOf,
  directionOf,
  drawBand,
  drawGlow,
  drawPulses,
  type Looks,
  type Point,
  piecesOf,
  ROW_STEP,
} from './trail.ts';

/** How far a cycle moves towards the obstacle that stops it, in cells. */
const REACH = 0.55;
/** Number of cells beyond the board that light could reach. */
const BEYOND = 2;
/** Number of rounds that a blast, and a disappearing trail, last. */
const BLAST = 3;
const FADING = 2.5;

/** The position of one player at a moment: `at` counts rounds, with fractions. */
interface Moment {
  readonly looks: Looks;
  /** Number of completed steps of the player's path. */
  readonly length: number;
  readonly head: Point;
  /** 0 up … 3 left. */
  readonly heading: number;
  /** Number of rounds since the player hit an obstacle; negative before the crash. */
  readonly since: number;
  readonly crash: Point | undefined;
}

/**
 * Draws the board, the trails with their light, the cycles, and crashes. When the viewer jumps between rounds, it
 * sweeps over the rounds in between.
 */
export function draw(painter: Painter, scene: Scene<TrailsFrame>): void {
  const { record } = scene.from;
  const { board, courses } = record;
  const at = scene.fromRound + (scene.toRound - scene.fromRound) * passed(scene);
  drawGround(painter, scene);
  const moments = courses.map((_, seat) => momentOf(record, seat, at, scene));
  const trailsOf = moments.map(({ length }, seat) => piecesOf(board, courses[seat].cells, length));
  moments.forEach(({ looks }, seat) => {
    if (looks.shown > 0) drawGlow(painter, trailsOf[seat], looks);
  });
  moments.forEach(({ looks, length }, seat) => {
    if (looks.shown === 0) return;
    drawBand(painter, trailsOf[seat], looks);
    if (looks.lives) drawPulses(painter, board, courses[seat].cells, length, scene.clock, looks);
    const { x, y } = centreOf(board, courses[seat].cells[0]);
    painter.put(startArt(seat, scene.theme), x, y, 1, 0, looks.shown * (looks.lives ? 1 : 0.55));
  });
  drawEdges(painter, scene);
  moments.forEach((moment, seat) => {
    drawCycle(painter, scene, moment, seat);
  });
  moments.forEach((moment, seat) => {
    drawCrash(painter, scene, moment, seat);
  });
  const { selection } = scene;
  if (selection?.kind === 'cell')
    painter.put(
      cornersArt(scene.theme === 'dark' ? '#ffffff' : '#101010'),
      selection.column + 0.5,
      selection.row + 0.5,
      1 + 0.04 * Math.sin(scene.clock * 5),
    );
}

/** Cycles move evenly between rounds, but a jump begins and ends slowly. */
function passed({ fromRound, toRound, t }: Scene<TrailsFrame>): number {
  return Math.abs(toRound - fromRound) <= 1 ? t : smooth(t);
}

function drawGround(painter: Painter, { from, theme }: Scene<TrailsFrame>): void {
  const { board } = from.record;
  const { rows, columns } = board;
  for (let row = 0; row < rows; row += CHUNK)
    for (let column = 0; column < columns; column += CHUNK) {
      const art = groundArt(theme, board, row, column);
      painter.put(art, column + art.width / 2 - BLEED, row + art.height / 2 - BLEED);
    }
}

/**
 * The area beyond the board is dark. A trail that leaves the board ends at the edge, and continues at the opposite
 * edge.
 */
function drawEdges(painter: Painter, { from, theme }: Scene<TrailsFrame>): void {
  const { board } = from.record;
  const { rows, columns } = board;
  const { void: ground } = GROUND[theme];
  for (const y of [-BEYOND, rows]) painter.rect(-BEYOND, y, columns + 2 * BEYOND, BEYOND, ground);
  for (const x of [-BEYOND, columns]) painter.rect(x, 0, BEYOND, rows, ground);
  // An edge that can be crossed is dashed. If a wall is on either side of the edge, the edge is solid.
  const { edge } = GROUND[theme];
  const dash = (isOpen: boolean) => (isOpen ? [0.25, 0.5] : [0, 1]);
  for (let column = 0; column < columns; column++) {
    const isOpen = board.walls[column] === 0 && board.walls[(rows - 1) * columns + column] === 0;
    const [start, length] = dash(isOpen);
    for (const y of [0, rows]) painter.rect(column + start, y - 0.05, length, 0.1, edge);
  }
  for (let row = 0; row < rows; row++) {
    const isOpen = board.walls[row * columns] === 0 && board.walls[row * columns + columns - 1] === 0;
    const [start, length] = dash(isOpen);
    for (const x of [0, columns]) painter.rect(x - 0.05, row + start, 0.1, length, edge);
  }
}

function momentOf(record: MatchRecord, seat: number, at: number, scene: Scene<TrailsFrame>): Moment {
  const { board } = record;
  const { cells, end } = record.courses[seat];
  const survived = cells.length - 1;
  const length = Math.min(at, survived);
  const since = end === undefined ? -1 : at - (end.round - 1 + (end.cause === 'failure' ? 0 : REACH));
  const lives = since < 0;
  const shown = lives || board.trailsStay || end === undefined ? 1 : Math.max(0, 1 - (at - end.round) / FADING);
  const looks: Looks = { seat, theme: scene.theme, lives, shown: Math.min(1, shown) };
  const n = Math.min(Math.floor(length), Math.max(0, survived - 1));
  const first = board.starts[seat].heading;
  if (end !== undefined && at > survived) {
    const stood = cells[survived];
    const failed = end.cause === 'failure';
    const before = survived > 0 ? directionOf(board, cells[survived - 1], stood) : first;
    const heading = failed ? before : directionOf(board, stood, end.target);
    const head = between(board, stood, heading, failed ? 0 : Math.min(at - survived, REACH));
    return { looks, length, head, heading, since, crash: between(board, stood, heading, failed ? 0 : REACH) };
  }
  if (survived === 0)
    return { looks, length, head: centreOf(board, cells[0]), heading: first, since, crash: undefined };
  const heading = at <= 0 ? first : directionOf(board, cells[n], cells[n + 1]);
  return {
    looks,
    length,
    head: between(board, cells[n], directionOf(board, cells[n], cells[n + 1]), length - n),
    heading,
    since,
    crash: undefined,
  };
}

function drawCycle(painter: Painter, scene: Scene<TrailsFrame>, moment: Moment, seat: number): void {
  if (!moment.looks.lives) return;
  const { theme } = scene;
  const { head, heading } = moment;
  const color = fourColor(seat, theme);
  const ahead = { x: COLUMN_STEP[heading], y: ROW_STEP[heading] };
  if (theme === 'dark') {
    painter.glow(lightArt(color), head.x, head.y, 1.4, 0, 0.34 + 0.05 * Math.sin(scene.clock * 9 + seat));
    // The beam of the cycle's headlight.
    for (const [far, size] of [
      [0.8, 0.5],
      [1.4, 0.75],
    ] as const)
      painter.glow(lightArt(color), head.x + ahead.x * far, head.y + ahead.y * far, size, 0, 0.22);
  }
  if (scene.seat === seat) painter.put(ringArt(color), head.x, head.y, 0.9 + 0.08 * Math.sin(scene.clock * 5), 0, 0.9);
  painter.put(cycleArt(seat, theme), head.x, head.y, 1.12, (heading * Math.PI) / 2);
}

function drawCrash(painter: Painter, scene: Scene<TrailsFrame>, moment: Moment, seat: number): void {
  const { crash, since } = moment;
  if (crash === undefined || since < 0 || since > BLAST) return;
  const color = fourColor(seat, scene.theme);
  const progress = since / BLAST;
  for (const [n, size] of [1.1, 1.9, 2.7].entries()) {
    const delayed = (progress - 0.08 * n) / (1 - 0.08 * n);
    if (delayed <= 0 || delayed >= 1) continue;
    painter.put(ringArt(color), crash.x, crash.y, size * (0.2 + smooth(delayed)), 0, (1 - delayed) * (0.8 - 0.2 * n));
  }
  drawBlast(painter, crash.x, crash.y, 1.5, progress, color, 7 * seat + scene.from.record.courses[seat].cells.length);
}
