import { type ByteWriter, OP, TYPE } from '@ludus/runtime/metering.ts';
import { type Class, constant, descend, EMPTY, get, identity, many, repeat, set } from './fuel-code.ts';
import { FIRST, FIRST_TYPE, LOCALS } from './fuel-modules.ts';

const { a, x, n } = LOCALS;

/** A function with this number of parameters and results that returns its arguments. */
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

/** Loops, branches, calls, and variables. */
export const CONTROL: readonly Class[] = [
  { name: 'one pass of a loop', measured: () => repeat(1, () => {}) },
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
    name: 'an unpredictable if and else',
    measured: () =>
      repeat(16, (out) => {
        // A random number generator. One of its bits decides which branch is taken.
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
    name: 'an unpredictable br_table',
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
    name: 'a call that takes and returns 100 integers',
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
    name: 'a recursive call, 1,000 deep',
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
];
