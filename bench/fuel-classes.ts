import { OP } from '@ludus/runtime/metering.ts';
import { type Class, constant, EMPTY, get, repeat, set } from './fuel-code.ts';
import { CONTROL } from './fuel-control.ts';
import { EXCEPTIONS } from './fuel-exceptions.ts';
import { MEMORY } from './fuel-memory.ts';
import { IMPORTS, LOCALS, type MeasuredOperation, PIECES } from './fuel-modules.ts';
import { TABLES } from './fuel-tables.ts';

const { a, x } = LOCALS;

const HOST: readonly Class[] = [
  {
    name: 'a host call',
    measured: () => repeat(8, (out) => set(out.byte(OP.call).u32(IMPORTS.budgetLeft), x.d)),
  },
  {
    name: 'a host call that returns an error',
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
  ...[1, 10_000].map(
    (vectors): Class => ({
      name: `fd_write of ${vectors} one-byte pieces, to standard error`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 2);
          constant(out, PIECES);
          constant(out, vectors);
          constant(out, 1024);
          set(out.byte(OP.call).u32(IMPORTS.fdWrite), x.i);
        }),
    }),
  ),
];

export const CLASSES: readonly Class[] = [...CONTROL, ...MEMORY, ...TABLES, ...EXCEPTIONS, ...HOST];

/** Loads with addresses that each depend on the previous one, spread over 256 MiB. */
const randomLoads = (): MeasuredOperation => ({
  pages: 4096,
  most: 2 ** 18,
  before(out) {
    // Touches every page first, because the cost of allocating a page belongs to another class.
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

/** A store that crosses a page boundary, and a load of the same bytes. Processors can't forward the value. */
const acrossPages = (): MeasuredOperation =>
  repeat(16, (out) => {
    get(out, a.i);
    get(out, x.i).byte(0x36).byte(0).u32(4091);
    set(get(out, a.i).byte(0x28).byte(0).u32(4091), x.i);
  });

/** A short store, and a load of more bytes around it. The load waits until the store is complete. */
const smallerStore = (): MeasuredOperation =>
  repeat(16, (out) => {
    get(out, a.i);
    get(out, x.l).byte(0x3c).byte(0).u32(2048);
    set(get(out, a.i).byte(0x29).byte(0).u32(2045), x.l);
  });

/** Costs that depend on addresses. No price can predict them, so the time limit bounds them. */
export const EXCEPTED: readonly Class[] = [
  { name: 'a random load in the whole memory (excepted)', measured: randomLoads },
  { name: 'a store and a load across two pages (excepted)', measured: acrossPages },
  { name: 'a load around a smaller store (excepted)', measured: smallerStore },
];
