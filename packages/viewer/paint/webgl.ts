import 'pixi.js/unsafe-eval';
import { CanvasSource, Container, Rectangle, Sprite, Texture, WebGLRenderer } from 'pixi.js';
import { type Atlas, createAtlas, type Page, type Slot } from './atlas.ts';
import { type Backend, rasterSize } from './canvas.ts';

/** WebGL2 through PixiJS. Fails (rejects) where there is no WebGL2; the caller then takes the canvas backend. */
export async function webglBackend(canvas: HTMLCanvasElement): Promise<Backend> {
  const renderer = new WebGLRenderer();
  await renderer.init({
    canvas,
    antialias: false,
    autoDensity: false,
    resolution: 1,
    preferWebGLVersion: 2,
    skipExtensionImports: true,
    powerPreference: 'high-performance',
    width: Math.max(1, canvas.width),
    height: Math.max(1, canvas.height),
  });
  const stage = new Container();
  const sprites: Sprite[] = [];
  let shown = 0;
  let atlas: Atlas | undefined;
  const uploaded = new WeakMap<Page, number>();

  function drop(old: Atlas | undefined): void {
    for (const page of old?.pages ?? []) (page.handle as CanvasSource | undefined)?.destroy();
  }

  function texture(slot: Slot): Texture {
    const known = slot.handle as Texture | undefined;
    if (known !== undefined) return known;
    const { page, x, y, width, height } = slot;
    page.handle ??= new CanvasSource({
      resource: page.canvas,
      resolution: 1,
      scaleMode: 'linear',
      addressMode: 'clamp-to-edge',
    });
    const made = new Texture({ source: page.handle as CanvasSource, frame: new Rectangle(x, y, width, height) });
    slot.handle = made;
    return made;
  }

  return {
    kind: 'webgl',
    resize(camera) {
      renderer.resize(
        Math.max(1, Math.round(camera.width * camera.ratio)),
        Math.max(1, Math.round(camera.height * camera.ratio)),
      );
    },
    render(list, camera, background) {
      const size = rasterSize(camera);
      const old = atlas;
      if (atlas?.px !== size) atlas = createAtlas(size);
      const cell = camera.cell * camera.ratio;
      const left = canvas.width / 2 - camera.x * cell;
      const top = canvas.height / 2 - camera.y * cell;
      for (let i = 0; i < list.count; i++) {
        const art = list.art[i];
        const slot = atlas!.slot(art);
        let sprite = sprites[i];
        if (sprite === undefined) {
          sprite = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
          sprites.push(sprite);
          stage.addChild(sprite);
        }
        const image = texture(slot);
        if (sprite.texture !== image) sprite.texture = image;
        sprite.position.set(left + list.x[i] * cell, top + list.y[i] * cell);
        sprite.scale.set(
          (art.width * list.scaleX[i] * cell) / slot.width,
          (art.height * list.scaleY[i] * cell) / slot.height,
        );
        sprite.rotation = list.rotation[i];
        sprite.alpha = list.alpha[i];
        const blend = list.add[i] === 1 ? 'add' : 'normal';
        if (sprite.blendMode !== blend) sprite.blendMode = blend;
        if (i >= shown) sprite.visible = true;
      }
      for (let i = list.count; i < shown; i++) sprites[i].visible = false;
      shown = list.count;
      for (const page of atlas!.pages) {
        if (uploaded.get(page) === page.version) continue;
        if (uploaded.has(page)) (page.handle as CanvasSource | undefined)?.update();
        uploaded.set(page, page.version);
      }
      renderer.background.color = background;
      renderer.render({ container: stage });
      if (old !== atlas) drop(old);
      atlas!.prepare(list.soon);
    },
    forget() {
      const old = atlas;
      atlas = undefined;
      for (const sprite of sprites) sprite.texture = Texture.EMPTY;
      drop(old);
    },
    destroy() {
      drop(atlas);
      stage.destroy({ children: true });
      renderer.destroy();
    },
  };
}
