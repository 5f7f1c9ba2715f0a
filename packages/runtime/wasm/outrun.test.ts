import { PlayerFault } from '@ludus/game/player-runner.ts';
import { kit } from 'ludus/madmax/kit.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { expect, test } from 'vitest';
import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { VoidMatchError } from '../void-match.ts';
import { ByteWriter } from './bytes.ts';
import { ModuleRejectedError } from './module-problems.ts';
import { loadProgram } from './program.ts';
import { BOARD, MEMORY, module, type Parts, verdictOf } from './testing.ts';
import { WasmRunner } from './wasm-runner.ts';

// Players that try to work without paying fuel, to exit unnoticed, or to make the results depend on the machine.

const END = 0x0b;
const GET = 0x20;
const CALL = 0x10;
const constant = (value: number): number[] => [0x41, ...new ByteWriter().signed(value).result()];
const number = (value: number): number[] => [...new ByteWriter().u32(value).result()];
const repeat = (count: number, code: readonly number[]): number[] => Array.from({ length: count }, () => code).flat();
const importing = (name: string, type: number) =>
  new ByteWriter().u32(1).text('wasi_snapshot_preview1').text(name).byte(0).u32(type).result();
const I32 = 0x7f;
const FOUR = [0x60, 4, I32, I32, I32, I32, 1, I32];
const ONE = [0x60, 1, I32, 0];

/** Plays until the player is stopped. Returns the error and the fuel used. */
async function stopped(parts: Parts, seconds = 0.002, now?: () => number): Promise<{ error: unknown; over: number }> {
  const program = await loadProgram(module(parts), MEMORY);
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const runner = new WasmRunner('Bad', kit.image!, program, { budget: { seconds, per: 'match' }, now });
  let error: unknown;
  try {
    runner.start(board.value, madmax.start(board.value, 1), { seat: 0, names: [] });
  } catch (thrown) {
    error = thrown;
  }
  return { error, over: Number(runner.fuelUsed()) - seconds * FUEL_PER_SECOND };
}

/** A million units of fuel: the maximum charge between two checks. */
const MAX_CHARGE = 1_000_000;

test.each<[string, Parts]>([
  [
    'writes millions of empty pieces in successive calls',
    {
      imports: importing('fd_write', 3),
      imported: 1,
      types: [FOUR],
      memory: new Uint8Array([1, 0, 200, 1]),
      buffer: [
        ...repeat(2000, [...constant(1), ...constant(0), ...constant(1_000_000), ...constant(0), CALL, 0, 0x1a]),
        ...constant(0),
      ],
    },
  ],
  [
    'fills its table repeatedly without a loop',
    {
      table: new Uint8Array([1, 0x70, 0, ...number(100_000)]),
      buffer: [...repeat(2000, [...constant(0), 0xd0, 0x70, ...constant(100_000), 0xfc, 17, 0]), ...constant(0)],
    },
  ],
  [
    'fills its memory repeatedly without a loop',
    {
      memory: new Uint8Array([1, 0, 200, 1]),
      buffer: [
        ...repeat(5000, [...constant(0), ...constant(1), ...constant(200 * 65536), 0xfc, 11, 0]),
        ...constant(0),
      ],
    },
  ],
  [
    'calls functions that call others, without a loop',
    {
      functions: Array.from({ length: 8 }, (_, level) => ({
        type: 0,
        body:
          level === 7
            ? repeat(2000, [...constant(7), 0x1a]).concat(constant(1))
            : repeat(20, [CALL, 5 + level, 0x1a]).concat(constant(1)),
      })),
      buffer: [CALL, 4, 0x1a, ...constant(0)],
    },
  ],
  [
    'does much work after its calls in a deep recursion',
    {
      functions: [
        {
          type: 1,
          body: [
            GET,
            0,
            0x04,
            0x40,
            GET,
            0,
            ...constant(1),
            0x6b,
            CALL,
            4,
            0x1a,
            END,
            ...repeat(3000, [GET, 0, 0x1a]),
            GET,
            0,
          ],
        },
      ],
      buffer: [0x03, 0x40, ...constant(1000), CALL, 4, 0x1a, 0x0c, 0, END, ...constant(0)],
    },
  ],
  [
    'requests too much memory after its calls in a deep recursion',
    {
      functions: [
        {
          type: 1,
          body: [
            ...[GET, 0, 0x04, 0x40, GET, 0, ...constant(1), 0x6b, CALL, 4, 0x1a, END],
            ...repeat(3000, [...constant(-1), 0x40, 0, 0x1a]),
            ...[GET, 0],
          ],
        },
      ],
      buffer: [0x03, 0x40, ...constant(1000), CALL, 4, 0x1a, 0x0c, 0, END, ...constant(0)],
    },
  ],
  [
    'throws and catches repeatedly',
    {
      tags: [1, 0, 2],
      buffer: [0x03, 0x40, 0x06, 0x40, 0x08, 0, 0x19, END, 0x0c, 0, END, ...constant(0)],
    },
  ],
  [
    'calls functions with a thousand variables',
    {
      functions: [{ type: 0, locals: [1, ...number(1000), I32], body: constant(1) }],
      buffer: [0x03, 0x40, ...repeat(100, [CALL, 4, 0x1a]), 0x0c, 0, END, ...constant(0)],
    },
  ],
])('a player that %s is stopped within a million units beyond its budget', async (_, parts) => {
  const { error, over } = await stopped(parts, 0.2);
  expect(String(error)).toMatch(/used up its budget of 0.2 s of fuel before the first round\.$/);
  expect(over).toBeGreaterThan(0);
  expect(over).toBeLessThanOrEqual(MAX_CHARGE);
});

