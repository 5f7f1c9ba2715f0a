import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Backend, canvasBackend } from '../paint/canvas.ts';
import { type Camera, createPainter } from '../paint/painter.ts';
import { webglBackend } from '../paint/webgl.ts';
import { tick } from '../player/playback.ts';
import { cameraFor, drawNow, keepInSight, sceneNow } from '../player/scene.ts';
import { createListener } from '../player/sound.ts';
import type { Viewer } from '../player/state.ts';

export type RendererChoice = 'auto' | 'webgl' | 'canvas';

/** Number of stored frame times. */
const KEPT_TIMES = 600;
/** The performance mark of the first board drawn in a match. */
const FIRST_BOARD = 'ludus-first-board';
/** Interval between frames without playback, for animations, in milliseconds. */
const IDLE_MS = 50;

/** The board: a canvas with the current moment, and its pointer handling. */
export function Picture({ viewer, renderer, wheel }: { viewer: Viewer; renderer: RendererChoice; wheel: boolean }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    return mountPicture(viewer, element, renderer, wheel);
  }, [viewer, renderer, wheel]);
  return <div class="picture" ref={holder} />;
}

let isMarked = false;

function mountPicture(viewer: Viewer, holder: HTMLElement, renderer: RendererChoice, wheel: boolean): () => void {
  const painter = createPainter();
  let backend: Backend | undefined;
  let gone = false;
  let dirty = true;
  let request = 0;
  let camera: Camera = cameraFor(viewer, 1, 1, 1);
  let before = performance.now();
  let drawnAt = 0;
  const listener = createListener(viewer);

  const canvasOf = (): HTMLCanvasElement => {
    const canvas = document.createElement('canvas');
    canvas.className = 'board-canvas';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'The board; the text below the controls describes the round');
    holder.replaceChildren(canvas);
    return canvas;
  };

  function usePlainCanvas(): void {
    backend?.destroy();
    backend = canvasBackend(canvasOf());
    holder.dataset.renderer = 'canvas';
    resize();
  }

  function start(): void {
    if (renderer === 'canvas') {
      usePlainCanvas();
      return;
    }
    const canvas = canvasOf();
    backend = webglBackend(canvas, renderer === 'webgl');
    if (backend === undefined) {
      usePlainCanvas();
      return;
    }
    holder.dataset.renderer = 'webgl';
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      if (!gone) usePlainCanvas();
    });
    resize();
  }

  function measure(): Camera {
    return cameraFor(
      viewer,
      Math.max(1, holder.clientWidth),
      Math.max(1, holder.clientHeight),
      window.devicePixelRatio || 1,
      performance.now(),
    );
  }

  function resize(): void {
    camera = measure();
    backend?.resize(camera);
    dirty = true;
  }

  function draw(now: number): void {
    if (backend === undefined) return;
    const started = performance.now();
    const { theme, timeline } = viewer;
    camera = measure();
    painter.isPlain = backend.kind === 'canvas';
    drawNow(viewer, painter, camera, now);
    const ground = timeline.value?.view.background(theme.value) ?? (theme.value === 'dark' ? '#12141c' : '#f4f2ee');
    backend.render(painter.list, camera, ground);
    if (timeline.value !== undefined && !isMarked) {
      performance.mark(FIRST_BOARD);
      isMarked = true;
    }
    drawnAt = now;
    dirty = false;
    viewer.frameTimes.push(performance.now() - started);
    if (viewer.frameTimes.length > KEPT_TIMES) viewer.frameTimes.splice(0, KEPT_TIMES / 2);
  }

  function frame(): void {
    request = requestAnimationFrame(frame);
    const now = performance.now();
    const elapsed = now - before;
    before = now;
    tick(viewer, elapsed, now);
    if (viewer.leader === undefined) listener.hear();
    const calm = viewer.calm.value;
    // With reduced motion, a picture changes only with its round.
    const moves = (viewer.playing.value && !calm) || viewer.jump !== undefined;
    const idle = !calm && viewer.timeline.value !== undefined && now - drawnAt >= IDLE_MS;
    if (dirty || moves || idle) draw(now);
  }

  const watching = effect(() => {
    const { theme, timeline, round, last, mode, selection, seat, trail, overlays, heat, zoom, pan, sidecar, cellSize } =
      viewer;
    void viewer.handMarks.value;
    void viewer.causes.value;
    void viewer.shapes.value;
    // A round's causes are known only after its analysis.
    void viewer.analysed.value;
    for (const part of [
      theme,
      timeline,
      round,
      last,
      mode,
      selection,
      seat,
      trail,
      overlays,
      heat,
      zoom,
      pan,
      sidecar,
      cellSize,
    ])
      void part.value;
    dirty = true;
  });
  const observer = new ResizeObserver(resize);
  observer.observe(holder);
  const stopPointer = followPointer(viewer, holder, measure, wheel);
  start();
  request = requestAnimationFrame(frame);
  return () => {
    gone = true;
    cancelAnimationFrame(request);
    observer.disconnect();
    watching();
    stopPointer();
    listener.close();
    backend?.destroy();
  };
}

