import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useViewer } from './viewer-fixture.ts';
import type { ViewerHandle } from './viewer-support.ts';

// Prints figures for docs and pull requests; no test depends on them.
describe.skipIf(noChromium)('the viewer’s speed (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test('is reported as the time to the first board once script and data have loaded', async () => {
    fixture.bench.files.set(
      '/bare.html',
      '<!doctype html><html lang="en"><title>bare</title><script src="ludus-viewer.js"></script>',
    );
    const times: number[] = [];
    let drawer = '';
    for (let n = 0; n < 9; n++) {
      const page = await fixture.open('/bare.html', { width: 1280, height: 720 });
      const seen = await page.evaluate(async (text) => {
        const context = () => new OffscreenCanvas(1, 1).getContext('webgl2');
        const start = performance.now();
        const element = document.createElement('ludus-viewer') as ViewerHandle;
        document.body.append(element);
        element.load(text, 'a.res');
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        while (element.viewer.frameTimes.length === 0) await frame();
        const canvas = element.shadowRoot!.querySelector<HTMLCanvasElement>('.board-canvas')!;
        const gl = canvas.getContext('webgl2');
        // Waits until the requested picture is drawn.
        gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        const ms = performance.now() - start;
        const own = context();
        const info = own?.getExtension('WEBGL_debug_renderer_info');
        return { ms, drawer: gl && own && info ? String(own.getParameter(info.UNMASKED_RENDERER_WEBGL)) : 'no WebGL' };
      }, fixture.madmax);
      times.push(seen.ms);
      drawer = seen.drawer;
      await page.close();
    }
    const [least, median, most] = [0, 4, 8].map((at) => (times.toSorted((a, b) => a - b)[at] / 1000).toFixed(2));
    console.log(
      `viewer: the first board ${median} s after script and data are there (median of 9, ${least} to ${most} s; ${drawer})`,
    );
    expect(times.length).toBe(9);
  });

  test('is reported as the times to open, to seek, and to draw', async () => {
    const packed = gzipSync(fixture.bench.script, { level: 9 }).length;
    const page = await fixture.open('/viewer.html?renderer=canvas&speed=4', { width: 1280, height: 760 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const times = await page.evaluate(async (text) => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const start = performance.now();
      element.load(text, 'a.res');
      const open = performance.now() - start;
      const { viewer } = element;
      const timeline = viewer.timeline.value;
      const seeks: number[] = [];
      for (let i = 0; i < 60; i++) {
        const at = performance.now();
        timeline.frame((i * 137) % timeline.last);
        seeks.push(performance.now() - at);
      }
      element.play();
      while (viewer.frameTimes.length < 100) await new Promise((done) => requestAnimationFrame(done));
      const drawn = [...viewer.frameTimes].sort((a: number, b: number) => a - b);
      return {
        open,
        seek: Math.max(...seeks),
        frames: drawn.length,
        median: drawn[drawn.length >> 1],
        p95: drawn[Math.floor(drawn.length * 0.95)],
      };
    }, fixture.madmax);
    const shown = (ms: number) => `${ms.toFixed(1)} ms`;
    console.log(
      `viewer: script ${(packed / 1000).toFixed(0)} kB packed; ${(fixture.madmax.length / 1e6).toFixed(2)} MB open in ${shown(times.open)}; ` +
        `slowest seek ${shown(times.seek)}; script and drawing per frame at ×4: median ${shown(times.median)}, 95 % ${shown(times.p95)} (${times.frames} frames)`,
    );
    expect(times.frames).toBeGreaterThan(0);
  });
});
