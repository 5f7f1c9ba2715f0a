import { type ByteWriter, OP } from '@ludus/runtime/metering.ts';
import { type Class, constant, descend, EMPTY, get, repeat } from './fuel-code.ts';
import { FIRST } from './fuel-modules.ts';

const caught = (out: ByteWriter, inside: () => void) => {
  out.byte(OP.try).byte(EMPTY);
  inside();
  out.byte(OP.catchAll).byte(OP.end);
};

/** The costs of exceptions. */
export const EXCEPTIONS: readonly Class[] = [
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
    name: 'throw 1,000 calls deep, caught in the same call',
    measured: () => ({
      functions: [descend((out) => caught(out, () => out.byte(OP.throw).u32(0)))],
      ...repeat(1, (out) => {
        constant(out, 1000);
        out.byte(OP.call).u32(FIRST);
      }),
    }),
  },
  {
    name: 'throw through 500 calls that rethrow',
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
];
