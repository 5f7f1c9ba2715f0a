import { kit } from 'ludus/madmax/kit.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { expect, test } from 'vitest';
import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { ByteWriter } from './bytes.ts';
import { loadProgram } from './program.ts';
import { BOARD, MEMORY, module, type Parts } from './testing.ts';
import { WasmRunner } from './wasm-runner.ts';

// The charges for single instructions, as in docs/fuel.md. Each charge is the fuel of a move with the code, minus the
// fuel of a move without the code.

const END = 0x0b;
const I32 = 0x7f;
const DROP = 0x1a;
const constant = (value: number): number[] => [0x41, ...new ByteWriter().signed(value).result()];
const number = (value: number): number[] => [...new ByteWriter().u32(value).result()];
const repeat = (count: number, code: readonly number[]): number[] => Array.from({ length: count }, () => code).flat();
/** An answer without items contains only a state of the generator. */
const ANSWER = [...constant(16), ...constant(7), 0x36, 2, 0, ...constant(16)];

const read = madmax.readBoard(BOARD);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;
const state = madmax.start(board, 1);

async function fuelOf(code: readonly number[], parts: Parts): Promise<number> {
  const program = await loadProgram(module({ ...parts, play: [...code, ...ANSWER] }), MEMORY);
  const runner = new WasmRunner('Mine', kit.image!, program, { budget: { seconds: 1, per: 'match' } });
  runner.start(board, state, { seat: 0, names: [] });
  const before = Number(runner.fuelUsed());
  runner.play(state, madmax.newMove(), { state: 1 });
  return Number(runner.fuelUsed()) - before;
}

const cost = async (code: readonly number[], parts: Parts = {}): Promise<number> =>
  (await fuelOf(code, parts)) - (await fuelOf([], parts));

const BLOCK = [0x02, 0x40];
/** Imports with four parameters and one result. */
const WRITES: Parts = {
  imports: new ByteWriter().u32(1).text('wasi_snapshot_preview1').text('fd_write').byte(0).u32(3).result(),
  imported: 1,
  types: [[0x60, 4, I32, I32, I32, I32, 1, I32]],
};
const writing = (pieces: number): number[] => [
  ...[...constant(1), ...constant(1024), ...constant(pieces), ...constant(64)],
  ...[0x10, 0, DROP],
];
const TABLE: Parts = { table: new Uint8Array([1, 0x70, 0, ...number(1000)]) };

/** A table with a function that returns 1. */
const CALLED: Parts = {
  table: new Uint8Array([1, 0x70, 0, 1]),
  elements: [1, 0, 0x41, 0, END, 1, 4],
  functions: [{ type: 0, body: constant(1) }],
};

test.each<[string, number, readonly number[], Parts?]>([
  ['a constant and a drop', 2, [...constant(1), DROP]],
  ['a sum', 4, [...constant(1), ...constant(2), 0x6a, DROP]],
  ['a product', 6, [...constant(1), ...constant(2), 0x6c, DROP]],
  ['a quotient', 28, [...constant(1), ...constant(2), 0x6d, DROP]],
  ['a bit count', 6, [...constant(1), 0x69, DROP]],
  ['a load', 7, [...constant(1024), 0x28, 2, 0, DROP]],
  ['a store', 7, [...constant(1024), ...constant(1), 0x36, 2, 0]],
  ['a nop and an empty block', 0, [0x01, ...BLOCK, END]],
  ['select', 6, [...constant(1), ...constant(2), ...constant(1), 0x1b, DROP]],
  ['a branch out of a block', 2, [...BLOCK, 0x0c, 0, END]],
  ['a branch that carries a value', 5, [0x02, I32, ...constant(1), 0x0c, 0, END, DROP]],
  ['a branch that is not taken', 3, [...BLOCK, ...constant(0), 0x0d, 0, END]],
  ['an if whose condition is true', 5, [...constant(1), 0x04, 0x40, ...constant(1), DROP, 0x05, END]],
  ['an if whose condition is false', 3, [...constant(0), 0x04, 0x40, ...constant(1), DROP, 0x05, END]],
  ['br_table', 21, [...BLOCK, ...BLOCK, ...constant(0), 0x0e, 1, 0, 1, END, END]],
  ['a loop with one pass', 4, [0x03, 0x40, END]],
  ['memory.size', 3, [0x3f, 0, DROP]],
  ['memory.fill of 80 bytes', 3 + 120 + 6 * 10, [...constant(1024), ...constant(1), ...constant(80), 0xfc, 11, 0]],
  ['memory.copy of 7 bytes', 3 + 120, [...constant(1024), ...constant(2048), ...constant(7), 0xfc, 10, 0, 0]],
  ['table.size', 6, [0xfc, 16, 0, DROP], TABLE],
  ['table.fill of 10 entries', 3 + 120 + 250 * 10, [...constant(0), 0xd0, 0x70, ...constant(10), 0xfc, 17, 0], TABLE],
  ['a conversion that cannot fail', 14, [0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0xfc, 2, DROP]],
  ['a vector constant', 6, [0xfd, 12, ...repeat(16, [0]), DROP]],
  [
    'br_table with a value',
    25,
    [...BLOCK, END, 0x02, I32, 0x02, I32, ...constant(5), ...constant(0), 0x0e, 1, 0, 1, END, END, DROP],
  ],
  ['an indirect call', 1 + 16 + 1 + 4 + 1 + 1, [...constant(0), 0x11, 0, 0, DROP], CALLED],
  ['table.get', 47, [...constant(3), 0x25, 0, DROP], TABLE],
  ['fd_write of nothing', 8 + 4 + 1 + 1000 + 4 + 1, writing(0), WRITES],
  ['fd_write of 7 empty pieces', 8 + 4 + 1 + 1000 + 7 * 200 + 4 + 1, writing(7), WRITES],
])('the price of %s is %i', async (_, units, code, parts) => {
  expect(await cost(code, parts)).toBe(units);
});

