import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { GifReader } from 'omggif';
import { expect, test } from 'vitest';
import { gifWriter, lastSeconds } from './film.ts';

test('a clip of the last seconds ends at the shown round, and begins in round 0 if too few rounds were played', () => {
  expect(lastSeconds(10, 100, 250)).toEqual({ from: 60, to: 100 });
  expect(lastSeconds(10, 100, 140)).toEqual({ from: 28, to: 100 });
  expect(lastSeconds(10, 12, 250)).toEqual({ from: 0, to: 12 });
});

test('a GIF shows each picture, and needs little space for a small change', async () => {
  const [width, height] = [200, 100];
  const noise = (seed: number) => {
    const random = new Lehmer(seed);
    const reds = Array.from({ length: width * height }, () => [16 * random.range(0, 15), 0, 0, 255]);
    return Uint8ClampedArray.from(reds.flat());
  };
  const first = noise(1);
  const changed = first.slice();
  changed.fill(255, 4 * 500, 4 * 520);
  const gifOf = async (pictures: readonly Uint8ClampedArray[]) => {
    const writer = await gifWriter(width, height);
    for (const picture of pictures) writer.add(picture, 100);
    return writer.end();
  };
  const pictures = [first, changed, changed, noise(2), first];
  const gif = new GifReader(await gifOf(pictures));
  expect([gif.width, gif.height, gif.numFrames()]).toEqual([width, height, pictures.length]);
  // Each picture is painted over the previous one.
  const screen = new Uint8ClampedArray(4 * width * height);
  for (const [at, picture] of pictures.entries()) {
    gif.decodeAndBlitFrameRGBA(at, screen);
    expect(differing(screen, picture)).toBe(0);
  }
  const one = (await gifOf([first])).length;
  expect((await gifOf([first, changed])).length - one).toBeLessThan(one / 8);
});

/** Returns the number of values that differ by more than a table of 255 colours requires. */
const differing = (one: Uint8ClampedArray, other: Uint8ClampedArray): number =>
  one.filter((value, at) => Math.abs(value - other[at]) > 8).length;
