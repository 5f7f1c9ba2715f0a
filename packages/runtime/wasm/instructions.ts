import { type ByteReader, ModuleRefused } from './bytes.ts';

/** The opcodes that metering has to know; all others are only stepped over and priced. */
export const OP = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  throwRef: 0x0a,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  delegate: 0x18,
  catchAll: 0x19,
  drop: 0x1a,
  tryTable: 0x1f,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  i32Eq: 0x46,
  i32LtS: 0x48,
  i64LtS: 0x53,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i64Sub: 0x7d,
  i64ShrU: 0x88,
  i64ExtendI32U: 0xad,
  refFunc: 0xd2,
  bulk: 0xfc,
  simd: 0xfd,
} as const;

/** Sub-opcodes of `bulk` that work on as many bytes or entries as the number on top of the stack says. */
export const BULK_BYTES: ReadonlySet<number> = new Set([8, 10, 11]);
export const BULK_ENTRIES: ReadonlySet<number> = new Set([12, 14, 15, 17]);
export const TABLE_GROW = 15;

/** An instruction as it was stepped over: the numbers that metering asks about. */
export interface Instruction {
  opcode: number;
  /** Sub-opcode of a prefixed instruction. */
  sub: number;
  /** Function of a call, type of an indirect call, label of a branch or delegate, function of `ref.func`. */
  index: number;
  /** Labels of `br_table` and of the clauses of `try_table`. */
  labels: number[];
}

export const newInstruction = (): Instruction => ({ opcode: 0, sub: 0, index: 0, labels: [] });

/** Steps over one instruction and says what it was. */
export function readInstruction(reader: ByteReader, into: Instruction): void {
  const opcode = reader.byte();
  into.opcode = opcode;
  if (into.labels.length > 0) into.labels = [];
  switch (opcode) {
    case OP.block:
    case OP.loop:
    case OP.if:
    case OP.try:
      skipBlockType(reader);
      return;
    case OP.tryTable: {
      skipBlockType(reader);
      for (let left = reader.u32(); left > 0; left--) {
        if (reader.byte() < 2) reader.u32();
        into.labels.push(reader.u32());
      }
      return;
    }
    case OP.br:
    case OP.brIf:
    case OP.delegate:
    case OP.call:
    case OP.refFunc:
    case OP.catch:
    case OP.throw:
    case OP.rethrow:
      into.index = reader.u32();
      return;
    case OP.brTable:
      for (let left = reader.u32(); left >= 0; left--) into.labels.push(reader.u32());
      return;
    case OP.callIndirect:
      into.index = reader.u32();
      reader.u32();
      return;
    case OP.bulk:
      readBulk(reader, into);
      return;
    case OP.simd:
      readSimd(reader, into);
      return;
    case 0x1c:
      for (let left = reader.u32(); left > 0; left--) reader.skipNumber();
      return;
    case OP.i32Const:
    case OP.i64Const:
    case 0xd0:
      reader.skipNumber();
      return;
    case 0x43:
      reader.skip(4);
      return;
    case 0x44:
      reader.skip(8);
      return;
    case 0x3f:
    case OP.memoryGrow:
      reader.byte();
      return;
    default:
  }
  if (opcode >= OP.localGet && opcode <= 0x26) reader.u32();
  else if (opcode >= 0x28 && opcode <= 0x3e) skipMemoryArgument(reader);
  else if (!isPlain(opcode))
    throw new ModuleRefused(`it uses an instruction that players may not (0x${opcode.toString(16)})`);
}

function skipBlockType(reader: ByteReader): void {
  const first = reader.bytes[reader.at];
  reader.skipNumber();
  // A reference type names what it refers to.
  if (first === 0x63 || first === 0x64) reader.skipNumber();
}

/** Instructions of one byte. */
function isPlain(opcode: number): boolean {
  return (
    opcode <= OP.nop ||
    opcode === OP.else ||
    opcode === OP.throwRef ||
    opcode === OP.end ||
    opcode === OP.return ||
    opcode === OP.catchAll ||
    opcode === OP.drop ||
    opcode === 0x1b ||
    (opcode >= 0x45 && opcode <= 0xc4) ||
    opcode === 0xd1
  );
}

function skipMemoryArgument(reader: ByteReader): void {
  if (reader.u32() >= 64) throw new ModuleRefused('it has more than one memory');
  reader.skipNumber();
}

function readBulk(reader: ByteReader, into: Instruction): void {
  const sub = reader.u32();
  into.sub = sub;
  if (sub > 17) throw new ModuleRefused(`it uses an instruction that players may not (0xfc ${sub})`);
  if (sub >= 8) reader.u32();
  if (sub === 8 || sub === 10 || sub === 12 || sub === 14) reader.u32();
}

function readSimd(reader: ByteReader, into: Instruction): void {
  const sub = reader.u32();
  into.sub = sub;
  // From 0x100 on results may differ from machine to machine.
  if (sub > 0xff) throw new ModuleRefused('it uses relaxed vector instructions, whose results differ between machines');
  if (sub <= 11 || sub === 92 || sub === 93) skipMemoryArgument(reader);
  else if (sub === 12 || sub === 13) reader.skip(16);
  else if (sub >= 21 && sub <= 34) reader.byte();
  else if (sub >= 84 && sub <= 91) {
    skipMemoryArgument(reader);
    reader.byte();
  }
}

/** What an instruction costs, in units of fuel: about a tenth of a nanosecond each on the machine of docs/budgets.md. */
export function cost({ opcode, sub }: Instruction): number {
  switch (opcode) {
    // These become no machine code.
    case OP.nop:
    case OP.block:
    case OP.loop:
    case OP.else:
    case OP.end:
    case OP.try:
    case OP.tryTable:
      return 0;
    case OP.call:
      return 4;
    case OP.callIndirect:
      return 8;
    case OP.brTable:
      return 4;
    case OP.throw:
    case OP.rethrow:
    case OP.throwRef:
      return 3000;
    case OP.memoryGrow:
      return 1000;
    case OP.bulk:
      return sub < 8 ? 2 : 20;
    case OP.simd:
      return 2;
    default:
  }
  if (opcode >= 0x28 && opcode <= 0x3e) return 2;
  // Divisions, remainders and square roots, whole numbers and others.
  if ((opcode >= 0x6d && opcode <= 0x70) || (opcode >= 0x7f && opcode <= 0x82)) return 8;
  if (opcode === 0x91 || opcode === 0x95 || opcode === 0x9f || opcode === 0xa3) return 6;
  return 1;
}
