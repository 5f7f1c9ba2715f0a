import { expect, test } from 'vitest';
import { readMarker } from './marker.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('readMarker finds the first whole marker among other bytes', () => {
  const program = bytes('a:b ludus-player:madmax:; xludus-player:madmax:One; ludus-player:madmax:Two;');
  expect(readMarker(Uint8Array.of(0xff, 0x3a, ...program, 0xc3))).toEqual({ game: 'madmax', name: 'One' });
  const long = 'x'.repeat(64);
  expect(readMarker(bytes(`ludus-player:${long}:${long};`))).toEqual({ game: long, name: long });
});

test('readMarker finds a marker that directly follows colons', () => {
  const marker = 'ludus-player:madmax:One;';
  for (const before of [':', '::::', 'ludus-player:', 'ludus-player::'])
    expect(readMarker(bytes(before + marker))).toEqual({ game: 'madmax', name: 'One' });
});

test.each(['', ':', 'ludus-player:', 'ludus-player:a:b', `ludus-player:a:${'b'.repeat(65)};`, 'ludus-player:a b:c;'])(
  'readMarker finds no marker in “%s”',
  (text) => {
    expect(readMarker(bytes(text))).toBeUndefined();
  },
);
