import type { PageMap } from './events.ts';

/** Units by cell, as the page knows them. */
export interface Units {
  readonly blue: Int32Array;
  readonly red: Int32Array;
  readonly neutrals: Int32Array;
}

interface Colours {
  readonly wall: string;
  readonly floor: string;
  readonly grid: string;
  readonly gray: string;
  readonly seats: readonly [string, string];
  readonly text: string;
}

/** Blue and orange-red stay apart for every kind of colour blindness; shapes and brightness help too. */
const LIGHT: Colours = {
  wall: '#b9ae9a',
  floor: '#fffdf8',
  grid: '#efe9dd',
  gray: '#77736b',
  seats: ['#0060a8', '#d05a00'],
  text: '#ffffff',
};
const DARK: Colours = {
  wall: '#3b4048',
  floor: '#17191e',
  grid: '#202329',
  gray: '#8f8b83',
  seats: ['#3f9ee8', '#ff8a33'],
  text: '#101216',
};

/** Draws the whole map. `scale`: canvas pixels for one pixel of the page. */
export function drawMap(canvas: HTMLCanvasElement, map: PageMap, units: Units, dark: boolean, scale: number): void {
  const { rows, columns } = map;
  const side = Math.max(1, Math.round(map.size * scale));
  if (canvas.width !== columns * side || canvas.height !== rows * side) {
    canvas.width = columns * side;
    canvas.height = rows * side;
    canvas.style.width = `${columns * map.size}px`;
    canvas.style.height = `${rows * map.size}px`;
  }
  const colours = dark ? DARK : LIGHT;
  const pen = canvas.getContext('2d')!;
  pen.globalAlpha = 1;
  pen.fillStyle = colours.floor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colours.wall;
  for (let cell = 0; cell < rows * columns; cell++) {
    if (map.passable[cell] === '#')
      pen.fillRect((cell % columns) * side, Math.floor(cell / columns) * side, side, side);
  }
  if (side >= 8) drawGrid(pen, canvas, side, colours.grid);
  for (let cell = 0; cell < rows * columns; cell++) {
    const x = (cell % columns) * side;
    const y = Math.floor(cell / columns) * side;
    if (units.neutrals[cell] > 0)
      drawGroup(pen, x, y, side, units.neutrals[cell], colours.gray, 'square', colours.text);
    if (units.blue[cell] > 0) drawGroup(pen, x, y, side, units.blue[cell], colours.seats[0], 'disc', colours.text);
    if (units.red[cell] > 0) drawGroup(pen, x, y, side, units.red[cell], colours.seats[1], 'diamond', colours.text);
  }
  pen.globalAlpha = 1;
  map.bases.forEach((cell, seat) => {
    pen.strokeStyle = colours.seats[seat];
    pen.lineWidth = Math.max(1.5, side / 6);
    const x = (cell % columns) * side;
    const y = Math.floor(cell / columns) * side;
    pen.strokeRect(x + pen.lineWidth / 2, y + pen.lineWidth / 2, side - pen.lineWidth, side - pen.lineWidth);
  });
}

function drawGrid(pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement, side: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = side; x < canvas.width; x += side) {
    pen.moveTo(x + 0.5, 0);
    pen.lineTo(x + 0.5, canvas.height);
  }
  for (let y = side; y < canvas.height; y += side) {
    pen.moveTo(0, y + 0.5);
    pen.lineTo(canvas.width, y + 0.5);
  }
  pen.globalAlpha = 0.6;
  pen.stroke();
  pen.globalAlpha = 1;
}

/** A group of units: the more, the stronger and the larger; with its number where there is room for it. */
function drawGroup(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  side: number,
  units: number,
  colour: string,
  shape: 'square' | 'disc' | 'diamond',
  text: string,
): void {
  const strength = Math.min(1, Math.log2(units + 1) / 5);
  const reach = (side / 2) * (0.5 + 0.5 * strength);
  const [cx, cy] = [x + side / 2, y + side / 2];
  pen.globalAlpha = 0.55 + 0.45 * strength;
  pen.fillStyle = colour;
  pen.beginPath();
  if (shape === 'disc') pen.arc(cx, cy, reach, 0, 2 * Math.PI);
  else if (shape === 'square') pen.rect(cx - reach * 0.7, cy - reach * 0.7, reach * 1.4, reach * 1.4);
  else {
    pen.moveTo(cx, cy - reach);
    pen.lineTo(cx + reach, cy);
    pen.lineTo(cx, cy + reach);
    pen.lineTo(cx - reach, cy);
    pen.closePath();
  }
  pen.fill();
  if (side < 18) return;
  pen.globalAlpha = 1;
  pen.fillStyle = text;
  pen.font = `600 ${Math.round(side * (units > 99 ? 0.36 : 0.46))}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(units), cx, cy + side * 0.03);
}
