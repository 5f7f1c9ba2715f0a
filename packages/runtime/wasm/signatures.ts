import { BULK, type Instruction, OP } from './instructions.ts';
import { rejectedModule } from './module-problems.ts';

/**
 * The types of an instruction's operands and results, one letter each. The integers i and l have 32 and 64 bits, f and
 * d are floating-point numbers, v is a vector, and r a reference. `ii>i` has two operands and one result. Only
 * instructions with fixed types are written in this way.
 */
type Signature = string;

const PLAIN: (Signature | undefined)[] = [];
const VECTOR: (Signature | undefined)[] = [];
const SATURATING: readonly Signature[] = ['f>i', 'f>i', 'd>i', 'd>i', 'f>l', 'f>l', 'd>l', 'd>l'];

function set(
  table: (Signature | undefined)[],
  signature: Signature,
  ...ranges: readonly (number | readonly [number, number])[]
) {
  for (const range of ranges) {
    const [first, last] = typeof range === 'number' ? [range, range] : range;
    for (let opcode = first; opcode <= last; opcode++) table[opcode] = signature;
  }
}

// Loads and stores.
set(PLAIN, 'i>i', 0x28, [0x2c, 0x2f]);
set(PLAIN, 'i>l', 0x29, [0x30, 0x35]);
set(PLAIN, 'i>f', 0x2a);
set(PLAIN, 'i>d', 0x2b);
set(PLAIN, 'ii>', 0x36, 0x3a, 0x3b);
set(PLAIN, 'il>', 0x37, [0x3c, 0x3e]);
set(PLAIN, 'if>', 0x38);
set(PLAIN, 'id>', 0x39);
set(PLAIN, '>i', OP.memorySize, OP.i32Const);
set(PLAIN, 'i>i', OP.memoryGrow);
set(PLAIN, '>l', OP.i64Const);
set(PLAIN, '>f', OP.f32Const);
set(PLAIN, '>d', OP.f64Const);
// Comparisons.
set(PLAIN, 'i>i', 0x45);
set(PLAIN, 'ii>i', [0x46, 0x4f]);
set(PLAIN, 'l>i', 0x50);
set(PLAIN, 'll>i', [0x51, 0x5a]);
set(PLAIN, 'ff>i', [0x5b, 0x60]);
set(PLAIN, 'dd>i', [0x61, 0x66]);
// Arithmetic.
set(PLAIN, 'i>i', [0x67, 0x69], 0xc0, 0xc1);
set(PLAIN, 'ii>i', [0x6a, 0x78]);
set(PLAIN, 'l>l', [0x79, 0x7b], [0xc2, 0xc4]);
set(PLAIN, 'll>l', [0x7c, 0x8a]);
set(PLAIN, 'f>f', [0x8b, 0x91]);
set(PLAIN, 'ff>f', [0x92, 0x98]);
set(PLAIN, 'd>d', [0x99, 0x9f]);
set(PLAIN, 'dd>d', [0xa0, 0xa6]);
// Conversions.
set(PLAIN, 'l>i', 0xa7);
set(PLAIN, 'f>i', 0xa8, 0xa9, 0xbc);
set(PLAIN, 'd>i', 0xaa, 0xab);
set(PLAIN, 'i>l', 0xac, 0xad);
set(PLAIN, 'f>l', 0xae, 0xaf);
set(PLAIN, 'd>l', 0xb0, 0xb1, 0xbd);
set(PLAIN, 'i>f', 0xb2, 0xb3, 0xbe);
set(PLAIN, 'l>f', 0xb4, 0xb5);
set(PLAIN, 'd>f', 0xb6);
set(PLAIN, 'i>d', 0xb7, 0xb8);
set(PLAIN, 'l>d', 0xb9, 0xba, 0xbf);
set(PLAIN, 'f>d', 0xbb);
// References, and instructions that accept operands of any type.
set(PLAIN, '>r', OP.refNull, OP.refFunc);
set(PLAIN, 'r>i', OP.refIsNull);
set(PLAIN, '>x', OP.localGet, OP.globalGet);
set(PLAIN, 'x>', OP.drop, OP.localSet, OP.globalSet);
set(PLAIN, 'x>x', OP.localTee);
set(PLAIN, 'i>r', OP.tableGet);
set(PLAIN, 'ir>', OP.tableSet);
set(PLAIN, 'xxi>x', OP.select, OP.selectTyped);
set(PLAIN, '>', OP.nop);

set(VECTOR, 'i>v', [0, 10], 92, 93);
set(VECTOR, 'iv>', 11, [88, 91]);
set(VECTOR, 'iv>v', [84, 87]);
set(VECTOR, '>v', 12);
set(VECTOR, 'vv>v', 13, 14, [35, 76], [78, 81]);
set(VECTOR, 'i>v', 15, 16, 17);
set(VECTOR, 'l>v', 18);
set(VECTOR, 'f>v', 19);
set(VECTOR, 'd>v', 20);
set(VECTOR, 'v>i', 21, 22, 24, 25, 27, 83, 99, 100, 131, 132, 163, 164, 195, 196);
set(VECTOR, 'vi>v', 23, 26, 28, [107, 109], [139, 141], [171, 173], [203, 205]);
set(VECTOR, 'v>l', 29);
set(VECTOR, 'vl>v', 30);
set(VECTOR, 'v>f', 31);
set(VECTOR, 'vf>v', 32);
set(VECTOR, 'v>d', 33);
set(VECTOR, 'vd>v', 34);
set(VECTOR, 'v>v', 77, [94, 98], [103, 106], 116, 117, 122, [124, 129], [135, 138], 148);
set(VECTOR, 'v>v', 160, 161, [167, 170], 192, 193, [199, 202], 224, 225, 227, 236, 237, 239, [248, 255]);
set(VECTOR, 'vvv>v', 82);
set(VECTOR, 'vv>v', 101, 102, [110, 115], [118, 121], 123, 130, 133, 134, [142, 147], 149, [150, 153], [155, 159]);
set(VECTOR, 'vv>v', 174, 177, 181, [182, 186], [188, 191], 206, 209, 213, [214, 223], [228, 235], [240, 247]);

