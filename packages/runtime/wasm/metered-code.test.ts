import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ByteWriter } from './bytes.ts';
import { meterPlayer } from './program.ts';
import { MEMORY, module, type Parts } from './testing.ts';

// The meter's generated code determines each player's charges. A change of this code requires a reason, and changes
// these hashes.

const [I32, I64, F32, F64, V128, FUNCREF] = [0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70];
const [BLOCK, LOOP, IF, ELSE, TRY, CATCH, THROW, RETHROW, END] = [2, 3, 4, 5, 6, 7, 8, 9, 0x0b];
const [BR, BR_IF, BR_TABLE, RETURN, CALL, CALL_INDIRECT, DELEGATE, CATCH_ALL] = [12, 13, 14, 15, 16, 17, 0x18, 0x19];
const [DROP, SELECT, GET, SET, TEE] = [0x1a, 0x1b, 0x20, 0x21, 0x22];
const [NONE, BULK, SIMD] = [0x40, 0xfc, 0xfd];
const number = (value: number): number[] => [...new ByteWriter().u32(value).result()];
const constant = (value: number): number[] => [0x41, ...new ByteWriter().signed(value).result()];
const f64 = [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
const f32 = [0x43, 0, 0, 0, 0];
const vector = [SIMD, 12, ...new Array<number>(16).fill(0)];
const repeat = (count: number, code: readonly number[]): number[] => Array.from({ length: count }, () => code).flat();
/** Code whose work costs this number of units, to fill a place in a construct. */
const work = (units: number): number[] => [
  ...repeat(Math.floor(units / 28), [...constant(1), ...constant(1), 0x6d, DROP]),
  ...repeat((units % 28) / 2, [...constant(1), DROP]),
];
const playing = (code: readonly number[], parts: Parts = {}): Parts => ({ ...parts, play: [...code, ...constant(16)] });
const calling = (body: readonly number[], more: Partial<NonNullable<Parts['functions']>[number]> = {}): Parts =>
  playing([CALL, 4, DROP], { functions: [{ type: 0, body: [...body, ...constant(1)], ...more }] });

const TABLE = new Uint8Array([1, FUNCREF, 1, 8, 16]);
const SECONDS = new ByteWriter().u32(2).text('ludus').text('seconds').byte(0).u32(3);
const IMPORTS: Parts = {
  imports: SECONDS.text('wasi_snapshot_preview1').text('fd_write').byte(0).u32(4).result(),
  imported: 2,
  types: [
    [0x60, 0, 1, F64],
    [0x60, 4, I32, I32, I32, I32, 1, I32],
  ],
};

const CODE: Readonly<Record<string, Parts>> = {
  nothing: {},
  'blocks in blocks': playing([BLOCK, NONE, ...work(4), BLOCK, NONE, ...work(6), END, ...work(2), END]),
  'a block with a result': playing([BLOCK, I32, ...constant(1), END, DROP]),
  'a block that takes values': playing([...constant(1), ...constant(2), BLOCK, 3, 0x6a, END, DROP], {
    types: [[0x60, 2, I32, I32, 1, I32]],
  }),
  'a loop that takes a value': {
    types: [[0x60, 1, I32, 0]],
    buffer: [...constant(3), LOOP, 3, TEE, 0, GET, 0, BR_IF, 0, DROP, END, GET, 0],
  },
  'branches out of several blocks': playing([
    ...[BLOCK, NONE, BLOCK, NONE, ...constant(0), BR_IF, 1, ...work(2), BR, 0, END, ...work(8), END, ...work(4)],
  ]),
  'a branch that carries a value': playing([BLOCK, I32, ...constant(1), ...constant(0), BR_IF, 0, END, DROP]),
  'small pieces after branches that are not taken': playing([
    ...[BLOCK, NONE, ...constant(0), BR_IF, 0, ...constant(1), DROP, ...constant(0), BR_IF, 0, 0x01, END],
  ]),
  'a large piece after a branch that is not taken': playing([
    ...[BLOCK, NONE, ...constant(0), BR_IF, 0, ...work(10), ...constant(0), BR_IF, 0, END],
  ]),
  'a table of branches': playing([
    ...[BLOCK, I32, BLOCK, I32, ...constant(1), ...constant(0), BR_TABLE, 2, 0, 1, 0, ...work(2), END, END, DROP],
  ]),
  'if and else': playing([
    ...[...constant(1), IF, NONE, ...work(4), ELSE, ...work(8), END],
    ...[...constant(1), IF, I32, ...constant(1), ELSE, ...constant(2), END, DROP, ...constant(1), IF, NONE, END],
  ]),
  'code that is never reached': playing([BLOCK, NONE, BR, 0, ...work(10), BLOCK, NONE, END, END]),
  'one small piece after the other': playing([
    ...[BLOCK, NONE, ...repeat(4, [...constant(0), BR_IF, 0]), ...work(2), ...constant(0), BR_IF, 0, END],
  ]),
  ...Object.fromEntries(
    [0, 2, 4, 6, 8, 10, 12].map((more) => [
      `a small piece after nearly all that is charged at once, and ${more}`,
      calling([BLOCK, NONE, ...work(19_978 + more), ...constant(0), BR_IF, 0, ...constant(0), BR_IF, 0, END]),
    ]),
  ),
  'numbers that are passed where the fuel is looked at': playing(repeat(150, [...f64, 0x9f, CALL, 4, DROP]), {
    types: [[0x60, 1, F64, 1, F64]],
    functions: [{ type: 3, body: [...work(900), GET, 0] }],
  }),
  unreachable: playing([...constant(0), IF, NONE, ...work(2), 0, ...work(2), END]),
  'a return in the middle': calling([...constant(0), IF, NONE, ...constant(7), RETURN, END, ...work(4)]),
  'a function that may call itself': calling([...constant(0), IF, NONE, CALL, 4, RETURN, END, ...work(40)], {
    locals: [2, 3, I64, 1, F64],
  }),
  'two that call each other, with vectors': playing([CALL, 4, DROP], {
    functions: [
      { type: 0, body: [CALL, 5], locals: [1, 2, V128] },
      { type: 0, body: [...constant(0), IF, NONE, CALL, 4, DROP, END, ...constant(1)] },
    ],
  }),
  'indirect calls': playing(
    [...constant(0), CALL_INDIRECT, 0, 0, DROP, ...constant(1), ...constant(1), CALL_INDIRECT, 1, 0, DROP],
    {
      table: TABLE,
      elements: [1, 0, ...constant(0), END, 2, 4, 2],
      functions: [{ type: 0, body: [...constant(0), CALL_INDIRECT, 0, 0] }],
    },
  ),
  'small functions, called often': playing(repeat(30, [CALL, 4, DROP]), {
    functions: [{ type: 0, body: [...work(20), ...constant(1)] }],
  }),
  'much work in a straight line': playing(work(130_000)),
  'much work after a call': calling([CALL, 2, DROP, ...work(900)]),
  'much work in small functions': playing(repeat(150, [CALL, 4, DROP]), {
    functions: [{ type: 0, body: [...work(900), ...constant(1)] }],
  }),
  'much work on two ways': playing([
    ...[...constant(0), IF, NONE, ...work(60_000), ELSE, ...work(2), END, ...work(30_000)],
    ...[BLOCK, NONE, ...constant(0), BR_IF, 0, ...work(30_000), END, ...work(20_000)],
  ]),
  'throwing and catching': playing(
    [
      ...[TRY, NONE, ...constant(1), THROW, 0, CATCH, 0, DROP, ...work(2), CATCH_ALL, ...work(4), END],
      ...[TRY, NONE, TRY, NONE, ...constant(1), THROW, 0, CATCH_ALL, RETHROW, 0, END, CATCH_ALL, END],
      ...[TRY, NONE, TRY, NONE, ...constant(1), THROW, 0, DELEGATE, 0, CATCH, 0, DROP, END],
      ...[TRY, I32, ...constant(1), CATCH, 0, END, DROP],
    ],
    { types: [[0x60, 1, I32, 0]], tags: [1, 0, 3] },
  ),
  'catching in a function that may call itself': {
    ...calling([TRY, NONE, CALL, 4, DROP, CATCH, 0, DROP, END], { locals: [1, 1, F32] }),
    types: [[0x60, 1, I32, 0]],
    tags: [1, 0, 3],
  },
  'numbers that nothing sees': playing([...f64, ...f64, 0xa0, ...f64, 0xa2, DROP]),
  'numbers that are stored': playing([
    ...[...constant(0), ...f64, ...f64, 0xa3, 0x39, 3, 0, ...constant(0), ...f32, ...f32, 0x92, 0x38, 2, 0],
    ...[...constant(0), ...vector, ...vector, SIMD, ...number(0xe4), SIMD, 11, 4, 0],
    ...[...constant(0), ...vector, SIMD, ...number(0xef), SIMD, 11, 4, 0],
  ]),
  'numbers that are carried': playing([
    ...[BLOCK, F64, ...f64, 0x9f, END, BLOCK, F64, ...f64, 0x9f, BR, 0, END, ...constant(1), SELECT, DROP],
    ...[BLOCK, F64, ...f64, 0x9f, ...constant(0), BR_IF, 0, END, 0xbd, DROP],
    ...[...constant(0), IF, F64, ...f64, 0x9f, ELSE, ...f64, 0x9f, END, DROP],
  ]),
  'numbers that are passed': playing([...f64, 0x9f, CALL, 4, DROP], {
    types: [[0x60, 1, F64, 1, F64]],
    functions: [{ type: 3, body: [GET, 0, 0x9f, SET, 1, GET, 1, 0x9f, RETURN], locals: [1, 1, F64] }],
  }),
  'memory in bulk': playing([
    ...[...constant(0), ...constant(1), ...constant(80), BULK, 11, 0],
    ...[...constant(0), ...constant(8), ...constant(80), BULK, 10, 0, 0],
  ]),
  'tables in bulk': playing(
    [
      ...[...constant(0), ...constant(0), ...constant(1), BULK, 12, 0, 0, BULK, 13, 0],
      ...[
        ...constant(0),
        ...constant(1),
        ...constant(2),
        BULK,
        14,
        0,
        0,
        0xd0,
        FUNCREF,
        ...constant(1),
        BULK,
        15,
        0,
        DROP,
      ],
      ...[...constant(0), 0xd0, FUNCREF, ...constant(2), BULK, 17, 0, BULK, 16, 0, DROP],
      ...[...constant(0), 0x25, 0, DROP, ...constant(0), 0xd2, 2, 0x26, 0],
    ],
    { table: TABLE, elements: [1, 1, 0, 1, 2] },
  ),
  'memory that grows': playing([...constant(1), 0x40, 0, DROP, 0x3f, 0, DROP], {
    memory: new Uint8Array([1, 1, 2, 9]),
  }),
  'calls of the host, and references to it': playing([CALL, 0, DROP, 0xd2, 1, DROP, 0xd2, 0, DROP], {
    ...IMPORTS,
    table: TABLE,
    elements: [
      ...[4, 0, ...constant(0), END, 2, 0, 3, 2, 0, ...constant(3), END, 0, 1, 1, 3, 0, 1, 0],
      ...[4, ...constant(5), END, 2, 0xd2, 1, END, 0xd0, FUNCREF, END],
    ],
    globals: [2, FUNCREF, 0, 0xd2, 0, END, I64, 1, 0x42, 5, END],
    export: ['now', 0],
  }),
  'a start': { start: true },
  'data, and numbers of every kind': playing([...f32, DROP, ...f64, DROP, 0x42, 0, DROP, ...vector, DROP], {
    data: [1, 0, ...constant(64), END, 3, 1, 2, 3],
  }),
};

/** Constructs with work on each path. If there is much work, each path affects the places where the fuel is checked. */
const ways = (w: readonly number[]): Readonly<Record<string, Parts>> => {
  const thrown: Parts = { types: [[0x60, 1, I32, 0]], tags: [1, 0, 3] };
  const no = constant(0);
  return {
    'a loop': playing([LOOP, NONE, ...w, ...no, BR_IF, 0, ...w, END, ...w]),
    'a block': playing([BLOCK, NONE, ...w, ...no, BR_IF, 0, END, ...w]),
    'a block that is left': playing([BLOCK, NONE, ...w, ...no, IF, NONE, BR, 1, END, ...w, BR, 0, END, ...w]),
    'two ways': playing([...no, IF, NONE, ...w, ELSE, ...w, END, ...w]),
    'two ways, one of which leaves': playing([
      ...[BLOCK, NONE, ...no, IF, NONE, ...w, BR, 1, ELSE, END, ...w, END, ...w],
    ]),
    'a table': playing([BLOCK, NONE, BLOCK, NONE, ...w, ...no, BR_TABLE, 1, 0, 1, 0, END, ...w, END, ...w]),
    'a return': playing([...no, IF, NONE, ...w, ...constant(16), RETURN, END, ...w]),
    'a return of a function that may call itself': calling([...no, IF, NONE, CALL, 4, ...w, RETURN, END, ...w, ...w]),
    'a trap': playing([...no, IF, NONE, ...w, 0, END, ...w]),
    'a throw': playing([TRY, NONE, ...w, ...no, THROW, 0, CATCH, 0, DROP, ...w, CATCH_ALL, ...w, END, ...w], thrown),
    'a catch that throws again': playing(
      [TRY, NONE, TRY, NONE, ...w, CATCH_ALL, ...w, RETHROW, 0, END, ...w, CATCH_ALL, END, ...w],
      thrown,
    ),
    'a try of another one': playing(
      [TRY, NONE, TRY, NONE, ...w, DELEGATE, 0, ...w, CATCH_ALL, ...w, END, ...w],
      thrown,
    ),
    'growing memory': playing([...w, ...no, 0x40, 0, DROP, ...w]),
    'filling memory': playing([...w, ...no, ...no, ...no, BULK, 11, 0, ...w]),
    'a call': calling([...w, CALL, 4, DROP, ...w]),
    'a small call': playing([...w, CALL, 1, DROP, ...w]),
    'an indirect call': playing([...w, ...no, CALL_INDIRECT, 0, 0, DROP, ...w], { table: TABLE }),
  };
};
const LITTLE = ways(work(4));
const MUCH = ways(work(60_000));
const root = [...f64, 0x9f];
const TAKING: Parts = { types: [[0x60, 1, F64, 1, F64]] };
const FLOATS: Readonly<Record<string, Parts>> = {
  'floats into a block': playing([...root, BLOCK, 3, 0x9f, END, DROP], TAKING),
  'floats into a loop': playing([...root, LOOP, 3, 0x9f, END, DROP], TAKING),
  'floats into a try': playing([...root, TRY, 3, 0x9f, CATCH_ALL, ...root, END, DROP], TAKING),
  'floats into two ways': playing([...root, ...constant(0), IF, 3, 0x9f, ELSE, END, DROP], TAKING),
  'floats below a condition': playing([...root, ...root, 0x62, IF, NONE, END]),
  'floats through a table': playing([BLOCK, F64, ...root, ...constant(0), BR_TABLE, 1, 0, 0, END, DROP]),
  'floats into an indirect call': playing([...root, ...constant(0), CALL_INDIRECT, 3, 0, DROP], {
    ...TAKING,
    table: TABLE,
  }),
  'floats that are thrown': playing([TRY, NONE, ...root, THROW, 0, CATCH_ALL, END], {
    types: [[0x60, 1, F64, 0]],
    tags: [1, 0, 3],
  }),
  'floats that are dropped, and others in their place': playing([
    ...root,
    DROP,
    ...f64,
    0xbd,
    DROP,
    ...root,
    0xbd,
    DROP,
  ]),
};

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const meteredBy = (parts: Parts): string => {
  const { bytes, load } = meterPlayer(module(parts), MEMORY);
  return `${hash(bytes)} ${load}`;
};

test('the metered code and the loading cost of example modules don’t change', () => {
  const named = (parts: Readonly<Record<string, Parts>>, what = '') =>
    Object.entries(parts).map(([name, each]) => `${name}${what}: ${meteredBy(each)}`);
  const made = [...named(CODE), ...named(LITTLE, ' with little'), ...named(MUCH, ' with much'), ...named(FLOATS)];
  expect(made).toMatchInlineSnapshot(`
    [
      "nothing: eb6aa559a396 355140",
      "blocks in blocks: b26d27ba0dc0 367220",
      "a block with a result: 58d2bb4a3d20 358180",
      "a block that takes values: ce3834e0e3c9 362720",
      "a loop that takes a value: b7b36e464820 363320",
      "branches out of several blocks: 666e41fd47cc 371800",
      "a branch that carries a value: e66572a0c364 360280",
      "small pieces after branches that are not taken: ec890e827550 362760",
      "a large piece after a branch that is not taken: 54839923cfcd 368260",
      "a table of branches: 609dc0ce465c 365020",
      "if and else: 8138a990e374 375340",
      "code that is never reached: 636ac9f5be97 366720",
      "one small piece after the other: 6db86e98a611 368380",
      "a small piece after nearly all that is charged at once, and 0: 2b5d20f6c5b9 2515920",
      "a small piece after nearly all that is charged at once, and 2: 8e9b4bc31657 2517420",
      "a small piece after nearly all that is charged at once, and 4: 688ae1616ca2 2518920",
      "a small piece after nearly all that is charged at once, and 6: 9136f6bfdbb2 2520420",
      "a small piece after nearly all that is charged at once, and 8: 28ad103b8eda 2521920",
      "a small piece after nearly all that is charged at once, and 10: 8b2b80b97558 2523420",
      "a small piece after nearly all that is charged at once, and 12: f29631134369 2524920",
      "numbers that are passed where the fuel is looked at: 5fd5bfc94113 1442220",
      "unreachable: d5f4053e93a2 361180",
      "a return in the middle: 5fdac0797e1f 366800",
      "a function that may call itself: 63095c296d2e 378240",
      "two that call each other, with vectors: 04ac98cdfef3 367960",
      "indirect calls: 611b4678d59a 377360",
      "small functions, called often: af0ed2012ff7 419880",
      "much work in a straight line: a4ccebdbb64e 14301160",
      "much work after a call: af83b595e010 461300",
      "much work in small functions: 6a654e72209e 689700",
      "much work on two ways: fa994e15a0da 15401400",
      "throwing and catching: 92d6f24df74b 388320",
      "catching in a function that may call itself: c83f7a0a1343 369920",
      "numbers that nothing sees: a978ffd30123 370160",
      "numbers that are stored: 83e9391fa16e 411680",
      "numbers that are carried: 245834313e57 394740",
      "numbers that are passed: 966a71b483e6 371840",
      "memory in bulk: 7e1f89990219 365680",
      "tables in bulk: 467d36507032 391680",
      "memory that grows: 13b800e81322 359640",
      "calls of the host, and references to it: 73f622e636fc 423680",
      "a start: 4fd870730d07 359140",
      "data, and numbers of every kind: 298871ac6a61 380140",
      "a loop with little: bb22f02d7531 367720",
      "a block with little: ba2c088ea772 364720",
      "a block that is left with little: be0935d30912 370300",
      "two ways with little: 7437e59e1922 367220",
      "two ways, one of which leaves with little: 0b511dd3fef3 369800",
      "a table with little: 80900d56fc73 370840",
      "a return with little: f32ffebb2714 365220",
      "a return of a function that may call itself with little: 006dfad19b6b 372920",
      "a trap with little: be1907daa457 364180",
      "a throw with little: 9a2132efe443 377300",
      "a catch that throws again with little: 2c89b3323884 376840",
      "a try of another one with little: df9f36ca6313 375800",
      "growing memory with little: 07da2ce0704f 363640",
      "filling memory with little: a2b016cb47f5 365680",
      "a call with little: 10bb2effba89 367260",
      "a small call with little: d3458bffd50d 362680",
      "an indirect call with little: 42a726c62747 369680",
      "a loop with much: 449d77b99a88 19692780",
      "a block with much: c7db67f63b2a 13248780",
      "a block that is left with much: f994dc1be400 19695400",
      "two ways with much: a9be67daafa5 19692280",
      "two ways, one of which leaves with much: 0425cec7d073 19694900",
      "a table with much: 6851de491d84 19695960",
      "a return with much: f97fb038098d 13249280",
      "a return of a function that may call itself with much: c21ba2bdd2ea 19698000",
      "a trap with much: 4b116ffebcff 13248220",
      "a throw with much: 775a84b2147d 26143400",
      "a catch that throws again with much: bba5c774b895 26142960",
      "a try of another one with much: d526b8b5052e 26141900",
      "growing memory with much: 5c9f75c2dae4 13247660",
      "filling memory with much: 199f48b939f5 13249680",
      "a call with much: 2899fe5432df 13251300",
      "a small call with much: 303861141b53 13246720",
      "an indirect call with much: 2f98ad268054 13253720",
      "floats into a block: abb4bb8a8a53 365180",
      "floats into a loop: f0e20768c17e 365180",
      "floats into a try: 0156d05505f2 370720",
      "floats into two ways: 8db0f92b4c00 366780",
      "floats below a condition: 68ab133001dd 367220",
      "floats through a table: c6d7205d54ab 365400",
      "floats into an indirect call: 3a0ee11ac6a7 371220",
      "floats that are thrown: 4630ecf0831c 367760",
      "floats that are dropped, and others in their place: 2a2562c8f1a6 372140",
    ]
  `);
});
