import type { Art } from './art.ts';

/** A picture's position on a page, in device pixels. */
export interface Slot {
  readonly page: Page;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The backend's handle for the picture. */
  handle?: unknown;
}

/** A part of a page, in device pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Page {
  readonly canvas: HTMLCanvasElement;
  /** The painted parts of the page, in the order of painting. From this list, a backend knows which parts to upload. */
  readonly painted: Part[];
  /** The backend's handle for the page. */
  handle?: unknown;
}

interface Shelf {
  readonly page: Page;
  y: number;
  height: number;
  x: number;
}

const PAGE = 1024;
const GAP = 2;
const INSET = 3;
/** Maximum width and height of a picture in pixels, at any zoom. */
const MAX_PAGE_SIZE = 2048;

/** Pictures painted at one size (`px` device pixels per cell), packed on pages in shelves. */
export interface Atlas {
  readonly px: number;
  readonly pages: Page[];
  slot(art: Art): Slot;
  /** Paints the first of these pictures that isn't painted yet. */
  prepare(arts: readonly Art[]): void;
}

export function createAtlas(px: number): Atlas {
  const pages: Page[] = [];
  const slots = new Map<string, Slot>();
  const shelves: Shelf[] = [];

  function newPage(width: number, height: number): Page {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const page: Page = { canvas, painted: [] };
    pages.push(page);
    return page;
  }

  function place(width: number, height: number): { page: Page; x: number; y: number } {
    if (width > PAGE / 4 || height > PAGE / 4) return { page: newPage(width, height), x: 0, y: 0 };
    for (const shelf of shelves) {
      if (height <= shelf.height && height > shelf.height * 0.6 && shelf.x + width <= PAGE) {
        const at = { page: shelf.page, x: shelf.x, y: shelf.y };
        shelf.x += width + GAP;
        return at;
      }
    }
    const last = shelves[shelves.length - 1];
    const below = last === undefined ? PAGE : last.y + last.height + GAP;
    const fits = below + height <= PAGE;
    const page = fits ? last.page : newPage(PAGE, PAGE);
    const y = fits ? below : 0;
    shelves.push({ page, y, height, x: width + GAP });
    return { page, x: 0, y };
  }

  function slot(art: Art): Slot {
    const known = slots.get(art.key);
    if (known !== undefined) return known;
    const scale = Math.min(px, MAX_PAGE_SIZE / art.width, MAX_PAGE_SIZE / art.height);
    const least = art.flat ? 3 * INSET : 1;
    const width = Math.max(least, Math.ceil(art.width * scale));
    const height = Math.max(least, Math.ceil(art.height * scale));
    const made: Slot = { ...place(width, height), width, height };
    // The canvas is kept in main memory, because a reset of the graphics card empties its textures, and the page is
    // then uploaded again.
    const pen = made.page.canvas.getContext('2d', { willReadFrequently: true })!;
    pen.save();
    pen.beginPath();
    pen.rect(made.x, made.y, width, height);
    pen.clip();
    pen.translate(made.x + width / 2, made.y + height / 2);
    pen.scale(width / art.width, height / art.height);
    art.paint(pen, scale);
    pen.restore();
    made.page.painted.push({ x: made.x, y: made.y, width, height });
    // Sampling near the edge would mix in neighbouring pixels. A flat picture is therefore sampled inside its edge.
    const inner = art.flat
      ? { page: made.page, x: made.x + INSET, y: made.y + INSET, width: width - 2 * INSET, height: height - 2 * INSET }
      : made;
    slots.set(art.key, inner);
    return inner;
  }

  function prepare(arts: readonly Art[]): void {
    const next = arts.find((art) => !slots.has(art.key));
    if (next !== undefined) slot(next);
  }

  return { px, pages, slot, prepare };
}
