import type { ByteWriter } from './bytes.ts';
import { EMPTY_BLOCK, OP, TYPE } from './instructions.ts';
import type { CountedPrice } from './prices.ts';

/** The indices of the globals that metering adds. */
export interface MeterGlobals {
  readonly fuel: number;
  readonly stack: number;
  readonly outOfMemory: number;
  readonly halt: number;
  readonly throwing: number;
}

/** The types of these globals, in the order of `MeterGlobals`. */
export const GLOBAL_TYPES = [TYPE.i64, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32] as const;

export const meterGlobals = (first: number): MeterGlobals => ({
  fuel: first,
  stack: first + 1,
  outOfMemory: first + 2,
  halt: first + 3,
  throwing: first + 4,
});

/** The values of the global `halt`: the reason why a module stopped itself. */
export const HALT = {
  none: 0,
  /** The host requested that the module stop, because the player exits. */
  exit: 1,
  /** The engine refused to provide memory that the module is allowed to have. */
  memoryRefused: 2,
  /** The module caught an exception that no module has thrown. Such an exception comes from the engine. */
  foreignException: 3,
} as const;

export function stop(out: ByteWriter): void {
  out.byte(OP.if).byte(EMPTY_BLOCK).byte(OP.unreachable).byte(OP.end);
}

/** Traps if the fuel is used up. */
export function lookAtFuel(out: ByteWriter, globals: MeterGlobals): void {
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(0).byte(OP.i64LtS);
  stop(out);
}

/** Charges a constant number of units. If the fuel is also checked, `work64` is a 64-bit temporary variable. */
export function charge(out: ByteWriter, globals: MeterGlobals, cost: number, look: boolean, work64: number): void {
  if (cost === 0) {
    if (look) lookAtFuel(out, globals);
    return;
  }
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(cost).byte(OP.i64Sub);
  if (!look) {
    out.byte(OP.globalSet).u32(globals.fuel);
    return;
  }
  out.byte(OP.localTee).u32(work64).byte(OP.globalSet).u32(globals.fuel);
  out.byte(OP.localGet).u32(work64).byte(OP.i64Const).signed(0).byte(OP.i64LtS);
  stop(out);
}

/** Charges for the count in an unsigned 32-bit variable plus `base` units, and checks the fuel. */
export function chargeCount(
  out: ByteWriter,
  globals: MeterGlobals,
  count: number,
  { price, shift }: CountedPrice,
  base = 0,
): void {
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.localGet).u32(count).byte(OP.i64ExtendI32U);
  if (shift > 0) out.byte(OP.i64Const).signed(shift).byte(OP.i64ShrU);
  if (price !== 1) out.byte(OP.i64Const).signed(price).byte(OP.i64Mul);
  if (base !== 0) out.byte(OP.i64Const).signed(base).byte(OP.i64Add);
  out.byte(OP.i64Sub).byte(OP.globalSet).u32(globals.fuel);
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(0).byte(OP.i64LtS);
  // If there isn't enough fuel, the work is neither done nor charged. The code then only makes sure that the fuel is
  // used up.
  out.byte(OP.if).byte(EMPTY_BLOCK).byte(OP.i64Const).signed(-1).byte(OP.globalSet).u32(globals.fuel);
  out.byte(OP.unreachable).byte(OP.end);
}

/** Sets `halt` and traps if the number on top of the stack is not 0. */
export function haltIf(out: ByteWriter, globals: MeterGlobals, why: number): void {
  out.byte(OP.if).byte(EMPTY_BLOCK);
  out.byte(OP.i32Const).signed(why).byte(OP.globalSet).u32(globals.halt).byte(OP.unreachable).byte(OP.end);
}
