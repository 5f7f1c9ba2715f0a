import { type Atlas, createAtlas, type Slot } from './atlas.ts';
import { BOX, type Box, changesBetween, emptyPlaced, LOOK, makeRoom } from './changes.ts';
import type { Camera, DisplayList } from './painter.ts';

/** Renders display lists. Both backends stamp the same pictures, so their output looks the same. */
export interface Backend {
  readonly kind: 'webgl' | 'canvas';
  resize(camera: Camera): void;
  /** `background`: a CSS colour. */
  render(list: DisplayList, camera: Camera, background: string): void;
  destroy(): void;
}

/**
 * The size at which to paint pictures. It is the needed size, rounded up in steps, so that zooming rarely repaints
 * pictures. A picture is therefore only scaled down, by at most a sixth.
 */
export function rasterSize(camera: Camera): number {
  const needed = neededSize(camera);
  return 1.2 ** Math.ceil(Math.log(needed) / Math.log(1.2) - 1e-9);
}

const neededSize = (camera: Camera): number => Math.max(4, camera.cell * camera.ratio);

/** If changes cover more than this share of the picture, repainting everything is faster. */
const MAX_CHANGED_SHARE = 0.7;
/** Number of frames without a change after which the first pictures of the list are merged into one. */
const STILL_FRAMES = 6;
/** Minimum number of pictures to merge. */
const STILL_COUNT = 4;

/**
 * Creates a backend that needs only a 2D canvas, and no graphics card. The backend paints only the changes since the
 * last frame. Pictures are copied without scaling if possible, and static scenery is merged into one picture.
 */
