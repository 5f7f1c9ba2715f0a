import type { ByteWriter } from './bytes.ts';
import { chargeCount, HALT, haltIf, type MeterGlobals, stop } from './emit.ts';
import { OP } from './instructions.ts';
import { THROW, UNWIND } from './prices.ts';

// Generates code that counts the stack use of calls in a global. This code is needed at the start and end of functions,
// and around throws and catches. `work32` is a 32-bit temporary variable.

/** Takes a frame of this number of bytes from the stack, and stops if there is no space. */
export function enterFrame(out: ByteWriter, { stack }: MeterGlobals, frame: number, work32: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(frame).byte(OP.i32Sub);
  out.byte(OP.localTee).u32(work32).byte(OP.globalSet).u32(stack);
  out.byte(OP.localGet).u32(work32).byte(OP.i32Const).signed(0).byte(OP.i32LtS);
  stop(out);
}

/** Returns a frame's bytes to the stack. */
export function leaveFrame(out: ByteWriter, { stack }: MeterGlobals, frame: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(frame).byte(OP.i32Add);
  out.byte(OP.globalSet).u32(stack);
}

/** Saves the amount of stack that is left at this point, for `landFrame`. */
export function keepFrame(out: ByteWriter, { stack }: MeterGlobals, kept: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.localSet).u32(kept);
}

/** Before a throw: charges for the stack bytes that may be unwound, and records that the module throws. */
export function payUnwinding(out: ByteWriter, globals: MeterGlobals, stackBytes: number, work32: number): void {
  out.byte(OP.i32Const).signed(stackBytes).byte(OP.globalGet).u32(globals.stack).byte(OP.i32Sub);
  out.byte(OP.localSet).u32(work32);
  chargeCount(out, globals, work32, { price: UNWIND, shift: 0 }, THROW);
  out.byte(OP.i32Const).signed(1).byte(OP.globalSet).u32(globals.throwing);
}

/**
 * Checks an exception after a catch. An exception that the module hasn't thrown comes from the engine, and the module
 * must not catch it.
 */
export function landFrame(out: ByteWriter, globals: MeterGlobals, kept: number): void {
  out.byte(OP.globalGet).u32(globals.throwing).byte(OP.i32Eqz);
  haltIf(out, globals, HALT.foreignException);
  out.byte(OP.i32Const).signed(0).byte(OP.globalSet).u32(globals.throwing);
  out.byte(OP.localGet).u32(kept).byte(OP.globalSet).u32(globals.stack);
}
