import { lightArt, type Painter, ringArt, smooth } from '@ludus/viewer/painting.ts';
import { type Scene, sixteenColor } from '@ludus/viewer/view.ts';
import { readClaim } from '../rules/move.ts';
import { diceAt, lastCall } from '../rules/state.ts';
import { bubbleArt, cupArt, dieArt, glassArt, LOOKS, markArt, matArt, plateArt, tableArt } from './art.ts';
import { facesOf, isLifted, type TalltalesFrame } from './frame.ts';
import { middleOf, type Place, type Point, placesOf, rowsIn } from './layout.ts';

/** Draws the table, each player's mat with its cup and dice, the claims, and the result of the deal. */
export function draw(painter: Painter, scene: Scene<TalltalesFrame>): void {
  const { state } = scene.to;
  painter.put(tableArt(scene.theme), 0, 0);
  const places = placesOf(state.players);
  places.forEach((place, seat) => {
    drawMat(painter, scene, place, seat);
  });
  places.forEach((place, seat) => {
    drawClaim(painter, scene, place, seat);
  });
  drawMiddle(painter, scene);
}

function drawMat(painter: Painter, scene: Scene<TalltalesFrame>, place: Place, seat: number): void {
  const { theme, clock, selection, timeline } = scene;
  const { state } = scene.to;
  const { mat, radius, plate } = place;
  const color = sixteenColor(seat, theme);
  const isOut = state.left[seat] === 0;
  const isPointed = scene.seat === seat || (selection?.kind === 'cell' && selection.column === seat);
  if (state.turn === seat)
    painter.glow(lightArt(color), mat.x, mat.y, radius * 1.5, 0, 0.5 + 0.12 * Math.sin(clock * 4));
  painter.put(matArt(seat, theme), mat.x, mat.y, radius, 0, isOut ? 0.35 : 1);
  if (state.turn === seat || isPointed)
    painter.put(ringArt(color), mat.x, mat.y, radius * (1.08 + 0.02 * Math.sin(clock * 4)));
  if (isLifted(state)) drawLifted(painter, scene, place, seat);
  else if (!isOut) drawCup(painter, scene, place, seat);
  drawPlate(painter, scene, plate, timeline.names[seat], seat);
}

/** A player's name and points, with the seat's mark. */
function drawPlate(painter: Painter, scene: Scene<TalltalesFrame>, { x, y }: Point, name: string, seat: number): void {
  const { theme } = scene;
  const { state } = scene.to;
  const alpha = state.left[seat] === 0 && !isLifted(state) ? 0.5 : 1;
  const size = state.players === 2 ? 0.62 : 0.52;
  const shown = `${name}  ${state.points[seat]}`;
  const half = Math.min(1.75, shown.length * size * 0.28);
  painter.put(markArt(seat, theme), x - half - size * 0.45, y, size * 0.36, 0, alpha);
  painter.text(shown, x + size * 0.3, y, size, LOOKS[theme].text, alpha);
}

/** Draws the cup: closed if its dice are hidden, and transparent if they aren't. Open dice are next to it. */
function drawCup(painter: Painter, scene: Scene<TalltalesFrame>, place: Place, seat: number): void {
  const { theme, clock, t } = scene;
  const { state } = scene.to;
  const { mat, radius } = place;
  const under = state.left[seat] - diceAt(state.open, seat);
  const faces = facesOf(state.cups, seat);
  const isShaken = state.shaken[seat] === 1 || (scene.from.state.shaken[seat] === 1 && t < 0.7);
  drawOpen(painter, scene, place, seat);
  if (under === 0) return;
  if (faces.length > 0 && !isShaken) {
    drawDice(painter, mat, radius, faces, state.wild, () => 1);
    painter.put(glassArt(seat, theme), mat.x, mat.y, radius * 0.98);
    return;
  }
  const wobble = isShaken ? 1 : 0;
  const x = mat.x + wobble * 0.12 * Math.sin(clock * 23 + seat);
  const y = mat.y + wobble * 0.09 * Math.cos(clock * 29 + seat);
  painter.put(cupArt(seat, theme), x, y, radius * 0.92, wobble * 0.12 * Math.sin(clock * 17));
  painter.put(markArt(seat, theme), x, y - radius * 0.16, radius * 0.2);
  painter.text(String(under), x, y + radius * 0.28, radius * 0.42, '#fff6e0');
}

function drawOpen(painter: Painter, scene: Scene<TalltalesFrame>, { open, radius }: Place, seat: number): void {
  const { state } = scene.to;
  const faces = facesOf(state.open, seat);
  const before = diceAt(scene.from.state.open, seat);
  const size = Math.min(radius * 0.44, (2.3 * radius) / Math.max(1, faces.length));
  faces.forEach((face, n) => {
    const x = open.x + (n - (faces.length - 1) / 2) * size;
    const grown = before === faces.length ? 1 : 0.5 + 0.5 * smooth(scene.t);
    painter.put(dieArt(face, face === state.wild), x, open.y, size * 0.92 * grown);
  });
}

function drawDice(
  painter: Painter,
  { x, y }: Point,
  radius: number,
  faces: readonly number[],
  wild: number,
  alpha: (face: number, n: number) => number,
): void {
  const size = radius * dieSize(faces.length);
  rowsIn(faces.length, size).forEach((point, n) => {
    const face = faces[n];
    painter.put(dieArt(face, face === wild), x + point.x, y + point.y, size * 0.9, 0, alpha(face, n));
  });
}

