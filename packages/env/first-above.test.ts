import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstAbove } from './asked-actions.ts';

test('firstAbove finds the first byte that is too large, whatever the list’s start and length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
      fc.array(fc.record({ at: fc.nat(60), value: fc.integer({ min: 0, max: 255 }) }), { maxLength: 3 }),
      fc.integer({ min: 4, max: 255 }),
      fc.nat(5),
      (small, large, most, offset) => {
        const bytes = new Uint8Array(offset + small.length).subarray(offset);
        bytes.set(small);
        for (const { at, value } of large) if (at < bytes.length) bytes[at] = value;
        expect(firstAbove(bytes, most)).toBe(bytes.findIndex((byte) => byte >= most));
      },
    ),
    { numRuns: 3000 },
  );
});

test('firstAbove compares each byte with each limit in each position of a word', () => {
  for (let most = 1; most < 256; most++)
    for (let place = 0; place < 4; place++)
      for (let byte = 0; byte < 256; byte++) {
        const bytes = new Uint8Array(4);
        bytes[place] = byte;
        const found = firstAbove(bytes, most);
        if (found !== (byte >= most ? place : -1)) expect({ most, place, byte }).toBe(found);
      }
});
