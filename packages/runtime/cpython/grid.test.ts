import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { ourPython } from './our-python.ts';
import { compilePython } from './python-bot.ts';
import { PythonInstance } from './python-instance.ts';

// Compares the searches in C (engine/ludus_grid.c) with those of a Python SDK, included here as a module.
const sdk = readFileSync(new URL('../../games/trails/sdk/python/trails.py', import.meta.url), 'utf8');
const cylinder = readFileSync(new URL('../../games/cylinder/sdk/python/ludus.py', import.meta.url), 'utf8');
const { engine, snapshot } = await ourPython(DEFAULT_MEMORY_BYTES, {
  sdk: [
    { name: 'plain.py', text: sdk },
    // Removes the import of the searches in C, because the Python code is compared with them.
    { name: 'round.py', text: cylinder.replace('from _ludus_grid', 'from nowhere') },
  ],
  environment: { LUDUS_GAME: 'none' },
});

/** The output of a program, and its fuel in seconds. */
function played(text: string, seconds = 20): { written: string | undefined; told: string; used: number } {
  const bot = compilePython(engine, snapshot, 'program', [{ name: 'program.py', text }]);
  const python = new PythonInstance(engine, bot.snapshot);
  python.run(BigInt(seconds * FUEL_PER_SECOND), (exports) => exports.ludus_run(7));
  return { written: python.written(10_000), told: python.told(), used: Number(python.used) / FUEL_PER_SECOND };
}

test('the grid searches in C and in Python return the same results on random boards', () => {
  const { written, told } = played(`import random, _ludus_grid as fast
from plain import _Grid as plain
draw, found = random.Random(4), 0
for _ in range(400):
    rows, columns = draw.randint(1, 9), draw.randint(1, 9)
    cells = draw.choice([list, bytes, bytearray])([draw.choice([0, 0, 1, 200]) for _ in range(rows * columns)])
    board = cells, columns, draw.randint(0, 3), [draw.randrange(rows * columns) for _ in range(draw.randint(0, 4))]
    steps = draw.choice([None, 0, 1, 2, 5, 2**31, 10**30])
    for name, given in ("distances", board), ("reachable", (*board, steps)), ("danger", (*board, steps)):
        expected, given = getattr(plain, name)(*given), getattr(fast, name)(*given)
        assert given == expected, (name, board, steps, given, expected)
    found += len(given)
# A way of more steps than Python keeps numbers for.
snake = b"".join(b"\\0" * 40 + (b"\\1" * 39 + b"\\0", b"\\0" + b"\\1" * 39)[row % 2] for row in range(15))
assert fast.distances(snake, 40, 0, [0]) == plain.distances(snake, 40, 0, [0])
from round import _cylinder as plain
for _ in range(300):
    rows, columns = draw.randint(1, 6), draw.randint(1, 9)
    cells = bytes(draw.choice([0, 0, 0, 1]) for _ in range(rows * columns))
    board = cells, columns, draw.randint(1, columns), draw.randint(0, 300)
    board += ([draw.randrange(rows * columns) for _ in range(draw.randint(0, 4))], draw.choice([None, 0, 1, 3, 10**30]))
    for kind in range(3):
        assert fast.window(kind, *board) == plain(kind, *board), (kind, board)
print(found > 5000, max(fast.distances(snake, 40, 0, [0])))
`);
  expect({ written, told }).toEqual({ written: 'True 614\n', told: '' });
});

test('the grid searches in C return a result or raise an error for unexpected arguments', () => {
  const { written, told } = played(`import _ludus_grid as fast, sys
class Sly(int):
    def __index__(self): cells.clear(); sources.clear(); return 0
    __bool__ = __eq__ = __lt__ = __hash__ = __int__ = __index__
class List(list):
    def __getitem__(self, at): return object()
    def __len__(self): return 10**9
for _ in range(200):
    cells, sources = [0] * 12, [0, 5]
    for at, odd in [(at, odd) for at in range(5) for odd in (
        None, "x", 1.5, -1, 0, 3, 7, 2**40, -2**70, [], [None], [0] * 12, [Sly(1)] * 12, [Sly(0), 2], List([0] * 12), (0, 1), {},
        b"", bytes(12), bytes(7), bytearray(12), memoryview(bytes(12)), range(12), [12], [-1], [2**31], [2**70], [True], [1.0], Sly(4),
        object(), [[]] * 12, [2**70] * 12, [float("nan")] * 12)]:
        for name in "distances", "reachable", "danger":
            given = [cells, 4, 3, sources, 2][: 4 if name == "distances" else 5]
            if at < len(given): given[at] = odd
            try:
                found = getattr(fast, name)(*given)
                assert type(found) is list and all(type(number) is int and -1 <= number <= 12 for number in found)
            except (TypeError, ValueError, IndexError):
                pass
    for at in range(7):
        for odd in None, "x", 1.5, -1, 0, 5, 2**40, -2**70, [0], [None], [12], [2**70], [Sly(3)] * 40, b"", bytes(7), bytearray(12), List([1]):
            given = [2, bytes(12), 4, 3, 7, sources, 2]
            given[at] = odd
            try:
                found = fast.window(*given)
                assert type(found) is list and all(type(number) is int and -1 <= number <= 40 for number in found)
            except (TypeError, ValueError, IndexError):
                pass
    for given in (), (cells,), (cells,) * 9:
        for call in fast.distances, fast.reachable, fast.danger, fast.window:
            try: call(*given)
            except TypeError: pass
assert (cells, sources) == ([0] * 12, [0, 5])
try: fast.danger(bytes(2**22), 1, 3, [0, 2**22 - 1], 9); fast.distances(bytes(2**22 + 1), 1, 3, [0])
except ValueError as error: print(error)
try: fast.danger(cells, 4, 0, sources, -1)
except ValueError as error: print(error)
`);
  expect({ written, told }).toEqual({
    written: '4194305 cells are no board with 1 columns\nsteps must be at least 0\n',
    told: '',
  });
});

test('the grid searches in C keep the reference counts of the numbers in their results', () => {
  const { written } = played(`import _ludus_grid as fast, sys
cells = bytes([0, 1, 0, 0]) * 600
def references(): return [sys.getrefcount(number) for number in (-1, 0, 1, 5, 255, 256)]
fast.distances(cells, 80, 3, [0, 1])
before = references()
for _ in range(50):
    for found in fast.distances(cells, 80, 3, [0, 1]), fast.reachable(cells, 80, 3, [0], 9), fast.danger(cells, 80, 3, [0, 9], 9): pass
del found
print(references() == before)
for _ in range(50): cells and sorted(fast.distances(cells, 80, 3, [0, 1]))
print(references() == before)
`);
  expect(written).toBe('True\nTrue\n');
});

test('a grid search in C costs fuel for each cell, and ends when the fuel is used up', () => {
  const text = (times: number) => `import _ludus_grid as fast
for _ in range(${times}): fast.distances(bytes(2400), 80, 0, [0])
`;
  const one = (played(text(100)).used - played(text(0)).used) / 100;
  // The search costs at least about 20 instructions per cell, which is a hundredth of the cost of the same search in
  // Python.
  expect(one).toBeGreaterThan(20e-6);
  expect(one).toBeLessThan(80e-6);
  const endless = 'import _ludus_grid\n_ludus_grid.danger(bytes(2**22), 2**11, 3, [0] * 99, 2**20)';
  expect(() => played(endless, 0.1)).toThrow(WebAssembly.RuntimeError);
});