/** The size of a die, by the number of dice in a circle of radius 1. */
const dieSize = (count: number): number => (count <= 3 ? 0.58 : count === 4 ? 0.66 : count <= 6 ? 0.54 : 0.42);

/** All dice of the called deal: matching dice shine, and the loser's last die disappears. */
function drawLifted(painter: Painter, scene: Scene<TalltalesFrame>, place: Place, seat: number): void {
  const { theme, t, clock } = scene;
  const { state } = scene.to;
  const { mat, radius } = place;
  const { face: claimed } = lastCall(state);
  const faces = facesOf(state.lastDice, seat);
  const isSame = scene.from.state.deal === state.deal;
  const lifted = isSame ? 1 : smooth(t);
  const fits = (face: number) => face === claimed || (state.lastWild !== 0 && face === state.lastWild);
  const { gold, alarm } = LOOKS[theme];
  const size = radius * dieSize(faces.length);
  rowsIn(faces.length, size).forEach((point, n) => {
    if (!fits(faces[n])) return;
    painter.put(lightArt(gold), mat.x + point.x, mat.y + point.y, size * 0.85, 0, 0.9 * lifted);
  });
  drawDice(painter, mat, radius, faces, state.lastWild, (face) => (fits(face) ? 1 : 1 - 0.62 * lifted));
  // The cup rises out of the picture.
  if (lifted < 1 && faces.length > 0)
    painter.put(cupArt(seat, theme), mat.x, mat.y - 0.7 * lifted, radius * (0.92 + 0.5 * lifted), 0, 1 - lifted);
  if (seat !== state.lastLoser) return;
  painter.put(ringArt(alarm), mat.x, mat.y, radius * (1.08 + 0.05 * Math.sin(clock * 6)), 0, lifted);
  painter.text(
    '−1',
    mat.x + radius * 0.82,
    mat.y - radius * 0.72 - 0.2 * lifted,
    radius * 0.62,
    alarm,
    lifted,
    theme === 'dark' ? '#000000' : '#ffffff',
  );
}

/** The last claim of a player as a speech bubble; the current claim is larger and brighter than earlier claims. */
function drawClaim(painter: Painter, scene: Scene<TalltalesFrame>, { bubble, mat }: Place, seat: number): void {
  const { theme, t } = scene;
  const { state } = scene.to;
  const lifted = isLifted(state);
  const [claims, claimers, told] = lifted
    ? [state.lastClaims, state.lastClaimers, state.lastTold]
    : [state.claims, state.claimers, state.told];
  const at = claimers.subarray(0, told).lastIndexOf(seat);
  if (at < 0) return;
  const stands = at === told - 1;
  if (lifted && !stands) return;
  const { count, face } = readClaim(claims[at]);
  const isNew = stands && !lifted && scene.from.state.told < told;
  const size = (state.players === 2 ? 1.25 : 0.86) * (stands ? 1 : 0.78) * (isNew ? 0.4 + 0.6 * smooth(t) : 1);
  const alpha = stands ? 1 : 0.55;
  const side = bubble.y < mat.y ? 1 : -1;
  painter.put(bubbleArt(seat, theme, side), bubble.x, bubble.y, size, 0, alpha);
  painter.text(`${count} ×`, bubble.x - 0.52 * size, bubble.y, 0.66 * size, LOOKS[theme].ink, alpha);
  painter.put(dieArt(face, false), bubble.x + 0.66 * size, bubble.y, 0.84 * size, 0, alpha);
}

/** The die in the verdict, and the space before and after it. */
const [DIE, GAP] = [0.54, 0.2];

/** The wild face, or the verdict when the cups are lifted. */
function drawMiddle(painter: Painter, scene: Scene<TalltalesFrame>): void {
  const { theme, timeline } = scene;
  const { state } = scene.to;
  const { text, quiet, gold, alarm } = LOOKS[theme];
  const { x, y } = middleOf(state.players);
  const scale = state.players === 2 ? 1.25 : 1;
  if (isLifted(state)) {
    const { count, face, there } = lastCall(state);
    const isTrue = there >= count;
    painter.put(plateArt(theme, 7.6), x, y, scale);
    const caller = timeline.names[state.lastCaller];
    const said = `${caller} calls ${count} ×`;
    const verdict = `${there} fit: ${isTrue ? 'true' : 'false'}`;
    const size = Math.min(0.4, 6.6 / said.length);
    // Letters are about half as wide as they are tall. The three parts are centred together.
    const [before, after] = [0.53 * size * said.length, 0.53 * 0.4 * verdict.length];
    const left = -(before + 2 * GAP + DIE + after) / 2;
    painter.text(said, x + (left + before / 2) * scale, y, size * scale, text);
    painter.put(dieArt(face, false), x + (left + before + GAP + DIE / 2) * scale, y, DIE * scale);
    painter.text(verdict, x - (left + after / 2) * scale, y, 0.4 * scale, isTrue ? gold : alarm);
    return;
  }
  const bout = `bout ${Math.min(state.bout + 1, state.board.bouts)} of ${state.board.bouts}`;
  painter.put(plateArt(theme, 5), x, y, scale);
  painter.text(bout, x - 1.1 * scale, y, 0.4 * scale, quiet);
  painter.text(state.wild === 0 ? 'no wild' : 'wild', x + 0.85 * scale, y, 0.4 * scale, text);
  if (state.wild > 0) painter.put(dieArt(state.wild, true), x + 1.8 * scale, y, 0.66 * scale);
}