test.each<[string, Parts, RegExp]>([
  [
    'tries to catch its exit',
    {
      imports: importing('proc_exit', 3),
      imported: 1,
      types: [ONE],
      buffer: [0x06, 0x40, ...constant(7), CALL, 0, 0x19, END, 0x03, 0x40, 0x0c, 0, END, ...constant(0)],
    },
    /^crash: Bad called exit\(7\) before the first round\.$/,
  ],
  [
    'exits through its table',
    {
      imports: importing('proc_exit', 3),
      imported: 1,
      types: [ONE],
      table: new Uint8Array([1, 0x70, 0, 1]),
      elements: [1, 0, 0x41, 0, END, 1, 0],
      buffer: [...constant(0), ...constant(0), 0x11, 3, 0, ...constant(0)],
    },
    /^crash: Bad called exit\(0\) before the first round\.$/,
  ],
  [
    'throws without catching',
    { tags: [1, 0, 2], buffer: [0x08, 0] },
    /^crash: Bad ended with an uncaught exception before the first round\.$/,
  ],
  [
    'recurses endlessly through its own table inside a catch',
    {
      table: new Uint8Array([1, 0x70, 0, 1]),
      elements: [1, 3, 0, 1, 4],
      functions: [{ type: 0, body: [...constant(0), 0x11, 0, 0] }],
      buffer: [...constant(0), 0xd2, 4, 0x26, 0, 0x06, 0x40, CALL, 4, 0x1a, 0x19, END, ...constant(0)],
    },
    /^crash: Bad recursed too deeply before the first round\.$/,
  ],
  [
    'recurses endlessly with thousands of variables',
    {
      functions: [{ type: 0, locals: [1, ...number(4900), I32], body: [CALL, 4, ...repeat(50, [GET, 1, 0x6a])] }],
      buffer: [CALL, 4],
    },
    /^crash: Bad recursed too deeply before the first round\.$/,
  ],
  [
    'logs an exception before it stops',
    {
      imports: importing('fd_write', 3),
      imported: 1,
      types: [FOUR],
      data: [1, 0, 0x41, 0, END, 30, 8, 0, 0, 0, 22, 0, 0, 0, ...new TextEncoder().encode('uncaught exception: x\n')],
      buffer: [...constant(2), ...constant(0), ...constant(1), ...constant(64), CALL, 0, 0x1a, 0x00],
    },
    /^crash: Bad ended with an uncaught exception before the first round: x\.$/,
  ],
])('the verdict names the cause for a player that %s', async (_, parts, says) => {
  expect(await verdictOf(module(parts))).toMatch(says);
});

test('instructions that request too much memory fail without using up the budget', async () => {
  const verdict = await verdictOf(
    module({
      table: new Uint8Array([1, 0x70, 0, 1]),
      buffer: [
        ...[0xd0, 0x70, ...constant(-1), 0xfc, 15, 0, 0x1a, ...constant(-1), 0x40, 0, 0x1a],
        ...[...constant(0), ...constant(0), ...constant(-1), 0xfc, 11, 0, ...constant(0)],
      ],
    }),
  );
  expect(verdict).toMatch(/^memory: Bad requested more memory than it may use/);
});

