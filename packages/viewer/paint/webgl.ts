import { type Atlas, createAtlas, type Page, type Part } from './atlas.ts';
import { type Backend, rasterSize } from './canvas.ts';

/**
 * A stamp is one instance of a rectangle. The stamp has a position and size in device pixels, a part of the page (0…1),
 * an angle, and an opacity.
 */
const VERTEX = `#version 300 es
layout(location = 0) in vec4 box;
layout(location = 1) in vec4 part;
layout(location = 2) in vec3 look;
uniform vec2 screen;
out vec2 at;
out vec2 strength;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 point = (corner - 0.5) * box.zw;
  vec2 turn = vec2(cos(look.x), sin(look.x));
  vec2 place = box.xy + vec2(turn.x * point.x - turn.y * point.y, turn.y * point.x + turn.x * point.y);
  gl_Position = vec4((2.0 * place / screen - 1.0) * vec2(1.0, -1.0), 0.0, 1.0);
  at = part.xy + corner * part.zw;
  strength = look.yz;
}`;
/** Colours are multiplied by their alpha. Added light doesn't cover the background. */
const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 at;
in vec2 strength;
uniform sampler2D page;
out vec4 color;
void main() {
  vec4 texel = texture(page, at) * strength.x;
  color = vec4(texel.rgb, texel.a * (1.0 - strength.y));
}`;

/** Number of floats per stamp for its box, its part of the page, and its look. */
const SIZES = [4, 4, 3] as const;
const FLOATS = 11;

/** Consecutive stamps on the same page, drawn in one call. */
interface Batch {
  readonly page: Page;
  readonly first: number;
  count: number;
}

/**
 * Creates a backend that renders with WebGL2. Returns undefined if WebGL2 isn't available. Also returns undefined if
 * WebGL2 is slow because there is no graphics card, unless `isSlowTaken`. In both cases, the caller uses the plain
 * canvas.
 */
export function webglBackend(canvas: HTMLCanvasElement, isSlowTaken: boolean): Backend | undefined {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' });
  if (gl === null || (!isSlowTaken && isSlow(gl))) return undefined;
  const program = link(gl);
  if (program === undefined) return undefined;
  const buffer = gl.createBuffer();
  const screen = gl.getUniformLocation(program, 'screen');
  const uploaded = new WeakMap<Page, number>();
  let stamps = new Float32Array(FLOATS * 1024);
  let atlas: Atlas | undefined;

  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const place of SIZES.keys()) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribDivisor(place, 1);
  }
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);

  function drop(old: Atlas | undefined): void {
    for (const { handle } of old?.pages ?? []) gl!.deleteTexture((handle as WebGLTexture | undefined) ?? null);
  }

  /** Binds a page's texture, and uploads its newly painted parts. */
  function bind(page: Page): void {
    const isNew = page.handle === undefined;
    page.handle ??= gl!.createTexture();
    gl!.bindTexture(gl!.TEXTURE_2D, page.handle as WebGLTexture);
    if (isNew) {
      for (const name of [gl!.TEXTURE_MIN_FILTER, gl!.TEXTURE_MAG_FILTER])
        gl!.texParameteri(gl!.TEXTURE_2D, name, gl!.LINEAR);
      for (const name of [gl!.TEXTURE_WRAP_S, gl!.TEXTURE_WRAP_T])
        gl!.texParameteri(gl!.TEXTURE_2D, name, gl!.CLAMP_TO_EDGE);
    }
    const done = uploaded.get(page) ?? 0;
    if (done === page.painted.length) return;
    const { canvas: source } = page;
    if (done === 0)
      gl!.texImage2D(
        ...([gl!.TEXTURE_2D, 0, gl!.RGBA, source.width, source.height, 0, gl!.RGBA, gl!.UNSIGNED_BYTE, null] as const),
      );
    // Uploads only the new part, because uploading the whole page takes longer than a frame.
    const { x, y, width, height } = around(page.painted.slice(done));
    gl!.pixelStorei(gl!.UNPACK_SKIP_PIXELS, x);
    gl!.pixelStorei(gl!.UNPACK_SKIP_ROWS, y);
    gl!.texSubImage2D(gl!.TEXTURE_2D, 0, x, y, width, height, gl!.RGBA, gl!.UNSIGNED_BYTE, source);
    uploaded.set(page, page.painted.length);
  }

  return {
    kind: 'webgl',
    resize(camera) {
      canvas.width = Math.max(1, Math.round(camera.width * camera.ratio));
      canvas.height = Math.max(1, Math.round(camera.height * camera.ratio));
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.uniform2f(screen, canvas.width, canvas.height);
    },
    render(list, camera, background) {
      const size = rasterSize(camera);
      const old = atlas;
      if (atlas?.px !== size) atlas = createAtlas(size);
      if (stamps.length < list.count * FLOATS) stamps = new Float32Array(2 * list.count * FLOATS);
      const cell = camera.cell * camera.ratio;
      const left = canvas.width / 2 - camera.x * cell;
      const top = canvas.height / 2 - camera.y * cell;
      const batches: Batch[] = [];
      for (let i = 0; i < list.count; i++) {
        const art = list.art[i];
        const { page, x, y, width, height } = atlas!.slot(art);
        const at = i * FLOATS;
        stamps[at] = left + list.x[i] * cell;
        stamps[at + 1] = top + list.y[i] * cell;
        stamps[at + 2] = art.width * list.scaleX[i] * cell;
        stamps[at + 3] = art.height * list.scaleY[i] * cell;
        stamps[at + 4] = x / page.canvas.width;
        stamps[at + 5] = y / page.canvas.height;
        stamps[at + 6] = width / page.canvas.width;
        stamps[at + 7] = height / page.canvas.height;
        stamps[at + 8] = list.rotation[i];
        stamps[at + 9] = list.alpha[i];
        stamps[at + 10] = list.add[i];
        const batch = batches.at(-1);
        if (batch?.page === page) batch.count++;
        else batches.push({ page, first: i, count: 1 });
      }
      gl.bufferData(gl.ARRAY_BUFFER, stamps.subarray(0, list.count * FLOATS), gl.STREAM_DRAW);
      const [red, green, blue] = channels(background);
      gl.clearColor(red, green, blue, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const { page, first, count } of batches) {
        bind(page);
        let offset = first * FLOATS * 4;
        for (const [place, floats] of SIZES.entries()) {
          gl.vertexAttribPointer(place, floats, gl.FLOAT, false, FLOATS * 4, offset);
          offset += floats * 4;
        }
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      }
      if (old !== atlas) drop(old);
      atlas!.prepare(list.soon);
    },
    destroy() {
      drop(atlas);
      atlas = undefined;
      gl.deleteBuffer(buffer);
      gl.deleteProgram(program);
      // A page can have only a few contexts, so the contexts of removed elements are released immediately.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

/** Software renderers. `failIfMajorPerformanceCaveat` doesn't exclude all software renderers. */
const WITHOUT_CARD = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function isSlow(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  return WITHOUT_CARD.test(String(name));
}

function link(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined;
}

/** The smallest part of a page that contains all the given parts. */
function around(parts: readonly Part[]): Part {
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  const right = Math.max(...parts.map((part) => part.x + part.width));
  const bottom = Math.max(...parts.map((part) => part.y + part.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Red, green, and blue (0…1) of `#rrggbb`. */
function channels(color: string): [number, number, number] {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16) / 255 || 0;
  return [at(1), at(3), at(5)];
}
