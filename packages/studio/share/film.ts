import type { FramePainter } from './frames.ts';

/** Rounds `from` … `to`, so many a second. */
export interface FilmWish {
  readonly from: number;
  readonly to: number;
  readonly perSecond: number;
  /** How many times as long as the others a round stays; with it, causes of losses are written. Absent: all are alike. */
  lengthOf?(round: number): number;
}

/** Receives the number of finished rounds; false ends the work. */
export type OnRound = (done: number) => boolean;

const nextFrame = (): Promise<unknown> => new Promise((done) => setTimeout(done));

/** The last round stays for so long. */
const END_MS = 1500;

/** An animated GIF; undefined where it was ended before. */
export async function gifOf(painter: FramePainter, wish: FilmWish, onRound: OnRound): Promise<Blob | undefined> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const { canvas } = painter;
  const { width, height } = canvas;
  const pen = canvas.getContext('2d')!;
  const encoder = GIFEncoder();
  for (let round = wish.from; round <= wish.to; round++) {
    painter.draw(round, wish.lengthOf !== undefined);
    const { data } = pen.getImageData(0, 0, width, height);
    const palette = quantize(data, 256);
    const delay = round === wish.to ? END_MS : ((wish.lengthOf?.(round) ?? 1) * 1000) / wish.perSecond;
    encoder.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
    if (!onRound(round - wish.from + 1)) return undefined;
    // The page answers all the while.
    await nextFrame();
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

/** Kinds of film that browsers record, the best first. */
const FILMS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

/** The formats that this browser can record; undefined if there are none. */
export const filmType = (): string | undefined =>
  globalThis.MediaRecorder === undefined ? undefined : FILMS.find((type) => MediaRecorder.isTypeSupported(type));

/** A film, recorded as it is played: it takes as long as it lasts. Undefined where it was ended before. */
export async function filmOf(
  painter: FramePainter,
  wish: FilmWish,
  type: string,
  onRound: OnRound,
): Promise<Blob | undefined> {
  const stepMs = 1000 / wish.perSecond;
  painter.draw(wish.from);
  const stream = painter.canvas.captureStream(Math.max(10, Math.ceil(wish.perSecond)));
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise((done) => recorder.addEventListener('stop', done));
  recorder.start();
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  let isWanted = true;
  for (let round = wish.from; round <= wish.to && isWanted; round++) {
    painter.draw(round, wish.lengthOf !== undefined);
    isWanted = onRound(round - wish.from + 1);
    await wait(stepMs * (wish.lengthOf?.(round) ?? 1));
  }
  if (isWanted) await wait(END_MS);
  recorder.stop();
  for (const track of stream.getTracks()) track.stop();
  await stopped;
  return isWanted ? new Blob(pieces, { type: type.split(';')[0] }) : undefined;
}