test.each<[string, Parts, RegExp]>([
  [
    'an export with a name reserved for the meter',
    { export: ['ludus:fuel', 0] },
    /exports ludus:fuel, a name that Ludus reserves/,
  ],
  [
    'a known import with the wrong parameters',
    { imports: importing('fd_write', 2), imported: 1 },
    /imports wasi_snapshot_preview1\.fd_write with the wrong parameter/,
  ],
  ['a computed initial value', { globals: [1, I32, 0, 0x41, 1, 0x41, 1, 0x6a, END] }, /only a constant is allowed/],
  [
    'a function with too many variables',
    { functions: [{ type: 0, locals: [1, ...number(5001), I32], body: constant(0) }] },
    /a function with more than 5000 local variables/,
  ],
  [
    'a function with too many operands',
    { functions: [{ type: 0, body: [...repeat(2001, constant(0)), ...repeat(2000, [0x6a])] }] },
    /a function with more than 2000 operands at once/,
  ],
  [
    'a function that is too long',
    { functions: [{ type: 0, body: [...repeat(50_000, [...constant(0), 0x1a]), ...constant(0)] }] },
    /a function with 150\d\d\d bytes, but at most 131072 are allowed/,
  ],
  [
    'a function with too many blocks',
    { functions: [{ type: 2, body: repeat(20_000, [0x02, 0x40, END]) }] },
    /a function with more than 20000 blocks, branches, and calls/,
  ],
  [
    'too many variables for its blocks',
    {
      functions: Array.from({ length: 4 }, () => ({
        type: 2,
        locals: [1, ...number(1000), I32],
        body: repeat(2_000, [0x02, 0x40, END]),
      })),
    },
    /too many variables for their number of blocks/,
  ],
  [
    'too many nested blocks',
    { functions: [{ type: 2, body: [...repeat(2001, [0x02, 0x40]), ...repeat(2001, [END])] }] },
    /more than 2000 nested blocks/,
  ],
])('a module with %s is rejected before the match', async (_, parts, says) => {
  const refused = loadProgram(module(parts), MEMORY);
  await expect(refused).rejects.toThrow(ModuleRejectedError);
  await expect(refused).rejects.toThrow(says);
});

test('work that takes far longer than its price allows makes the match void rather than lost', async () => {
  let clock = 0;
  const { error } = await stopped({}, 1, () => (clock += 100_000));
  expect(error).toBeInstanceOf(VoidMatchError);
  expect(error).not.toBeInstanceOf(PlayerFault);
  expect((error as VoidMatchError).player).toBe('Bad');
  expect(String(error)).toMatch(/The match is void: Bad took 100\.0 s for work that is priced at 0\.\d+ s\.$/);
});

test('a stack overflow caused by the engine makes the match void', async () => {
  const program = await loadProgram(
    module({ functions: [{ type: 0, locals: [1, ...number(2000), I32], body: [CALL, 4] }], buffer: [CALL, 4] }),
    MEMORY,
  );
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const state = madmax.start(board.value, 1);
  const play = () =>
    new WasmRunner('Bad', kit.image!, program, { budget: { seconds: 1, per: 'match' } }).start(board.value, state, {
      seat: 0,
      names: [],
    });
  const descend = (left: number): unknown => (left === 0 ? play() : descend(left - 1));
  let most = 0;
  const count = (): void => {
    most++;
    count();
  };
  expect(count).toThrow(RangeError);
  let error: unknown;
  // Plays with deeper and deeper recursion, until the engine reaches its limit before the player reaches Ludus's limit.
  for (let share = 0.3; share < 1 && (error === undefined || error instanceof PlayerFault); share += 0.05) {
    try {
      descend(Math.floor(most * share));
    } catch (thrown) {
      error = thrown;
    }
  }
  expect(error).toBeInstanceOf(VoidMatchError);
});

test('a budget per move starts again with each move, and the most expensive move counts', async () => {
  // Some work in each move, and an answer without items, which contains only a state of the generator.
  const play = [...repeat(300, [...constant(1), 0x1a]), ...constant(16), ...constant(7), 0x36, 2, 0, ...constant(16)];
  const program = await loadProgram(module({ play }), MEMORY);
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const state = madmax.start(board.value, 1);
  const used = (per: 'match' | 'move', rounds: number) => {
    // The cost of loading the module is charged at the start.
    const runner = new WasmRunner('Mine', kit.image!, program, {
      budget: { seconds: (1.1 * program.load) / FUEL_PER_SECOND, per },
    });
    runner.start(board.value, state, { seat: 0, names: [] });
    const start = Number(runner.fuelUsed());
    for (let round = 0; round < rounds; round++) runner.play(state, madmax.newMove(), { state: 1 });
    return { share: runner.budgetUsed()!, start: start / Math.round(1.1 * program.load) };
  };
  const many = used('move', 2000);
  expect(many.share).toBe(many.start);
  expect(() => used('match', 2000)).toThrow(/used up its budget of [\d.e-]+ s of fuel in round 0\.$/);
});

test('a move that takes more than its budget is reported', async () => {
  const program = await loadProgram(module({ play: [0x03, 0x40, 0x0c, 0, END, ...constant(0)] }), MEMORY);
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const state = madmax.start(board.value, 1);
  const runner = new WasmRunner('Mine', kit.image!, program, { budget: { seconds: 0.001, per: 'move' } });
  runner.start(board.value, state, { seat: 0, names: [] });
  expect(() => runner.play(state, madmax.newMove(), { state: 1 })).toThrow(
    'Mine used up its budget of 0.001 s of fuel for a move in round 0.',
  );
});
