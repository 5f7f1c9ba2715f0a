import type { ByteWriter } from './bytes.ts';
import { OP, TYPE } from './instructions.ts';
import { FLOAT, type FloatKind } from './signatures.ts';

/** A result that may be NaN. Engines may choose a NaN's bits, so it matters whether anything can observe them. */
export interface FloatResult {
  /** Position in the code, after the instruction. */
  readonly at: number;
  readonly kind: FloatKind;
  seen: boolean;
}

/** The type of the temporary variable that `canonicalize` needs. */
export const WORK_TYPE: Readonly<Record<Exclude<FloatKind, 0>, number>> = {
  [FLOAT.f32]: TYPE.f32,
  [FLOAT.f64]: TYPE.f64,
  [FLOAT.f32x4]: TYPE.v128,
  [FLOAT.f64x2]: TYPE.v128,
};

const F32_NAN = [0, 0, 0xc0, 0x7f] as const;
const F64_NAN = [0, 0, 0, 0, 0, 0, 0xf8, 0x7f] as const;
const V128_CONST = 12;
const F32X4_EQ = 65;
const F64X2_EQ = 71;
const BITSELECT = 82;

/** Replaces a NaN on top of the stack with the canonical NaN, whose bits are the same everywhere. */
export function canonicalize(out: ByteWriter, kind: FloatKind, work: number): void {
  out.byte(OP.localTee).u32(work);
  switch (kind) {
    case FLOAT.f32:
      out.byte(OP.f32Const).bytes(F32_NAN).byte(OP.localGet).u32(work).byte(OP.localGet).u32(work);
      out.byte(OP.f32Eq).byte(OP.select);
      break;
    case FLOAT.f64:
      out.byte(OP.f64Const).bytes(F64_NAN).byte(OP.localGet).u32(work).byte(OP.localGet).u32(work);
      out.byte(OP.f64Eq).byte(OP.select);
      break;
    default: {
      const four = kind === FLOAT.f32x4;
      out.byte(OP.simd).u32(V128_CONST);
      for (let lane = 0; lane < (four ? 4 : 2); lane++) out.bytes(four ? F32_NAN : F64_NAN);
      out.byte(OP.localGet).u32(work).byte(OP.localGet).u32(work);
      out
        .byte(OP.simd)
        .u32(four ? F32X4_EQ : F64X2_EQ)
        .byte(OP.simd)
        .u32(BITSELECT);
    }
  }
}

/** Tracks which operands of a function are floating-point results whose bits haven't been observed. */
export class FloatOperands {
  readonly produced: FloatResult[] = [];
  /** For each operand: an index in `produced`, or −1 if the operand isn't such a result. */
  private readonly operands: number[] = [];

  /**
   * Pops operands. The operands' bits are marked as observed, unless the instruction reads only the values of this kind
   * of number.
   */
  take(count: number, height: number, reads: FloatKind): void {
    for (let at = height - count; at < height; at++) {
      const index = this.operands[at] ?? -1;
      if (index < 0) continue;
      const result = this.produced[index];
      if (result.kind !== reads) result.seen = true;
      this.operands[at] = -1;
    }
  }

  /**
   * Marks the values that a branch carries as observed, because other code may observe them. These values stay on the
   * stack.
   */
  show(count: number, height: number): void {
    this.take(count, height, FLOAT.none);
  }

  give(height: number, kind: FloatKind, at: number): void {
    this.operands[height - 1] = this.produced.push({ at, kind, seen: false }) - 1;
  }

  /** Removes the operands from this height on, without marking their bits as observed. */
  drop(height: number): void {
    for (let at = height; at < this.operands.length; at++) this.operands[at] = -1;
    if (this.operands.length > height) this.operands.length = height;
  }
}
