import { kit } from 'ludus/madmax/kit.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { expect, test } from 'vitest';
import { ByteWriter } from './bytes.ts';
import { meter } from './meter.ts';
import { ModuleRejectedError } from './module-problems.ts';
import { loadProgram } from './program.ts';
import { BOARD, MEMORY, module, verdictOf } from './testing.ts';
import { WasmRunner } from './wasm-runner.ts';

const END = 0x0b;

const importing = (from: string, name: string, kind: readonly number[]) =>
  new ByteWriter().u32(1).text(from).text(name).bytes(kind).result();

test.each([
  ['invalid bytes', new Uint8Array([1, 2, 3]), /isn’t a valid WebAssembly module/],
  [
    'an unknown import',
    module({ imports: importing('env', 'system', [0, 2]), imported: 1 }),
    /imports env\.system, which isn’t available to bots/,
  ],
  [
    'a network import',
    module({ imports: importing('wasi_snapshot_preview1', 'sock_accept', [0, 2]), imported: 1 }),
    /imports wasi_snapshot_preview1\.sock_accept/,
  ],
  [
    'an imported memory',
    module({ imports: importing('env', 'memory', [2, 0, 1]), memory: new Uint8Array([0]) }),
    /imports env\.memory, which isn’t a function/,
  ],
  [
    'a huge table',
    module({ table: new ByteWriter().bytes([1, 0x70, 0]).u32(9_000_000).result() }),
    /a table with 9000000 entries, but at most 100000 are allowed/,
  ],
  [
    'a huge memory',
    module({ memory: new ByteWriter().bytes([1, 0]).u32(1024).result() }),
    /requests 64 MiB of memory, but at most 16 MiB are allowed/,
  ],
  ['a shared memory', module({ memory: new ByteWriter().bytes([1, 3, 1, 1]).result() }), /shared or 64-bit/],
  [
    'none of a player’s functions',
    new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]).bytes([7, 1, 0]).result(),
    /doesn’t export ludus_buffer/,
  ],
] as const)('a module with %s is rejected before the match', async (_, bytes, says) => {
  const refused = loadProgram(bytes as Uint8Array<ArrayBuffer>, MEMORY);
  await expect(refused).rejects.toThrow(ModuleRejectedError);
  await expect(refused).rejects.toThrow(says);
});

test.each([
  ['loops in its start function', module({ start: true }), /^time: /],
  [
    'loops',
    module({ buffer: [0x03, 0x40, 0x0c, 0, END, 0x41, 0] }),
    /^time: Bad used up its budget of 0\.002 s of fuel before the first round/,
  ],
  ['recurses endlessly', module({ buffer: [0x20, 0, 0x10, 0] }), /^crash: Bad recursed too deeply/],
  ['traps', module({ buffer: [0] }), /^crash: Bad crashed before the first round: a trap/],
  // Repeats memory.grow with the requested size, and then loads from an address outside the memory.
  [
    'grows its memory beyond the limit',
    module({ buffer: [0x41, 0x80, 0x08, 0x40, 0, 0x1a, 0x41, 0x7f, 0x28, 2, 0] }),
    /^memory: Bad requested more memory/,
  ],
  [
    'fills its memory forever',
    module({ buffer: [0x03, 0x40, 0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 4, 0xfc, 11, 0, 0x0c, 0, END, 0x41, 0] }),
    /^time: /,
  ],
  [
    'returns a buffer outside its memory',
    module({ buffer: [0x41, 0x7f] }),
    /^protocol: Bad returned a buffer outside its memory/,
  ],
  ['returns no answer', module(), /^protocol: Bad returned an invalid answer/],
] as const)('a module that %s is disqualified', async (_, bytes, says) => {
  expect(await verdictOf(bytes as Uint8Array<ArrayBuffer>)).toMatch(says);
});

test('an endless loop is stopped within ten units of its budget', async () => {
  const program = await loadProgram(module({ buffer: [0x03, 0x40, 0x0c, 0, END, 0x41, 0] }), MEMORY);
  const runner = new WasmRunner('Bad', kit.image!, program, { budget: { seconds: 0.0005, per: 'match' } });
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  expect(() => runner.start(board.value, madmax.start(board.value, 1), { seat: 0, names: [] })).toThrow(/used up/);
  // The fuel pays for the function's constants and entry, and for each iteration, until the counter is below zero.
  expect(runner.fuelUsed()).toBeGreaterThan(5_000_000n);
  expect(runner.fuelUsed()).toBeLessThan(5_000_010n);
});

const HEAD = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const limits = { memoryBytes: MEMORY, imports: new Map<string, string>(), exports: new Map<string, string>() };
test.each([
  ['too many bytes', new Uint8Array(2 ** 24 + 1), limits, 'it is larger than 16 MiB'],
  ['no exported memory', HEAD, limits, 'it doesn’t export its memory'],
  ['no functions', HEAD, { ...limits, hiddenMemory: true as const }, 'it has no functions'],
  [
    'a function of an unexpected type',
    module(),
    { ...limits, exports: new Map([['ludus_play', 'i>i']]) },
    'it exports ludus_play with the wrong parameter or result types',
  ],
  [
    'an optional function of an unexpected type',
    module({ export: ['_initialize', 0] }),
    { ...limits, exports: new Map([['_initialize?', '>']]) },
    'it exports _initialize with the wrong parameter',
  ],
])('a module with %s can’t be metered', (_, bytes, wanted, says) => {
  expect(() => meter(bytes, wanted)).toThrow(ModuleRejectedError);
  expect(() => meter(bytes, wanted)).toThrow(says);
});

test('the error for a rejected module has a code and a message', async () => {
  const refused = loadProgram(module({ memory: new ByteWriter().bytes([1, 0]).u32(1024).result() }), MEMORY);
  await expect(refused).rejects.toMatchObject({
    code: 'module/memory',
    message: 'it requests 64 MiB of memory, but at most 16 MiB are allowed',
  });
});
