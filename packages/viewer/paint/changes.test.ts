import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOX, type Box, changesBetween, emptyPlaced, LOOK, makeRoom, type PlacedPictures } from './changes.ts';

const [WIDTH, HEIGHT] = [300, 170];
const STEP = 9;

interface Picture {
  readonly id: number;
  readonly left: number;
  readonly top: number;
}

const SIDE = 40;

function placed(pictures: readonly Picture[]): PlacedPictures {
  const made = emptyPlaced();
  for (const { id, left, top } of pictures) {
    makeRoom(made);
    made.looks.set([id, left, top, 0, 0, 0, 0, 0], made.count * LOOK);
    made.boxes.set([left, top, left + SIDE, top + SIDE], made.count * BOX);
    made.count++;
  }
  return made;
}

/** Paints the topmost pictures at each point of a coarse grid. */
function painted(pictures: readonly Picture[], onto: Map<string, string>, within: readonly Box[]): Map<string, string> {
  const points = new Map(onto);
  for (let x = 0; x < WIDTH; x += STEP)
    for (let y = 0; y < HEIGHT; y += STEP) {
      if (!within.some((box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)) continue;
      const here = pictures.filter(({ left, top }) => x >= left && x < left + SIDE && y >= top && y < top + SIDE);
      points.set(`${x} ${y}`, here.map(({ id }) => id).join());
    }
  return points;
}

const picture = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  left: fc.integer({ min: -60, max: 320 }),
  top: fc.integer({ min: -60, max: 190 }),
});
const WHOLE: Box = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };

test('painting only changed boxes gives the same picture as painting everything', () => {
  fc.assert(
    fc.property(
      fc.array(picture, { maxLength: 60 }),
      fc.array(fc.nat(99), { maxLength: 8 }),
      fc.array(picture, { maxLength: 8 }),
      (first, cuts, added) => {
        const next = [...first];
        for (const [n, cut] of cuts.entries())
          next.splice(cut % (next.length + 1), n % 3, ...added.slice(n, n + (cut % 2)));
        const { boxes, same, share } = changesBetween(placed(first), placed(next), WIDTH, HEIGHT);
        expect(painted(next, painted(first, new Map(), [WHOLE]), boxes)).toEqual(painted(next, new Map(), [WHOLE]));
        expect(next.slice(0, same)).toEqual(first.slice(0, same));
        expect(share).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('an unchanged picture has no boxes to paint again', () => {
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 30 }), (pictures) => {
      const { same, boxes, share } = changesBetween(placed(pictures), placed(pictures), WIDTH, HEIGHT);
      expect({ same, boxes, share }).toEqual({ same: pictures.length, boxes: [], share: 0 });
    }),
  );
});

test('a moving shape changes only its surroundings', () => {
  const rest = Array.from({ length: 20 }, (_, n) => ({ id: 1, left: n * 10, top: 100 }));
  const { boxes, share } = changesBetween(
    placed([...rest, { id: 2, left: 3, top: 2 }]),
    placed([...rest, { id: 2, left: 12, top: 2 }]),
    WIDTH,
    HEIGHT,
  );
  expect(boxes).toEqual([{ left: 0, top: 0, right: 64, bottom: 64 }]);
  expect(share).toBeCloseTo(4 / 60);
});
