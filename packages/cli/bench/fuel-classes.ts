import type { ByteWriter } from '@ludus/runtime/wasm/bytes.ts';
import { BULK, OP, TYPE } from '@ludus/runtime/wasm/instructions.ts';
import { ENTRIES, FIRST, FIRST_TYPE, IMPORTS, LOCALS, type Measured } from './fuel-modules.ts';

/** What a module can do besides computing: branches, calls, memory, tables, exceptions, the host. */
interface Class {
  readonly name: string;
  readonly measured: () => Measured;
}

const EMPTY = 0x40;
const { a, x, n } = LOCALS;
const constant = (out: ByteWriter, value: number) => out.byte(OP.i32Const).signed(value);
const get = (out: ByteWriter, index: number) => out.byte(OP.localGet).u32(index);
const set = (out: ByteWriter, index: number) => out.byte(OP.localSet).u32(index);
const repeat = (times: number, one: (out: ByteWriter, i: number) => void): Pick<Measured, 'body' | 'times'> => ({
  times,
  body: (out) => {
    for (let i = 0; i < times; i++) one(out, i);
  },
});
const bulk = (out: ByteWriter, sub: number, ...rest: readonly number[]) => out.byte(OP.bulk).u32(sub).bytes(rest);
const many = (count: number, type: number) => Array.from({ length: count }, () => type);
/** A function of so many parameters and results, that gives back what it takes. */
const carrier = (count: number, type: number) => ({
  types: [{ takes: many(count, type), gives: many(count, type) }],
  functions: [
    {
      type: FIRST_TYPE,
      code: (out: ByteWriter) => {
        for (let i = 0; i < count; i++) get(out, i);
      },
    },
  ],
});
const identity = { type: 0, code: (out: ByteWriter) => get(out, 0) };
/** Calls itself as often as its parameter says, then does something. */
const descend = (atTheEnd: (out: ByteWriter) => void) => ({
  type: 4,
  code: (out: ByteWriter) => {
    get(out, 0).byte(OP.if).byte(EMPTY);
    get(out, 0);
    constant(out, 1).byte(OP.i32Sub).byte(OP.call).u32(FIRST).byte(OP.else);
    atTheEnd(out);
    out.byte(OP.end);
  },
});
const caught = (out: ByteWriter, inside: () => void) => {
  out.byte(OP.try).byte(EMPTY);
  inside();
  out.byte(OP.catchAll).byte(OP.end);
};
const fill = (bytes: number): Pick<Measured, 'body' | 'times'> =>
  repeat(8, (out) => {
    constant(out, 1024);
    constant(out, 7);
    constant(out, bytes);
    bulk(out, BULK.memoryFill, 0);
  });
const copy = (bytes: number, from: number, to: number): Pick<Measured, 'body' | 'times'> =>
  repeat(8, (out) => {
    constant(out, to);
    constant(out, from);
    constant(out, bytes);
    bulk(out, BULK.memoryCopy, 0, 0);
  });

