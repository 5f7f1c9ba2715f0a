import { BULK, OP } from '@ludus/runtime/metering.ts';
import { bulk, type Class, constant, get, repeat, set } from './fuel-code.ts';
import { LOCALS, type MeasuredOperation } from './fuel-modules.ts';

const { x } = LOCALS;

const fill = (bytes: number): Pick<MeasuredOperation, 'body' | 'times'> =>
  repeat(8, (out) => {
    constant(out, 1024);
    constant(out, 7);
    constant(out, bytes);
    bulk(out, BULK.memoryFill, 0);
  });
const copy = (bytes: number, from: number, to: number): Pick<MeasuredOperation, 'body' | 'times'> =>
  repeat(8, (out) => {
    constant(out, to);
    constant(out, from);
    constant(out, bytes);
    bulk(out, BULK.memoryCopy, 0, 0);
  });

/** Loads, and all other memory operations. */
export const MEMORY: readonly Class[] = [
  {
    name: 'a load across two pages',
    measured: () => repeat(16, (out) => set(get(out, x.i).byte(0x28).byte(0).u32(4094), x.i)),
  },
  { name: 'memory.size', measured: () => repeat(32, (out) => out.byte(OP.memorySize).byte(0).byte(OP.drop)) },
  {
    name: 'memory.grow by 0 pages',
    measured: () => repeat(4, (out) => out.byte(OP.i32Const).signed(0).byte(OP.memoryGrow).byte(0).byte(OP.drop)),
  },
  {
    name: 'memory.grow by one page, with writes to all of it',
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
];
