import type { ByteWriter } from './bytes.ts';
import { chargeCount, HALT, haltIf, type MeterGlobals, stop } from './emit.ts';
import { OP } from './instructions.ts';
import { THROW, UNWIND } from './prices.ts';

// The stack that calls take, counted in a global: what is written where a function begins, ends, throws and catches. `work32` is a
// variable of 32 bits to work with.

/** Takes a frame of this number of bytes from the stack, and stops if there is no room. */
export function enterFrame(out: ByteWriter, { stack }: MeterGlobals, frame: number, work32: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(frame).byte(OP.i32Sub);
  out.byte(OP.localTee).u32(work32).byte(OP.globalSet).u32(stack);
  out.byte(OP.localGet).u32(work32).byte(OP.i32Const).signed(0).byte(OP.i32LtS);
  stop(out);
}

/** Gives a frame back. */
export function leaveFrame(out: ByteWriter, { stack }: MeterGlobals, frame: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(frame).byte(OP.i32Add);
  out.byte(OP.globalSet).u32(stack);
}

/** Remembers how much of the stack is left here, for `landFrame`. */
export function keepFrame(out: ByteWriter, { stack }: MeterGlobals, kept: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.localSet).u32(kept);
}

/** Before a throw: charges for the stack bytes that may be unwound, and notes that the module throws. */
export function payUnwinding(out: ByteWriter, globals: MeterGlobals, stackBytes: number, work32: number): void {
  out.byte(OP.i32Const).signed(stackBytes).byte(OP.globalGet).u32(globals.stack).byte(OP.i32Sub);
  out.byte(OP.localSet).u32(work32);
  chargeCount(out, globals, work32, { price: UNWIND, shift: 0 }, THROW);
  out.byte(OP.i32Const).signed(1).byte(OP.globalSet).u32(globals.throwing);
}

/** After a catch: an exception that the module has not thrown is the engine's, and not for it to catch. */
export function landFrame(out: ByteWriter, globals: MeterGlobals, kept: number): void {
  out.byte(OP.globalGet).u32(globals.throwing).byte(OP.i32Eqz);
  haltIf(out, globals, HALT.foreignException);
  out.byte(OP.i32Const).signed(0).byte(OP.globalSet).u32(globals.throwing);
  out.byte(OP.localGet).u32(kept).byte(OP.globalSet).u32(globals.stack);
}