export function canvasBackend(canvas: HTMLCanvasElement): Backend {
  const pen = canvas.getContext('2d', { alpha: false })!;
  const still = document.createElement('canvas');
  const stillPen = still.getContext('2d', { alpha: false })!;
  let stillCount = 0;
  /**
   * Since the last check: the smallest number of unchanged pictures at the start of the list, and the number of frames.
   */
  let [stillNext, stillFrames] = [Number.POSITIVE_INFINITY, 0];
  let atlas: Atlas | undefined;
  let needed = 0;
  let ground = '';
  let [before, after] = [emptyPlaced(), emptyPlaced()];
  let slots: Slot[] = [];
  const ids = new WeakMap<Slot, number>();
  let nextId = 1;

  /** Makes the next frame a full repaint. */
  function start(): void {
    before.count = 0;
    ground = '';
    stillCount = 0;
    [stillNext, stillFrames] = [Number.POSITIVE_INFINITY, 0];
  }

  /**
   * Returns the atlas for a camera. Pictures of the exact size are copied quickly. During a zoom, the size changes
   * continuously, and pictures of a larger size are scaled down.
   */
  function atlasFor(camera: Camera): Atlas {
    const size = neededSize(camera);
    const isZooming = size !== needed && needed !== 0;
    needed = size;
    const fits =
      atlas !== undefined && (atlas.px === size || (isZooming && atlas.px >= size && atlas.px <= 1.5 * size));
    if (atlas !== undefined && fits) return atlas;
    start();
    return createAtlas(isZooming ? rasterSize(camera) : size);
  }

  function place(list: DisplayList, camera: Camera, from: Atlas): void {
    const cell = camera.cell * camera.ratio;
    const left = canvas.width / 2 - camera.x * cell;
    const top = canvas.height / 2 - camera.y * cell;
    after.count = 0;
    for (let i = 0; i < list.count; i++) {
      makeRoom(after);
      const art = list.art[i];
      const slot = from.slot(art);
      slots[i] = slot;
      let id = ids.get(slot);
      if (id === undefined) {
        id = nextId++;
        ids.set(slot, id);
      }
      const [sx, sy, turn] = [list.scaleX[i], list.scaleY[i], list.rotation[i]];
      const [x, y] = [left + list.x[i] * cell, top + list.y[i] * cell];
      const isCopy = turn === 0 && sx === 1 && sy === 1 && from.px === cell && !art.flat;
      const [w, h] = isCopy ? [slot.width, slot.height] : [art.width * sx * cell, art.height * sy * cell];
      const [cos, sin] = turn === 0 ? [1, 0] : [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
      const halfWidth = (Math.abs(w) * cos + Math.abs(h) * sin) / 2;
      const halfHeight = (Math.abs(w) * sin + Math.abs(h) * cos) / 2;
      const { looks, boxes, count } = after;
      const look = count * LOOK;
      looks[look] = id;
      // Positions are in hundredths of a pixel, because smaller differences aren't visible. A copied picture is aligned
      // to whole pixels.
      looks[look + 1] = isCopy ? Math.round(x - w / 2) : Math.round(100 * x);
      looks[look + 2] = isCopy ? Math.round(y - h / 2) : Math.round(100 * y);
      looks[look + 3] = isCopy ? -1 : Math.round(100 * w);
      looks[look + 4] = isCopy ? -1 : Math.round(100 * h);
      looks[look + 5] = Math.round(10_000 * turn);
      looks[look + 6] = Math.round(1000 * list.alpha[i]);
      looks[look + 7] = list.add[i];
      const box = count * BOX;
      boxes[box] = isCopy ? looks[look + 1] : Math.floor(x - halfWidth) - 1;
      boxes[box + 1] = isCopy ? looks[look + 2] : Math.floor(y - halfHeight) - 1;
      boxes[box + 2] = isCopy ? boxes[box] + w : Math.ceil(x + halfWidth) + 1;
      boxes[box + 3] = isCopy ? boxes[box + 1] + h : Math.ceil(y + halfHeight) + 1;
      after.count++;
    }
  }

  /** Paints the pictures from `first` (inclusive) to `end` (exclusive) that touch the box. */
  function stamp(to: CanvasRenderingContext2D, list: DisplayList, first: number, end: number, within: Box): void {
    const { looks, boxes } = after;
    let [add, alpha] = [0, 1];
    to.globalCompositeOperation = 'source-over';
    to.globalAlpha = 1;
    for (let i = first; i < end; i++) {
      const box = i * BOX;
      if (boxes[box] >= within.right || boxes[box + 2] <= within.left) continue;
      if (boxes[box + 1] >= within.bottom || boxes[box + 3] <= within.top) continue;
      const look = i * LOOK;
      if (looks[look + 7] !== add) {
        add = looks[look + 7];
        to.globalCompositeOperation = add === 1 ? 'lighter' : 'source-over';
      }
      if (looks[look + 6] !== alpha * 1000) {
        alpha = looks[look + 6] / 1000;
        to.globalAlpha = alpha;
      }
      const { page, x, y, width, height } = slots[i];
      if (looks[look + 3] === -1) {
        to.drawImage(page.canvas, x, y, width, height, looks[look + 1], looks[look + 2], width, height);
        continue;
      }
      const [w, h] = [looks[look + 3] / 100, looks[look + 4] / 100];
      const turn = list.rotation[i];
      const { color } = list.art[i];
      if (turn === 0 && w > 0 && h > 0) {
        const [left, top] = [looks[look + 1] / 100 - w / 2, looks[look + 2] / 100 - h / 2];
        if (color === undefined) to.drawImage(page.canvas, x, y, width, height, left, top, w, h);
        else {
          to.fillStyle = color;
          to.fillRect(left, top, w, h);
        }
        continue;
      }
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      to.setTransform(cos, sin, -sin, cos, looks[look + 1] / 100, looks[look + 2] / 100);
      if (color === undefined) to.drawImage(page.canvas, x, y, width, height, -w / 2, -h / 2, w, h);
      else {
        to.fillStyle = color;
        to.fillRect(-w / 2, -h / 2, w, h);
      }
      to.setTransform(1, 0, 0, 1, 0, 0);
    }
    to.globalAlpha = 1;
    to.globalCompositeOperation = 'source-over';
  }

  /** Merges pictures that haven't changed for some time into one. */
  function keepStill(list: DisplayList, same: number, whole: Box): void {
    if (same < stillCount) stillCount = 0;
    stillNext = Math.min(stillNext, same);
    if (++stillFrames < STILL_FRAMES) return;
    if (stillNext >= STILL_COUNT && stillNext > 1.25 * stillCount) {
      stillCount = stillNext;
      stillPen.fillStyle = ground;
      stillPen.fillRect(0, 0, still.width, still.height);
      stamp(stillPen, list, 0, stillCount, whole);
    }
    [stillNext, stillFrames] = [Number.POSITIVE_INFINITY, 0];
  }

  function paint(list: DisplayList, box: Box): void {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (stillCount > 0) {
      pen.drawImage(still, box.left, box.top, width, height, box.left, box.top, width, height);
    } else {
      pen.fillStyle = ground;
      pen.fillRect(box.left, box.top, width, height);
    }
    stamp(pen, list, stillCount, after.count, box);
  }

  return {
    kind: 'canvas',
    resize(camera) {
      for (const each of [canvas, still]) {
        each.width = Math.max(1, Math.round(camera.width * camera.ratio));
        each.height = Math.max(1, Math.round(camera.height * camera.ratio));
      }
      start();
    },
    render(list, camera, background) {
      atlas = atlasFor(camera);
      const whole: Box = { left: 0, top: 0, right: canvas.width, bottom: canvas.height };
      place(list, camera, atlas);
      const isFirst = ground !== background;
      if (isFirst) start();
      ground = background;
      const { same, boxes, share } = changesBetween(before, after, canvas.width, canvas.height);
      keepStill(list, same, whole);
      if (isFirst || share > MAX_CHANGED_SHARE) paint(list, whole);
      else
        for (const box of boxes) {
          pen.save();
          pen.beginPath();
          pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
          pen.clip();
          paint(list, box);
          pen.restore();
        }
      [before, after] = [after, before];
      atlas.prepare(list.soon);
    },
    destroy() {
      atlas = undefined;
      slots = [];
    },
  };
}
