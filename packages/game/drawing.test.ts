import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawingLine, lineOutput, readDrawing, withDrawings } from './drawing.ts';
import type { OverlayShape } from './output.ts';

const place = fc.integer({ min: -4000, max: 4000 }).map((n) => n / 4);
const spot = fc.tuple(place, place);
const color = fc.option(fc.constantFrom('#f00', '#12abEF'), { nil: undefined });
const words = fc.stringMatching(/^[a-z!?][a-z0-9 !?]{0,40}[a-z]$/).map((text) => text.replaceAll(/ +/g, ' '));
const marked = <T extends object>(shape: T, tint: string | undefined) =>
  (tint === undefined ? shape : { ...shape, color: tint }) as OverlayShape;
const shape: fc.Arbitrary<OverlayShape> = fc
  .oneof(
    fc.record({ kind: fc.constantFrom('cell', 'point'), at: spot }),
    fc.record({ kind: fc.constant('line'), from: spot, to: spot }),
    fc.record({ kind: fc.constant('text'), at: spot, text: words }),
  )
  .chain((found) => color.map((tint) => marked(found, tint)));

test('readDrawing reads every shape from the line that draws it', () => {
  fc.assert(
    fc.property(shape, (drawn) => {
      expect(readDrawing(drawingLine(drawn))).toEqual(positive(drawn));
    }),
  );
});

/** −0 is written as 0. */
const positive = (drawn: OverlayShape) => JSON.parse(JSON.stringify(drawn));

test.each([
  ['draw cell 3 4', { kind: 'cell', at: [3, 4] }],
  ['draw cell 3 4 #f00\r', { kind: 'cell', at: [3, 4], color: '#f00' }],
  ['draw line 0 0.5 -1 200 #00ff00', { kind: 'line', from: [0, 0.5], to: [-1, 200], color: '#00ff00' }],
  ['draw text 1 2 17 left', { kind: 'text', at: [1, 2], text: '17 left' }],
  ['draw text 1 2 17', { kind: 'text', at: [1, 2], text: '17' }],
  ['draw text 1 2 #fff danger', { kind: 'text', at: [1, 2], text: 'danger', color: '#fff' }],
  ['draw text 1 2 #hashtag', { kind: 'text', at: [1, 2], text: '#hashtag' }],
])('readDrawing accepts %j as a drawing', (line, drawn) => {
  expect(readDrawing(line)).toEqual(drawn);
});

test.each([
  'draw',
  'draw cell',
  'draw cell 3',
  'draw cell 3 4 5',
  'draw cell 3 4 red',
  'draw cell 3 4 #ff',
  'draw cell NaN 4',
  'draw line 1 2 3',
  'draw text 1 2',
  'draw circle 1 2',
  'I draw cell 1 2',
])('readDrawing finds no drawing in %j', (line) => {
  expect(readDrawing(line)).toBeUndefined();
});

test('withDrawings moves drawings out of a log, and keeps the other lines', () => {
  const said: unknown[] = [];
  const output = withDrawings({ log: (text) => said.push(text), draw: (drawn) => said.push(drawn) });
  output.log('a\ndraw cell 1 2\n\ndraw nothing');
  output.log('draw point 0 0');
  expect(said).toEqual([{ kind: 'cell', at: [1, 2] }, 'a\n\ndraw nothing', { kind: 'point', at: [0, 0] }]);
});

test('lineOutput logs a warning about an invalid drawing, and continues', () => {
  const lines: string[] = [];
  const output = lineOutput((line) => lines.push(line));
  output.draw({ kind: 'banana' } as never);
  output.draw({ kind: 'cell', at: [999, -1] });
  expect(lines).toEqual([
    expect.stringMatching(/^warning: draw\(\{"kind":"banana"\}\) draws nothing\. /),
    'draw cell 999 -1',
  ]);
});
