import type { ByteWriter } from './bytes.ts';
import { canonicalize, type FloatResult, WORK_TYPE } from './canonical.ts';
import { charge, type MeterGlobals } from './emit.ts';
import { type Charge, type Flow, MAX_CHARGE } from './fuel-checks.ts';
import { TYPE } from './instructions.ts';
import type { FloatKind } from './signatures.ts';

/** A charge whose price is known. */
export interface PricedCharge extends Charge {
  /** The charge of the block that continues with this block if the branch at its end isn't taken. */
  readonly follows: PricedCharge | undefined;
}

/**
 * A block after a conditional branch is charged together with the block before the branch if the later block costs at
 * most this amount.
 */
const SMALL = 3;

/**
 * Charges a small block together with the previous block if execution continues there when the branch at the previous
 * block's end isn't taken. The small block is then charged slightly early, and is charged even if the branch is taken.
 */
export function joinSmall(flow: readonly Flow[]): void {
  const joined = new Map<Charge, PricedCharge>();
  for (const event of flow) {
    if (event.kind !== 'charge') continue;
    const charge = event.charge as PricedCharge;
    if (!charge.follows || charge.checksFuel || charge.cost > SMALL) continue;
    const before = joined.get(charge.follows) ?? charge.follows;
    if (before.cost + charge.cost > MAX_CHARGE) continue;
    before.cost += charge.cost;
    charge.cost = 0;
    joined.set(charge, before);
  }
}

/**
 * Copies a body's code, and inserts the charges and the canonicalisation of floating-point results. `variable` returns
 * a temporary variable of a type.
 */
export function splice(
  out: ByteWriter,
  source: Uint8Array,
  charges: readonly Charge[],
  seen: readonly FloatResult[],
  globals: MeterGlobals,
  variable: (type: number) => number,
): void {
  let copied = 0;
  const upTo = (at: number): void => {
    out.bytes(source.subarray(copied, at));
    copied = at;
  };
  let next = 0;
  const settle = (at: number): void => {
    for (; next < seen.length && seen[next].at <= at; next++) {
      const { kind } = seen[next];
      upTo(seen[next].at);
      canonicalize(out, kind, variable(WORK_TYPE[kind as Exclude<FloatKind, 0>]));
    }
  };
  for (const { at, cost, checksFuel: look } of charges) {
    settle(at);
    upTo(at);
    charge(out, globals, cost, look, look && cost > 0 ? variable(TYPE.i64) : 0);
  }
  settle(source.length);
  upTo(source.length);
}
