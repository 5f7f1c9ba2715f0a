import { type Atlas, createAtlas } from './atlas.ts';
import type { Camera, DisplayList } from './painter.ts';

/** Shows display lists. Both backends stamp the same pictures, so they look the same. */
export interface Backend {
  readonly kind: 'webgl' | 'canvas';
  resize(camera: Camera): void;
  /** `background`: a CSS colour. */
  render(list: DisplayList, camera: Camera, background: string): void;
  /** Forgets all pictures (the theme changed). */
  forget(): void;
  destroy(): void;
}

/**
 * The size to paint pictures at. It is slightly above the needed size, in steps. So zooming rarely repaints, and a picture is
 * only ever scaled down, by at most a fifth.
 */
export function rasterSize(camera: Camera): number {
  const needed = Math.max(4, camera.cell * camera.ratio);
  return 1.2 ** Math.ceil(Math.log(needed) / Math.log(1.2) - 1e-9);
}

/** The plain fallback: needs nothing but a 2D canvas. */
export function canvasBackend(canvas: HTMLCanvasElement): Backend {
  const pen = canvas.getContext('2d', { alpha: false })!;
  let atlas: Atlas | undefined;
  return {
    kind: 'canvas',
    resize(camera) {
      canvas.width = Math.max(1, Math.round(camera.width * camera.ratio));
      canvas.height = Math.max(1, Math.round(camera.height * camera.ratio));
    },
    render(list, camera, background) {
      const size = rasterSize(camera);
      if (atlas?.px !== size) atlas = createAtlas(size);
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.globalAlpha = 1;
      pen.globalCompositeOperation = 'source-over';
      pen.fillStyle = background;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      const cell = camera.cell * camera.ratio;
      const left = canvas.width / 2 - camera.x * cell;
      const top = canvas.height / 2 - camera.y * cell;
      let add = 0;
      for (let i = 0; i < list.count; i++) {
        const art = list.art[i];
        const { page, x, y, width, height } = atlas.slot(art);
        if (list.add[i] !== add) {
          add = list.add[i];
          pen.globalCompositeOperation = add === 1 ? 'lighter' : 'source-over';
        }
        pen.globalAlpha = list.alpha[i];
        const turn = list.rotation[i];
        const [cos, sin] = turn === 0 ? [1, 0] : [Math.cos(turn), Math.sin(turn)];
        const [w, h] = [art.width * list.scaleX[i] * cell, art.height * list.scaleY[i] * cell];
        pen.setTransform(cos, sin, -sin, cos, left + list.x[i] * cell, top + list.y[i] * cell);
        pen.drawImage(page.canvas, x, y, width, height, -w / 2, -h / 2, w, h);
      }
      atlas.prepare(list.soon);
    },
    forget() {
      atlas = undefined;
    },
    destroy() {
      atlas = undefined;
    },
  };
}
