import { drawMap } from '../rules/generator/generator.ts';
import type { MobMap } from '../rules/map.ts';

/** Sizes in pixels: a map's box, the gap around it, and the line of text below it. */
const BOX = { width: 264, height: 208 } as const;
const GAP = 16;
const CAPTION = 22;
const IN_A_ROW = 6;

const COLOURS = {
  paper: '#f4f1ea',
  ground: '#fffdf8',
  wall: '#4a4f57',
  neutral: '#8f8a80',
  bases: ['#1f6fd1', '#d1402f'],
  words: '#3a3d42',
} as const;

/** Draws generated maps as an SVG picture with one box per seed, labelled with the map's style and layout. */
export function mapSheet(seeds: readonly bigint[]): string {
  const across = Math.min(IN_A_ROW, seeds.length);
  const down = Math.ceil(seeds.length / across);
  const width = across * (BOX.width + GAP) + GAP;
  const height = down * (BOX.height + CAPTION + GAP) + GAP;
  const boxes = seeds.map((seed, n) => {
    const x = GAP + (n % across) * (BOX.width + GAP);
    const y = GAP + Math.floor(n / across) * (BOX.height + CAPTION + GAP);
    const { map, style, layout } = drawMap(seed);
    const caption = `seed ${seed} · ${style}, ${layout} · ${map.rows}×${map.columns}`;
    return `<g transform="translate(${x} ${y})">\n${drawing(map)}<text x="0" y="${BOX.height + 15}">${caption}</text>\n</g>\n`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n` +
    `<title>Angry Mob maps by seed: walls dark, neutral units grey, the bases blue and red</title>\n` +
    `<style>text { font: 12px sans-serif; fill: ${COLOURS.words} }</style>\n` +
    `<rect width="100%" height="100%" fill="${COLOURS.paper}"/>\n${boxes.join('')}</svg>\n`
  );
}

/** One map, centred in its box. Walls are a single path, to keep the file small. */
function drawing(map: MobMap): string {
  const { rows, columns, passable, neutrals, bases } = map;
  const size = Math.floor(10 * Math.min(BOX.width / columns, BOX.height / rows)) / 10;
  const [left, top] = [(BOX.width - columns * size) / 2, (BOX.height - rows * size) / 2];
  let walls = '';
  let piles = '';
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const cell = i * columns + j;
      if (passable[cell] === 0) {
        let length = 1;
        while (j + length < columns && passable[cell + length] === 0) length++;
        walls += `M${j} ${i}h${length}v1h-${length}z`;
        j += length - 1;
      } else if (neutrals[cell] > 0) {
        const radius = Math.min(0.46, 0.16 + 0.035 * neutrals[cell]);
        piles += `<circle cx="${j + 0.5}" cy="${i + 0.5}" r="${radius.toFixed(2)}"/>`;
      }
    }
  }
  const marks = bases.map((cell, seat) => {
    const [i, j] = [Math.floor(cell / columns), cell % columns];
    const edge = Math.max(1, 7 / size);
    const corner = (edge - 1) / 2;
    return `<rect x="${(j - corner).toFixed(2)}" y="${(i - corner).toFixed(2)}" width="${edge.toFixed(2)}" height="${edge.toFixed(2)}" fill="${COLOURS.bases[seat]}"/>`;
  });
  return (
    `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${size})">\n` +
    `<rect width="${columns}" height="${rows}" fill="${COLOURS.ground}" stroke="${COLOURS.wall}" stroke-width="${1 / size}"/>\n` +
    `<path d="${walls}" fill="${COLOURS.wall}"/>\n<g fill="${COLOURS.neutral}">${piles}</g>\n${marks.join('')}\n</g>\n`
  );
}