const BULKS: Readonly<Record<number, Signature>> = {
  [BULK.memoryInit]: 'iii>',
  [BULK.dataDrop]: '>',
  [BULK.memoryCopy]: 'iii>',
  [BULK.memoryFill]: 'iii>',
  [BULK.tableInit]: 'iii>',
  [BULK.elemDrop]: '>',
  [BULK.tableCopy]: 'iii>',
  [BULK.tableGrow]: 'ri>i',
  [BULK.tableSize]: '>i',
  [BULK.tableFill]: 'iri>',
};

/** The signature of an instruction that isn’t a block, branch, call, or throw. */
export function signatureOf({ opcode, sub }: Pick<Instruction, 'opcode' | 'sub'>): Signature {
  const found = opcode === OP.simd ? VECTOR[sub] : opcode === OP.bulk ? (SATURATING[sub] ?? BULKS[sub]) : PLAIN[opcode];
  if (found === undefined) throw rejectedModule('module/instruction', `0x${opcode.toString(16)}`, sub);
  return found;
}

/** The numbers of an instruction's operands and results, as one number: 4 × operands + results. */
export const effectOf = (instruction: Pick<Instruction, 'opcode' | 'sub'>): number => {
  const { opcode, sub } = instruction;
  const cached = opcode === OP.simd ? EFFECTS[256 + sub] : opcode === OP.bulk ? EFFECTS[512 + sub] : EFFECTS[opcode];
  if (cached === NONE) signatureOf(instruction);
  return cached;
};

const NONE = 255;
const EFFECTS = new Uint8Array(512 + 32).fill(NONE);
const remember = (at: number, signature: Signature | undefined) => {
  if (signature !== undefined) {
    const arrow = signature.indexOf('>');
    EFFECTS[at] = arrow * 4 + (signature.length - arrow - 1);
  }
};
for (const [opcode, signature] of PLAIN.entries()) remember(opcode, signature);
for (const [sub, signature] of VECTOR.entries()) remember(256 + sub, signature);
for (const [sub, signature] of SATURATING.entries()) remember(512 + sub, signature);
for (const [sub, signature] of Object.entries(BULKS)) remember(512 + Number(sub), signature);

/**
 * The floating-point type that an instruction computes or reads: a scalar of 32 or 64 bits, or a vector of such
 * scalars.
 */
export type FloatKind = 0 | 1 | 2 | 3 | 4;
export const FLOAT = { none: 0, f32: 1, f64: 2, f32x4: 3, f64x2: 4 } as const;

const COMPUTES = new Uint8Array(512);
const READS = new Uint8Array(512);
const mark = (table: Uint8Array, kind: FloatKind, ...ranges: readonly (number | readonly [number, number])[]) => {
  for (const range of ranges) {
    const [first, last] = typeof range === 'number' ? [range, range] : range;
    table.fill(kind, first, last + 1);
  }
};
// Arithmetic as WebAssembly defines it, in which the engine may choose the bits of a NaN result.
mark(COMPUTES, FLOAT.f32, [0x8d, 0x97], 0xb6);
mark(COMPUTES, FLOAT.f64, [0x9b, 0xa5], 0xbb);
mark(COMPUTES, FLOAT.f32x4, 256 + 94, [256 + 103, 256 + 106], [256 + 227, 256 + 233]);
mark(COMPUTES, FLOAT.f64x2, 256 + 95, 256 + 116, 256 + 117, 256 + 122, 256 + 148, [256 + 239, 256 + 245]);
// Instructions that treat all NaNs alike, or whose own NaN results may have any bits.
mark(READS, FLOAT.f32, [0x5b, 0x60], [0x8d, 0x97], 0xa8, 0xa9, 0xae, 0xaf, 0xbb);
mark(READS, FLOAT.f64, [0x61, 0x66], [0x9b, 0xa5], 0xaa, 0xab, 0xb0, 0xb1, 0xb6);
mark(
  READS,
  FLOAT.f32x4,
  [256 + 65, 256 + 70],
  256 + 95,
  [256 + 103, 256 + 106],
  [256 + 227, 256 + 233],
  256 + 248,
  256 + 249,
);
mark(READS, FLOAT.f64x2, [256 + 71, 256 + 76], 256 + 94, 256 + 116, 256 + 117, 256 + 122, 256 + 148);
mark(READS, FLOAT.f64x2, [256 + 239, 256 + 245], 256 + 252, 256 + 253);

const place = ({ opcode, sub }: Pick<Instruction, 'opcode' | 'sub'>): number =>
  opcode === OP.simd ? 256 + sub : opcode < 256 && opcode !== OP.bulk ? opcode : 511;

/**
 * The kind of an instruction's floating-point result if the engine chooses the bits of a NaN result; none for other
 * instructions.
 */
export const computedFloat = (instruction: Pick<Instruction, 'opcode' | 'sub'>): FloatKind =>
  COMPUTES[place(instruction)] as FloatKind;

/** The kind of floating-point operands that an instruction reads without observing the bits of a NaN. */
export function readFloat(instruction: Pick<Instruction, 'opcode' | 'sub'>): FloatKind {
  const { opcode, sub } = instruction;
  if (opcode === OP.bulk && sub < 8) return SATURATING[sub][0] === 'f' ? FLOAT.f32 : FLOAT.f64;
  return READS[place(instruction)] as FloatKind;
}
