import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type BoardEditor, type Sketch, SYMMETRIES } from '@ludus/viewer/view.ts';
import fc from 'fast-check';
import { FIXTURES } from 'ludus/conformance/testing.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import { EDITORS } from '../games/editors.ts';
import { GAMES } from '../games/kits.ts';
import { beginHistory, redo, step, undo } from './history.ts';
import { between, isSketch, paint, withSetting } from './sketch.ts';
import { images } from './symmetry.ts';

const games = GAMES.map((game) => game.id).filter((id) => EDITORS[id]);
const read = (editor: BoardEditor, text: string): Sketch => {
  const result = editor.read(text);
  if (!result.ok) throw new Error(describeProblem(result.problem));
  return result.value;
};

test('every grid game has a board editor', () => {
  const onGrid = KITS.filter(({ simulator }) => simulator!.planes.length > 0);
  expect([...games].sort()).toEqual(onGrid.map(({ game }) => game.id).sort());
});

test.each(games)('opening and saving a board doesn’t change the board (%s)', (id) => {
  const game = GAMES.find((each) => each.id === id)!;
  const editor = EDITORS[id];
  const { wildBoard } = FIXTURES.find((each) => each.game.id === id)!;
  const random = new Lehmer(1);
  const made = Array.from({ length: 25 }, (_, n) => game.printBoard(wildBoard?.(random) ?? game.generateBoard!(n)));
  const texts = [...BUILTIN_BOARDS.filter((board) => board.game === id).map((board) => board.text), ...made];
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    const sketch = read(editor, text);
    expect(isSketch(JSON.parse(JSON.stringify(sketch)))).toBe(true);
    const [before, after] = [game.readBoard(text), game.readBoard(editor.print(JSON.parse(JSON.stringify(sketch))))];
    if (!before.ok || !after.ok) throw new Error(after.ok ? 'no board' : describeProblem(after.problem));
    expect(game.printBoard(after.value)).toBe(game.printBoard(before.value));
  }
});

test.each(games)('a painted board is read back unchanged, or rejected with an error (%s)', (id) => {
  const game = GAMES.find((each) => each.id === id)!;
  const editor = EDITORS[id];
  const first = read(
    editor,
    BUILTIN_BOARDS.find((board) => board.game === id)?.text ?? game.printBoard(game.generateBoard!(1)),
  );
  const some = fc.nat();
  const step = fc.record({
    brush: some,
    cell: some,
    symmetry: some,
    setting: some,
    value: fc.constantFrom('', '3', '12', '20', 'x', '-1', '1e9'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let sketch = first;
      for (const { brush, cell, symmetry, setting, value } of steps) {
        if (setting % 4 === 0) {
          sketch = withSetting(editor, sketch, editor.settings[setting % editor.settings.length].id, value);
          continue;
        }
        const brushes = editor.brushes(sketch.settings);
        const chosen = brushes[brush % brushes.length];
        sketch = paint(
          sketch,
          brushes,
          chosen,
          cell % sketch.cells.length,
          editor.symmetries[symmetry % editor.symmetries.length],
        );
        expect(sketch.cells[cell % sketch.cells.length]).toBe(chosen.id);
        for (const each of brushes)
          if (each.single) expect(sketch.cells.filter((it) => it === each.id).length).toBeLessThanOrEqual(1);
      }
      expect(isSketch(sketch)).toBe(true);
      const text = editor.print(sketch);
      const board = game.readBoard(text);
      if (!board.ok) return void expect(board.problem.message).not.toBe('');
      // The saved board has the same contents as the drawing.
      const again = read(editor, text);
      expect([again.rows, again.columns, again.cells]).toEqual([sketch.rows, sketch.columns, sketch.cells]);
    }),
    { numRuns: 60 },
  );
});

test('a cell’s mirror images are distinct, and are on the board', () => {
  const size = fc.integer({ min: 1, max: 9 });
  const symmetry = fc.constantFrom(...SYMMETRIES.map((each) => each.id));
  fc.assert(
    fc.property(size, size, fc.nat(), symmetry, (rows, columns, number, which) => {
      const cell = number % (rows * columns);
      const found = images(cell, rows, columns, which);
      expect(found[0]).toBe(cell);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((each) => each >= 0 && each < rows * columns)).toBe(true);
    }),
  );
  expect(images(1, 3, 4, 'half')).toEqual([1, 10]);
  expect(images(1, 3, 3, 'quarter')).toEqual([1, 5, 7, 3]);
  expect(images(1, 3, 4, 'quarter')).toEqual([1]);
});

test('a player’s cell becomes the next player’s cell in the mirror image, and moves when the player is painted elsewhere', () => {
  const brushes = [
    { id: '.', label: 'free' },
    { id: 'a', label: 'a', single: true, next: 'b' },
    { id: 'b', label: 'b', single: true, next: 'a' },
  ];
  const empty: Sketch = { settings: {}, rows: 2, columns: 4, cells: Array.from({ length: 8 }, () => '.') };
  const both = paint(empty, brushes, brushes[1], 0, 'four');
  expect(both.cells.join('')).toBe('a......b');
  expect(paint(both, brushes, brushes[1], 1, 'none').cells.join('')).toBe('.a.....b');
  expect(paint(both, brushes, brushes[0], 1, 'none')).toBe(both);
});

test('a quick stroke in the board editor leaves no gaps', () => {
  expect(between(0, 12, 5)).toEqual([6, 12]);
  expect(between(3, 0, 5)).toEqual([2, 1, 0]);
  expect(between(4, 4, 5)).toEqual([]);
});

test('steps in the board editor can be undone and redone', () => {
  const two = step(step(beginHistory(1), 2), 3);
  expect(step(two, 3)).toEqual(two);
  const back = undo(undo(undo(two)));
  expect(back).toEqual({ past: [], now: 1, undone: [2, 3] });
  expect(redo(redo(redo(back)))).toEqual(two);
  expect(step(back, 9)).toEqual({ past: [1], now: 9, undone: [] });
});
