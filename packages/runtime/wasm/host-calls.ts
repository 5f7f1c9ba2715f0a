import { ByteWriter } from './bytes.ts';
import { charge, chargeCount, HALT, haltIf, lookAtFuel, type MeterGlobals, stop } from './emit.ts';
import { OP, TYPE } from './instructions.ts';
import type { FunctionType } from './module.ts';
import { GROW, HOST_CALL, HOST_VECTOR, PAGE } from './prices.ts';

/** A function added by metering: its type and its body. */
export interface AddedFunction {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  readonly body: Uint8Array;
}

/**
 * Creates the function that replaces an import, for direct calls and for tables. The function charges for the call and
 * checks the fuel before it calls the host. After the call, it stops the module if the host has used up the fuel or
 * wants the module to stop. Unlike an exception, a trap can't be caught by a module.
 */
export function hostCall(name: string, index: number, type: FunctionType, globals: MeterGlobals): AddedFunction {
  const out = new ByteWriter().u32(0);
  if (name.endsWith('.fd_write'))
    chargeCount(out, globals, COUNT_OF_VECTORS, { price: HOST_VECTOR, shift: 0 }, HOST_CALL);
  else {
    out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(HOST_CALL).byte(OP.i64Sub);
    out.byte(OP.globalSet).u32(globals.fuel);
    lookAtFuel(out, globals);
  }
  for (let at = 0; at < type.parameters.length; at++) out.byte(OP.localGet).u32(at);
  out.byte(OP.call).u32(index);
  lookAtFuel(out, globals);
  out.byte(OP.globalGet).u32(globals.halt);
  stop(out);
  return { parameters: [...type.parameters], results: [...type.results], body: out.byte(OP.end).result() };
}

/** The import that the module itself implements: the remaining metered stack, in bytes. */
export const STACK_LEFT = 'ludus.stack_left';

/**
 * Replaces `STACK_LEFT`. An interpreter requests this value at each call, and a call of the host would cost more than
 * the interpreter's work.
 */
export function stackLeft(globals: MeterGlobals): AddedFunction {
  const out = new ByteWriter().u32(0);
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(STACK_LEFT_UNITS).byte(OP.i64Sub);
  out.byte(OP.globalSet).u32(globals.fuel).byte(OP.globalGet).u32(globals.stack).byte(OP.end);
  return { parameters: [], results: [TYPE.i32], body: out.result() };
}

/** Price of entering a function and reading a global. */
const STACK_LEFT_UNITS = 6;

/** Index of the parameter of `fd_write` that contains the number of pieces to write. */
const COUNT_OF_VECTORS = 2;

/**
 * Grows the memory, after charging for all the new pages. Growing beyond the module's limit fails. If the engine
 * refuses to grow the memory within the limit, the module stops, because growing would succeed on another machine.
 */
export function growMemory(mostPages: number, globals: MeterGlobals): AddedFunction {
  const [delta, result, work64] = [0, 1, 2];
  const out = new ByteWriter().u32(2).u32(1).byte(TYPE.i32).u32(1).byte(TYPE.i64);
  charge(out, globals, GROW, true, work64);
  out.byte(OP.localGet).u32(delta);
  out.byte(OP.i32Const).signed(mostPages).byte(OP.memorySize).byte(0).byte(OP.i32Sub);
  out.byte(OP.i32GtU).byte(OP.if).byte(EMPTY);
  out.byte(OP.i32Const).signed(1).byte(OP.globalSet).u32(globals.outOfMemory);
  out.byte(OP.i32Const).signed(-1).byte(OP.return).byte(OP.end);
  chargeCount(out, globals, delta, { price: PAGE, shift: 0 });
  out.byte(OP.localGet).u32(delta).byte(OP.memoryGrow).byte(0);
  out.byte(OP.localTee).u32(result).byte(OP.i32Const).signed(-1).byte(OP.i32Eq);
  haltIf(out, globals, HALT.memoryRefused);
  out.byte(OP.localGet).u32(result);
  return { parameters: [TYPE.i32], results: [TYPE.i32], body: out.byte(OP.end).result() };
}

const EMPTY = 0x40;