const ZOOM = { least: 0.5, most: 24 } as const;

/** Zooms by a factor around the point (x, y), given in CSS pixels from the middle. */
function zoomBy(viewer: Viewer, factor: number, cell: number, x = 0, y = 0): void {
  const before = viewer.zoom.value;
  const after = Math.min(ZOOM.most, Math.max(ZOOM.least, before * factor));
  const share = 1 / cell - 1 / (cell * (after / before));
  viewer.pan.value = { x: viewer.pan.value.x + x * share, y: viewer.pan.value.y + y * share };
  viewer.zoom.value = after;
  keepInSight(viewer);
}

/** Handles the pointer: clicks select, drags move, and the wheel and two fingers zoom. */
function followPointer(viewer: Viewer, holder: HTMLElement, camera: () => Camera, wheel: boolean): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const place = (event: PointerEvent | WheelEvent) => {
    const box = holder.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.max(10, Math.hypot(a.x - b.x, a.y - b.y));
  };
  const down = (event: PointerEvent) => {
    holder.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    travelled = 0;
  };
  const move = (event: PointerEvent) => {
    const old = fingers.get(event.pointerId);
    if (old === undefined) return;
    const at = place(event);
    const { cell } = camera();
    if (fingers.size === 2) {
      const wide = spread();
      fingers.set(event.pointerId, at);
      zoomBy(viewer, spread() / wide, cell, at.x, at.y);
      travelled = 99;
      return;
    }
    travelled += Math.abs(at.x - old.x) + Math.abs(at.y - old.y);
    fingers.set(event.pointerId, at);
    if (travelled < 5) return;
    viewer.pan.value = {
      x: viewer.pan.value.x - (at.x - old.x) / cell,
      y: viewer.pan.value.y - (at.y - old.y) / cell,
    };
    keepInSight(viewer);
  };
  const up = (event: PointerEvent) => {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (at !== undefined && travelled < 5 && event.type === 'pointerup') pickAt(viewer, camera(), at.x, at.y);
  };
  const turn = (event: WheelEvent) => {
    if (!wheel && !event.ctrlKey) return;
    event.preventDefault();
    const at = place(event);
    zoomBy(viewer, Math.exp(-event.deltaY * 0.0016), camera().cell, at.x, at.y);
  };
  holder.addEventListener('pointerdown', down);
  holder.addEventListener('pointermove', move);
  holder.addEventListener('pointerup', up);
  holder.addEventListener('pointercancel', up);
  holder.addEventListener('wheel', turn, { passive: false });
  return () => {
    holder.removeEventListener('pointerdown', down);
    holder.removeEventListener('pointermove', move);
    holder.removeEventListener('pointerup', up);
    holder.removeEventListener('pointercancel', up);
    holder.removeEventListener('wheel', turn);
  };
}

function pickAt(viewer: Viewer, camera: Camera, x: number, y: number): void {
  const scene = sceneNow(viewer, performance.now());
  if (scene === undefined) return;
  const { view } = scene.timeline;
  viewer.selection.value = view.pick(scene, camera.x + x / camera.cell, camera.y + y / camera.cell);
  if (viewer.selection.value !== undefined && viewer.tab.value !== 'match') viewer.tab.value = 'match';
}
