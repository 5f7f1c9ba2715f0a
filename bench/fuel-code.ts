import { type ByteWriter, OP } from '@ludus/runtime/metering.ts';
import { FIRST, type MeasuredOperation } from './fuel-modules.ts';

/**
 * A class of a module's operations, other than computation: branches, calls, memory, tables, exceptions, and the host.
 */
export interface Class {
  readonly name: string;
  readonly measured: () => MeasuredOperation;
}

/** The type of a block without parameters and results. */
export const EMPTY = 0x40;
export const constant = (out: ByteWriter, value: number) => out.byte(OP.i32Const).signed(value);
export const get = (out: ByteWriter, index: number) => out.byte(OP.localGet).u32(index);
export const set = (out: ByteWriter, index: number) => out.byte(OP.localSet).u32(index);
export const repeat = (
  times: number,
  one: (out: ByteWriter, i: number) => void,
): Pick<MeasuredOperation, 'body' | 'times'> => ({
  times,
  body: (out) => {
    for (let i = 0; i < times; i++) one(out, i);
  },
});
export const bulk = (out: ByteWriter, sub: number, ...rest: readonly number[]) =>
  out.byte(OP.bulk).u32(sub).bytes(rest);
export const many = (count: number, type: number) => Array.from({ length: count }, () => type);
/** A function that returns its argument. */
export const identity = { type: 0, code: (out: ByteWriter) => get(out, 0) };
/** A function that calls itself to the depth in its parameter, and then does some work. */
export const descend = (atTheEnd: (out: ByteWriter) => void) => ({
  type: 4,
  code: (out: ByteWriter) => {
    get(out, 0).byte(OP.if).byte(EMPTY);
    get(out, 0);
    constant(out, 1).byte(OP.i32Sub).byte(OP.call).u32(FIRST).byte(OP.else);
    atTheEnd(out);
    out.byte(OP.end);
  },
});
