import type { FramePainter } from './frame-painter.ts';

/** Rounds `from` to `to`, and the number of rounds per second. */
export interface FilmWish {
  readonly from: number;
  readonly to: number;
  readonly perSecond: number;
  /**
   * Returns the duration of the moment at a position (in rounds), relative to a normal moment. If present, the pictures
   * also show the causes of losses. If absent, all moments are equally long.
   */
  slowness?(position: number): number;
}

/** Receives the position (in rounds, with fractions) that is drawn. Returns false to stop. */
export type PictureListener = (position: number) => boolean;

const wait = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

/** Display time of the last round, in milliseconds. */
const END_MS = 1500;
/**
 * Pictures per second: approximately for a GIF, and at most for a film. The number for GIFs is low, because each
 * picture makes the file larger.
 */
const GIF_PER_SECOND = 10;
const FILM_PER_SECOND = 30;
/**
 * Maximum step between two pictures of a film, in milliseconds. On a slow machine, recording takes longer, but doesn't
 * skip any part.
 */
const MAX_STEP_MS = 100;

/** Creates an animated GIF. Returns undefined if the creation was stopped. */
export async function gifOf(
  painter: FramePainter,
  wish: FilmWish,
  onPicture: PictureListener,
): Promise<Blob | undefined> {
  const { canvas } = painter;
  const { width, height } = canvas;
  const pen = canvas.getContext('2d')!;
  const writer = await gifWriter(width, height);
  const perRound = Math.max(1, Math.round(GIF_PER_SECOND / wish.perSecond));
  const pictures = (wish.to - wish.from) * perRound;
  for (let picture = 0; picture <= pictures; picture++) {
    const position = wish.from + picture / perRound;
    painter.draw(position, wish.slowness !== undefined);
    const usual = 1000 / (perRound * wish.perSecond);
    const delay = picture === pictures ? END_MS : (wish.slowness?.(position) ?? 1) * usual;
    writer.add(pen.getImageData(0, 0, width, height).data, delay);
    if (!onPicture(position)) return undefined;
    // Lets the page respond before the next picture.
    await wait(0);
  }
  return new Blob([writer.end()], { type: 'image/gif' });
}

/** Index of the colour for unchanged pixels. */
const KEPT = 255;

/**
 * Writes an animated GIF of pictures of one size. Each picture contains only the pixels that differ from the previous
 * picture.
 */
export async function gifWriter(width: number, height: number) {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const encoder = GIFEncoder();
  const shown = new Uint32Array(width * height);
  let isFirst = true;
  return {
    /** `rgba`: four bytes per pixel. `delay`: milliseconds. */
    add(rgba: Uint8ClampedArray, delay: number): void {
      const palette = quantize(rgba, KEPT);
      const indexes = applyPalette(rgba, palette);
      const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, shown.length);
      if (!isFirst) for (const [at, pixel] of pixels.entries()) if (pixel === shown[at]) indexes[at] = KEPT;
      shown.set(pixels);
      while (palette.length <= KEPT) palette.push([0, 0, 0]);
      const rest = isFirst ? {} : { transparent: true, transparentIndex: KEPT };
      encoder.writeFrame(indexes, width, height, { palette, delay, dispose: 1, ...rest });
      isFirst = false;
    },
    end(): Uint8Array<ArrayBuffer> {
      encoder.finish();
      return encoder.bytes();
    },
  };
}

/** Film formats that browsers record, best first. */
const FILMS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

/** The best film format that this browser records; undefined if it records none of them. */
export const filmType = (): string | undefined =>
  globalThis.MediaRecorder === undefined ? undefined : FILMS.find((type) => MediaRecorder.isTypeSupported(type));

/** Records a film in real time. Returns undefined if the recording was stopped. */
export async function filmOf(
  painter: FramePainter,
  wish: FilmWish,
  type: string,
  onPicture: PictureListener,
): Promise<Blob | undefined> {
  painter.draw(wish.from, wish.slowness !== undefined);
  const stream = painter.canvas.captureStream(FILM_PER_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise((done) => recorder.addEventListener('stop', done));
  const started = new Promise((done) => recorder.addEventListener('start', done));
  recorder.start();
  await started;
  let position = wish.from;
  let isWanted = onPicture(position);
  let before = performance.now();
  while (isWanted && position < wish.to) {
    await wait(1000 / FILM_PER_SECOND);
    const now = performance.now();
    const rounds = (Math.min(MAX_STEP_MS, now - before) * wish.perSecond) / 1000;
    position = Math.min(wish.to, position + rounds / (wish.slowness?.(position) ?? 1));
    before = now;
    painter.draw(position, wish.slowness !== undefined);
    isWanted = onPicture(position);
  }
  // A recorder captures only drawn pictures, so the last picture is redrawn until the end.
  for (let left = END_MS; isWanted && left > 0; left -= MAX_STEP_MS) {
    painter.draw(wish.to, wish.slowness !== undefined);
    await wait(MAX_STEP_MS);
  }
  recorder.stop();
  for (const track of stream.getTracks()) track.stop();
  await stopped;
  return isWanted ? new Blob(pieces, { type: type.split(';')[0] }) : undefined;
}

/** The rounds that playback at speed ×1 shows in the last seconds up to a round. */
export function lastSeconds(seconds: number, round: number, delayMs: number): { from: number; to: number } {
  return { from: Math.max(0, round - Math.ceil((seconds * 1000) / delayMs)), to: round };
}