test('the price of a call includes its arguments, its results, and the work of the called function', async () => {
  const called = (takes: number, gives: number): Parts => ({
    types: [[0x60, takes, ...repeat(takes, [I32]), gives, ...repeat(gives, [I32])]],
    functions: [{ type: 3, locals: [1, 5, I32], body: repeat(gives, constant(1)) }],
  });
  const calling = (takes: number, gives: number) => [...repeat(takes, constant(1)), 0x10, 4, ...repeat(gives, [DROP])];
  const [none, two, both] = await Promise.all(
    [
      [0, 0],
      [2, 0],
      [2, 3],
    ].map(([takes, gives]) => cost(calling(takes, gives), called(takes, gives))),
  );
  // The call costs 8 units, the function 4, and its variables 5.
  expect(none).toBe(17);
  expect(two - none).toBe(2 + 2);
  // Computing, carrying, and dropping a result costs one unit each.
  expect(both - two).toBe(3 * 3);
});

test('growing the memory costs fuel for each page', async () => {
  const grow = (pages: number) => [...constant(pages), 0x40, 0, DROP];
  const [none, three] = [await cost(grow(0)), await cost(grow(3))];
  expect(three - none).toBe(3 * 150_000);
  expect(none).toBeGreaterThanOrEqual(1000);
  expect(none).toBeLessThan(1100);
});

test('throwing and catching an exception costs 5,000 to 6,000 units', async () => {
  const caught = [0x06, 0x40, 0x08, 0, 0x19, END];
  const used = await cost(caught, { tags: [1, 0, 2] });
  expect(used).toBeGreaterThanOrEqual(5000);
  expect(used).toBeLessThan(6000);
});

test('values that are thrown or returned cost one unit each', async () => {
  const thrown = (values: number): Promise<number> =>
    cost([0x06, 0x40, ...repeat(values, constant(1)), 0x08, 0, 0x19, END], {
      types: [[0x60, values, ...repeat(values, [I32]), 0]],
      tags: [1, 0, 3],
    });
  expect((await thrown(3)) - (await thrown(0))).toBe(3 * 2);
  const returned = (code: readonly number[]) =>
    cost([0x10, 4, DROP], { functions: [{ type: 0, body: [...constant(1), ...code] }] });
  expect((await returned([0x0f])) - (await returned([]))).toBe(2);
});

test('loading costs fuel for each byte, page, and table entry', async () => {
  const load = async (parts: Parts) => {
    const bytes = module(parts);
    return (await loadProgram(bytes, MEMORY)).load - 500 * bytes.length;
  };
  const plain = await load({});
  expect((await load({ memory: new Uint8Array([1, 0, 5]) })) - plain).toBe(3 * 150_000);
  expect((await load(TABLE)) - plain).toBe(1000 * 250);
  expect(FUEL_PER_SECOND).toBe(10 ** 10);
});

test('import and export names that differ only by a byte order mark stay distinct', async () => {
  const { module: metered } = await loadProgram(module({ export: ['\ufeffmemory', 0] }), MEMORY);
  expect(WebAssembly.Module.exports(metered).map(({ name }) => name)).toContain('\ufeffmemory');
  const imports = new ByteWriter().u32(1).text('ludus').text('\ufeffseconds').byte(0).u32(3).result();
  const foreign = loadProgram(module({ imports, imported: 1, types: [[0x60, 0, 1, 0x7c]] }), MEMORY);
  await expect(foreign).rejects.toThrow('which isn’t available to bots');
});
