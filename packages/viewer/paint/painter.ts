import type { Art } from './art.ts';

/** The viewer's camera: the world point in the middle of the screen, and the size of a cell. */
export interface Camera {
  x: number;
  y: number;
  /** CSS pixels per cell. */
  cell: number;
  /** The size of the screen in CSS pixels. */
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/**
 * One frame as a list of stamps in painting order. The arrays are reused from frame to frame. Lengths in the world are
 * in cells.
 */
export interface DisplayList {
  count: number;
  art: Art[];
  x: Float32Array;
  y: Float32Array;
  scaleX: Float32Array;
  scaleY: Float32Array;
  rotation: Float32Array;
  alpha: Float32Array;
  /** 1 if the stamp's light is added to the background. */
  add: Uint8Array;
  /** Large pictures just outside the view. They are painted in advance, so that no frame takes too long. */
  readonly soon: Art[];
}

/** The functions with which views draw. */
export interface Painter {
  readonly list: DisplayList;
  readonly camera: Camera;
  /** Whether to draw without a graphics card. If so, purely decorative animation stops. */
  isPlain: boolean;
  /** The part of the world on the screen. */
  readonly view: { left: number; right: number; top: number; bottom: number };
  clear(camera: Camera): void;
  put(art: Art, x: number, y: number, scale?: number, rotation?: number, alpha?: number): void;
  /** Like `put`, with a separate scale in each direction. */
  stretch(art: Art, x: number, y: number, scaleX: number, scaleY: number, rotation?: number, alpha?: number): void;
  /** Like `put`, but adds its light to the background. */
  glow(art: Art, x: number, y: number, scale?: number, rotation?: number, alpha?: number): void;
  line(x1: number, y1: number, x2: number, y2: number, width: number, color: string, alpha?: number): void;
  rect(left: number, top: number, width: number, height: number, color: string, alpha?: number): void;
  /** Draws text centred on (x, y), `size` cells high. */
  text(text: string, x: number, y: number, size: number, color: string, alpha?: number, halo?: string): void;
}

const FONT = '"Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';

/**
 * Minimum width of a large picture, and distance beyond the right edge within which large pictures are painted in
 * advance, in cells. The world scrolls in from the right.
 */
const LARGE = 4;
const AHEAD = 14;

export function createPainter(): Painter {
  const list: DisplayList = {
    count: 0,
    art: [],
    x: new Float32Array(0),
    y: new Float32Array(0),
    scaleX: new Float32Array(0),
    scaleY: new Float32Array(0),
    rotation: new Float32Array(0),
    alpha: new Float32Array(0),
    add: new Uint8Array(0),
    soon: [],
  };
  const view = { left: 0, right: 0, top: 0, bottom: 0 };
  const solids = new Map<string, Art>();
  const texts = new Map<string, Art>();

  function grow(): void {
    const size = Math.max(1024, list.x.length * 2);
    const wider = (old: Float32Array) => {
      const next = new Float32Array(size);
      next.set(old);
      return next;
    };
    list.x = wider(list.x);
    list.y = wider(list.y);
    list.scaleX = wider(list.scaleX);
    list.scaleY = wider(list.scaleY);
    list.rotation = wider(list.rotation);
    list.alpha = wider(list.alpha);
    const add = new Uint8Array(size);
    add.set(list.add);
    list.add = add;
  }

  function push(
    art: Art,
    x: number,
    y: number,
    sx: number,
    sy: number,
    turn: number,
    alpha: number,
    add: number,
  ): void {
    if (alpha <= 0.004) return;
    const reach = Math.max(art.width * Math.abs(sx), art.height * Math.abs(sy)) * 0.75;
    if (x + reach < view.left || x - reach > view.right || y + reach < view.top || y - reach > view.bottom) {
      if (art.width > LARGE && x - reach < view.right + AHEAD && x + reach > view.left) list.soon.push(art);
      return;
    }
    const at = list.count++;
    if (at >= list.x.length) grow();
    list.art[at] = art;
    list.x[at] = x;
    list.y[at] = y;
    list.scaleX[at] = sx;
    list.scaleY[at] = sy;
    list.rotation[at] = turn;
    list.alpha[at] = Math.min(1, alpha);
    list.add[at] = add;
  }

  function solid(color: string): Art {
    let art = solids.get(color);
    if (art === undefined) {
      art = {
        key: `solid ${color}`,
        width: 0.5,
        height: 0.5,
        flat: true,
        color,
        paint(pen) {
          pen.fillStyle = color;
          pen.fillRect(-1, -1, 2, 2);
        },
      };
      solids.set(color, art);
    }
    return art;
  }

  const painter: Painter = {
    list,
    camera: { x: 0, y: 0, cell: 1, width: 0, height: 0, ratio: 1 },
    isPlain: false,
    view,
    clear(camera) {
      list.count = 0;
      list.soon.length = 0;
      Object.assign(painter.camera, camera);
      view.left = camera.x - camera.width / 2 / camera.cell;
      view.right = camera.x + camera.width / 2 / camera.cell;
      view.top = camera.y - camera.height / 2 / camera.cell;
      view.bottom = camera.y + camera.height / 2 / camera.cell;
    },
    put: (art, x, y, scale = 1, rotation = 0, alpha = 1) => push(art, x, y, scale, scale, rotation, alpha, 0),
    stretch: (art, x, y, sx, sy, rotation = 0, alpha = 1) => push(art, x, y, sx, sy, rotation, alpha, 0),
    glow: (art, x, y, scale = 1, rotation = 0, alpha = 1) => push(art, x, y, scale, scale, rotation, alpha, 1),
    line(x1, y1, x2, y2, width, color, alpha = 1) {
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length === 0) return;
      const turn = Math.atan2(y2 - y1, x2 - x1);
      push(solid(color), (x1 + x2) / 2, (y1 + y2) / 2, length * 2, width * 2, turn, alpha, 0);
    },
    rect(left, top, width, height, color, alpha = 1) {
      if (width <= 0 || height <= 0) return;
      push(solid(color), left + width / 2, top + height / 2, width * 2, height * 2, 0, alpha, 0);
    },
    text(text, x, y, size, color, alpha = 1, halo = '') {
      // Letters larger than a cell are painted at a larger size, so that they are sharp.
      const fold = Math.max(1, Math.ceil(size));
      const key = `text ${fold} ${color} ${halo} ${text}`;
      let art = texts.get(key);
      if (art === undefined) {
        if (texts.size > 4000) texts.clear();
        art = textArt(key, text, color, halo, fold);
        texts.set(key, art);
      }
      push(art, x, y, size / fold, size / fold, 0, alpha, 0);
    },
  };
  return painter;
}

/** One line of bold text, `fold` cells high. With the optional halo, the text is readable on any background. */
function textArt(key: string, text: string, color: string, halo: string, fold: number): Art {
  return {
    key,
    width: (0.62 * text.length + 0.5) * fold,
    height: 1.3 * fold,
    paint(pen) {
      pen.scale(fold, fold);
      pen.font = `700 1px ${FONT}`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      const most = 0.62 * text.length + 0.2;
      if (halo !== '') {
        pen.lineJoin = 'round';
        pen.lineWidth = 0.22;
        pen.strokeStyle = halo;
        pen.strokeText(text, 0, 0.06, most);
      }
      pen.fillStyle = color;
      pen.fillText(text, 0, 0.06, most);
    },
  };
}
