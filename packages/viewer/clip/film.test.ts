import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { gifWriter, lastSeconds } from './film.ts';

test('the last seconds end at the round that is shown, and begin at the start if there are fewer', () => {
  expect(lastSeconds(10, 100, 250)).toEqual({ from: 60, to: 100 });
  expect(lastSeconds(10, 100, 140)).toEqual({ from: 28, to: 100 });
  expect(lastSeconds(10, 12, 250)).toEqual({ from: 0, to: 12 });
});

test('a picture of a GIF has only the pixels that differ from the one before', async () => {
  const [width, height] = [200, 100];
  const noise = (seed: number) => {
    const random = new Lehmer(seed);
    const reds = Array.from({ length: width * height }, () => [16 * random.range(0, 15), 0, 0, 255]);
    return Uint8ClampedArray.from(reds.flat());
  };
  const first = noise(1);
  const changed = first.slice();
  changed.fill(255, 4 * 500, 4 * 520);
  const bytesOf = async (pictures: readonly Uint8ClampedArray[]) => {
    const writer = await gifWriter(width, height);
    for (const picture of pictures) writer.add(picture, 100);
    return writer.end().length;
  };
  const one = await bytesOf([first]);
  expect((await bytesOf([first, changed])) - one).toBeLessThan(one / 8);
  expect((await bytesOf([first, noise(2)])) - one).toBeGreaterThan(one / 2);
});