export const CLASSES: readonly Class[] = [
  { name: 'a turn of a loop', measured: () => repeat(1, () => {}) },
  {
    name: 'a branch not taken',
    measured: () => ({
      ...repeat(32, (out) => {
        out.byte(OP.block).byte(EMPTY);
        get(out, x.i).byte(OP.brIf).u32(0);
        get(out, a.i).byte(OP.drop).byte(OP.end);
      }),
    }),
  },
  {
    name: 'a branch taken',
    measured: () =>
      repeat(32, (out) => {
        out.byte(OP.block).byte(EMPTY);
        get(out, a.i).byte(OP.brIf).u32(0);
        get(out, a.i);
        set(out, x.i);
        out.byte(OP.end);
      }),
  },
  {
    name: 'if and else that nobody can foresee',
    measured: () =>
      repeat(16, (out) => {
        // A generator of numbers, a bit of which decides.
        get(out, x.i);
        constant(out, 1103515245).byte(0x6c);
        constant(out, 12345).byte(OP.i32Add).byte(OP.localTee).u32(x.i);
        constant(out, 1 << 20)
          .byte(0x71)
          .byte(OP.if)
          .byte(EMPTY);
        get(out, x.i);
        constant(out, 77).byte(0x73);
        set(out, x.i);
        out.byte(OP.else);
        get(out, x.i);
        constant(out, 99).byte(OP.i32Add);
        set(out, x.i);
        out.byte(OP.end);
      }),
  },
  {
    name: 'br_table that nobody can foresee',
    measured: () =>
      repeat(4, (out) => {
        for (let i = 0; i < 17; i++) out.byte(OP.block).byte(EMPTY);
        get(out, x.i);
        constant(out, 1103515245).byte(0x6c);
        constant(out, 12345).byte(OP.i32Add).byte(OP.localTee).u32(x.i);
        constant(out, 20).byte(0x76);
        constant(out, 15).byte(0x71);
        out.byte(OP.brTable).u32(16);
        for (let i = 0; i <= 16; i++) out.u32(i);
        for (let i = 0; i < 17; i++) {
          out.byte(OP.end);
          get(out, x.i);
          constant(out, i + 1).byte(0x73);
          set(out, x.i);
        }
      }),
  },
  {
    name: 'a branch that carries 100 values',
    measured: () => ({
      types: [{ takes: [], gives: many(100, TYPE.i32) }],
      ...repeat(1, (out) => {
        out.byte(OP.block).signed(FIRST_TYPE);
        for (let i = 0; i < 100; i++) get(out, i % 2 === 0 ? a.i : x.i);
        get(out, a.i).byte(OP.brIf).u32(0);
        for (let i = 0; i < 100; i++) out.byte(OP.drop);
        for (let i = 0; i < 100; i++) get(out, n);
        out.byte(OP.end);
        for (let i = 0; i < 99; i++) out.byte(0x73);
        set(out, x.i);
      }),
    }),
  },
  {
    name: 'a call',
    measured: () => ({
      functions: [identity],
      ...repeat(32, (out) => set(get(out, x.i).byte(OP.call).u32(FIRST), x.i)),
    }),
  },
  {
    name: 'a call of a function that loops',
    measured: () => ({
      functions: [
        {
          type: 0,
          code: (out) => {
            out.byte(OP.loop).byte(EMPTY);
            get(out, 0).byte(OP.brIf).u32(0).byte(OP.end);
            get(out, 0);
          },
        },
      ],
      ...repeat(32, (out) => set(get(out, x.i).byte(OP.call).u32(FIRST), x.i)),
    }),
  },
  {
    name: 'a call of a function with 1,000 variables',
    measured: () => ({
      functions: [
        {
          type: 0,
          locals: [[1000, TYPE.i64]],
          code: (out) => {
            get(out, 0).byte(OP.if).byte(EMPTY);
            for (let i = 1; i <= 1000; i++)
              get(out, i)
                .byte(OP.i64Const)
                .signed(1)
                .byte(0x7c)
                .byte(OP.localSet)
                .u32(1 + (i % 1000));
            get(out, 0).byte(OP.call).u32(FIRST).byte(OP.drop).byte(OP.end);
            get(out, 0);
          },
        },
      ],
      ...repeat(8, (out) => set(get(out, x.i).byte(OP.call).u32(FIRST), x.i)),
    }),
  },
  {
    name: 'an indirect call',
    measured: () => ({
      functions: [identity],
      ...repeat(32, (out) => {
        get(out, x.i);
        get(out, x.i);
        set(out.byte(OP.callIndirect).u32(0).u32(0), x.i);
      }),
    }),
  },
  {
    name: 'a call with 100 whole numbers, and back',
    measured: () => ({
      ...carrier(100, TYPE.i32),
      ...repeat(1, (out) => {
        for (let i = 0; i < 100; i++) get(out, x.i);
        out.byte(OP.call).u32(FIRST);
        for (let i = 0; i < 99; i++) out.byte(0x73);
        set(out, x.i);
      }),
    }),
  },
  {
    name: 'a call that recurs 1,000 deep',
    measured: () => ({
      functions: [descend(() => {})],
      ...repeat(1, (out) => {
        constant(out, 1000);
        out.byte(OP.call).u32(FIRST);
      }),
    }),
  },
  {
    name: 'global.get and global.set',
    measured: () =>
      repeat(32, (out) => {
        out.byte(OP.globalGet).u32(0);
        constant(out, 1).byte(OP.i32Add).byte(OP.globalSet).u32(0);
      }),
  },
  {
    name: 'select',
    measured: () =>
      repeat(32, (out) => {
        get(out, x.i);
        get(out, a.i);
        get(out, x.i);
        set(out.byte(OP.select), x.i);
      }),
  },
  {
    name: 'a load that waits for a smaller store',
    measured: () =>
      repeat(16, (out) => {
        get(out, a.i);
        get(out, x.l).byte(0x3c).byte(0).u32(2048);
        get(out, a.i).byte(0x29).byte(0).u32(2045);
        set(out, x.l);
      }),
  },
  {
    name: 'a load that lies on two pages',
    measured: () => repeat(16, (out) => set(get(out, x.i).byte(0x28).byte(0).u32(4094), x.i)),
  },
  { name: 'memory.size', measured: () => repeat(32, (out) => out.byte(OP.memorySize).byte(0).byte(OP.drop)) },
  {
    name: 'memory.grow by nothing',
    measured: () => repeat(4, (out) => out.byte(OP.i32Const).signed(0).byte(OP.memoryGrow).byte(0).byte(OP.drop)),
  },
  {
    name: 'memory.grow by a page, all of it written to',
    measured: () => ({
      pages: 16,
      mostPages: 4000,
      most: 3900,
      ...repeat(1, (out) => {
        out.byte(OP.i32Const).signed(1).byte(OP.memoryGrow).byte(0);
        constant(out, 16).byte(0x74);
        set(out, x.i);
        for (let i = 0; i < 16; i++) {
          get(out, x.i);
          constant(out, 1)
            .byte(0x36)
            .byte(2)
            .u32(4096 * i);
        }
      }),
    }),
  },
  ...[0, 1, 16, 100, 4096, 65536].flatMap((bytes): Class[] => [
    { name: `memory.fill of ${bytes} bytes`, measured: () => fill(bytes) },
    { name: `memory.copy of ${bytes} bytes`, measured: () => copy(bytes, 1024, 131_072) },
  ]),
  { name: 'memory.copy over itself', measured: () => copy(65536, 1025, 1024) },
  { name: 'memory.copy over itself, backwards', measured: () => copy(65536, 1024, 1027) },
  { name: 'memory.fill of 64 MiB', measured: () => ({ pages: 2048, ...fill(2 ** 26) }) },
  { name: 'memory.copy of 64 MiB', measured: () => ({ pages: 4000, ...copy(2 ** 26, 1024, 2 ** 26 + 4096) }) },
  ...[0, 60_000].map(
    (bytes): Class => ({
      name: `memory.init of ${bytes} bytes`,
      measured: () =>
        repeat(8, (out) => {
          constant(out, 1024);
          constant(out, 0);
          constant(out, bytes);
          bulk(out, BULK.memoryInit, 0, 0);
        }),
    }),
  ),
  {
    name: 'table.get and table.set',
    measured: () =>
      repeat(8, (out, i) => {
        constant(out, i);
        constant(out, i).byte(OP.tableGet).u32(0);
        out.byte(OP.tableSet).u32(0);
      }),
  },
  {
    name: 'ref.func and table.set',
    measured: () => ({
      functions: [identity],
      ...repeat(8, (out, i) => {
        constant(out, i);
        out.byte(OP.refFunc).u32(FIRST).byte(OP.tableSet).u32(0);
      }),
    }),
  },
  {
    name: 'ref.func',
    measured: () => repeat(32, (out) => out.byte(OP.refFunc).u32(3).byte(OP.refIsNull).byte(OP.drop)),
  },
  { name: 'table.size', measured: () => repeat(32, (out) => bulk(out, BULK.tableSize, 0).byte(OP.drop)) },
  ...[0, ENTRIES].flatMap((entries): Class[] => [
    {
      name: `table.fill of ${entries} entries with nothing`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 0);
          out.byte(OP.refNull).byte(TYPE.funcref);
          constant(out, entries);
          bulk(out, BULK.tableFill, 0);
        }),
    },
    {
      name: `table.fill of ${entries} entries with a function`,
      measured: () => ({
        functions: [identity],
        ...repeat(4, (out) => {
          constant(out, 0);
          out.byte(OP.refFunc).u32(FIRST);
          constant(out, entries);
          bulk(out, BULK.tableFill, 0);
        }),
      }),
    },
    {
      name: `table.copy of ${Math.max(0, entries - 1)} entries`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 1);
          constant(out, 0);
          constant(out, Math.max(0, entries - 1));
          bulk(out, BULK.tableCopy, 0, 0);
        }),
    },
  ]),
  {
    name: 'table.init of 1000 entries',
    measured: () =>
      repeat(4, (out) => {
        constant(out, 5);
        constant(out, 0);
        constant(out, 1000);
        bulk(out, BULK.tableInit, 1, 0);
      }),
  },
  ...[0, 1, 1000].map(
    (entries): Class => ({
      name: `table.grow by ${entries}`,
      measured: () => ({
        most: entries === 1000 ? 80 : entries === 1 ? 80_000 : 100_000,
        ...repeat(1, (out) => {
          out.byte(OP.refNull).byte(TYPE.funcref);
          constant(out, entries);
          bulk(out, BULK.tableGrow, 0).byte(OP.drop);
        }),
      }),
    }),
  ),
  { name: 'throw and catch', measured: () => repeat(1, (out) => caught(out, () => out.byte(OP.throw).u32(0))) },
  ...[10, 100, 1000].map(
    (deep): Class => ({
      name: `throw through ${deep} calls`,
      measured: () => ({
        functions: [descend((out) => out.byte(OP.throw).u32(0))],
        ...repeat(1, (out) =>
          caught(out, () => {
            constant(out, deep);
            out.byte(OP.call).u32(FIRST);
          }),
        ),
      }),
    }),
  ),
  {
    name: 'throw 1,000 deep, caught at once',
    measured: () => ({
      functions: [descend((out) => caught(out, () => out.byte(OP.throw).u32(0)))],
      ...repeat(1, (out) => {
        constant(out, 1000);
        out.byte(OP.call).u32(FIRST);
      }),
    }),
  },
  {
    name: 'throw through 500 calls that throw on',
    measured: () => ({
      functions: [
        {
          type: 4,
          code: (out) => {
            out.byte(OP.try).byte(EMPTY);
            get(out, 0).byte(OP.if).byte(EMPTY);
            get(out, 0);
            constant(out, 1).byte(OP.i32Sub).byte(OP.call).u32(FIRST).byte(OP.else);
            out.byte(OP.throw).u32(0).byte(OP.end).byte(OP.catchAll).byte(OP.rethrow).u32(0).byte(OP.end);
          },
        },
      ],
      ...repeat(1, (out) =>
        caught(out, () => {
          constant(out, 500);
          out.byte(OP.call).u32(FIRST);
        }),
      ),
    }),
  },
  {
    name: 'a call of the host',
    measured: () => repeat(8, (out) => set(out.byte(OP.call).u32(IMPORTS.budgetLeft), x.d)),
  },
  {
    name: 'a call of the host that refuses',
    measured: () => repeat(8, (out) => set(get(out, a.i).byte(OP.call).u32(IMPORTS.fdClose), x.i)),
  },
  ...[0, 1, 10_000].map(
    (vectors): Class => ({
      name: `fd_write of ${vectors} empty pieces`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 1);
          constant(out, 65_536);
          constant(out, vectors);
          constant(out, 1024);
          set(out.byte(OP.call).u32(IMPORTS.fdWrite), x.i);
        }),
    }),
  ),
];

/** Loads each of whose addresses depends on the one before, all over 256 MiB: what no price can foresee. */
export const WORST_LOAD = (): Measured => ({
  pages: 4096,
  most: 2 ** 18,
  before(out) {
    // Touch every page first; what it costs to obtain it is another class.
    out.byte(OP.loop).byte(EMPTY);
    get(out, x.l).byte(0xa7);
    constant(out, 1).byte(0x36).byte(2).u32(1024);
    get(out, x.l).byte(OP.i64Const).signed(4096).byte(0x7c).byte(OP.localTee).u32(x.l);
    out
      .byte(OP.i64Const)
      .signed(4096 * 65536 - 4096)
      .byte(OP.i64LtS)
      .byte(OP.brIf)
      .u32(0)
      .byte(OP.end);
  },
  ...repeat(16, (out) => {
    get(out, x.i);
    constant(out, 1103515245).byte(0x6c);
    constant(out, 12345).byte(OP.i32Add).byte(OP.localTee).u32(x.i);
    constant(out, 0x0fffff00).byte(0x71).byte(0x28).byte(2).u32(0);
    get(out, x.i).byte(OP.i32Add);
    set(out, x.i);
  }),
});
