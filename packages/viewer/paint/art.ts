/** The 2D context for painting art. */
export type Pen = CanvasRenderingContext2D;

/**
 * A picture drawn by code. The picture is painted once per size and theme into an atlas and then stamped. The picture
 * is therefore sharp at any zoom, and each use costs only one sprite. Lengths are in cells, the origin is the picture's
 * centre, and y points down.
 */
export interface Art {
  /** Identifies the picture: pictures with the same key are identical. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** Whether the picture has one uniform colour, so that it can be stretched without soft edges. */
  readonly flat?: boolean;
  /** The CSS colour of a picture with one uniform colour. */
  readonly color?: string;
  /** `px`: device pixels per cell, for effects that a transform doesn't scale (shadows). */
  paint(pen: Pen, px: number): void;
}

/** Enables a soft shadow; lengths in cells. */
export function shadow(pen: Pen, px: number, color: string, blur: number, dx = 0, dy = 0): void {
  pen.shadowColor = color;
  pen.shadowBlur = blur * px;
  pen.shadowOffsetX = dx * px;
  pen.shadowOffsetY = dy * px;
}

export function noShadow(pen: Pen): void {
  pen.shadowColor = 'transparent';
  pen.shadowBlur = 0;
  pen.shadowOffsetX = 0;
  pen.shadowOffsetY = 0;
}

export function disc(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
}

/** A closed polygon through the points x0, y0, x1, y1, … */
export function polygon(pen: Pen, ...points: number[]): void {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i], points[i + 1]);
  pen.closePath();
}

export function roundBox(pen: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}

/** A gradient from the centre (0) to the radius (1). */
export function radial(pen: Pen, x: number, y: number, radius: number, stops: [number, string][]): CanvasGradient {
  const gradient = pen.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  return gradient;
}

/** A gradient from top to bottom. */
export function vertical(pen: Pen, top: number, bottom: number, stops: [number, string][]): CanvasGradient {
  const gradient = pen.createLinearGradient(0, top, 0, bottom);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  return gradient;
}

/**
 * A pseudo-random number in 0…1 that is the same for the same whole numbers on every machine. Views use it to scatter
 * pebbles and stars.
 */
export function noise(a: number, b: number, c = 0): number {
  let h =
    Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(c + 0x165667b1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** Creates a picture for each key once, and returns the same picture again for the same key. */
export function artBook(): (key: string, make: () => Omit<Art, 'key'>) => Art {
  const book = new Map<string, Art>();
  return (key, make) => {
    let art = book.get(key);
    if (art === undefined) {
      art = { key, ...make() };
      book.set(key, art);
    }
    return art;
  };
}

/**
 * Numbers objects by their text, so that objects with the same text share pictures. Each object is converted to text
 * once.
 */
export function numbering(): (thing: object, text: () => string) => number {
  const known = new WeakMap<object, number>();
  const numbers = new Map<string, number>();
  return (thing, text) => {
    let number = known.get(thing);
    if (number === undefined) {
      const written = text();
      number = numbers.get(written) ?? numbers.size;
      numbers.set(written, number);
      known.set(thing, number);
    }
    return number;
  };
}
