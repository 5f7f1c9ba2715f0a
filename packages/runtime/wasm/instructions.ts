import type { ByteReader } from './bytes.ts';
import { rejectedModule } from './module-problems.ts';

/** The opcodes that metering treats specially. All other opcodes are only skipped and priced. */
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
  select: 0x1b,
  selectTyped: 0x1c,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  tableGet: 0x25,
  tableSet: 0x26,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32Eq: 0x46,
  i32LtS: 0x48,
  i32GtU: 0x4b,
  i64LtS: 0x53,
  f32Eq: 0x5b,
  f64Eq: 0x61,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32Or: 0x72,
  i64Add: 0x7c,
  i64Sub: 0x7d,
  i64Mul: 0x7e,
  i64ShrU: 0x88,
  i64ExtendI32U: 0xad,
  refNull: 0xd0,
  refIsNull: 0xd1,
  refFunc: 0xd2,
  bulk: 0xfc,
  simd: 0xfd,
} as const;

/** Sub-opcodes of `bulk`. */
export const BULK = {
  memoryInit: 8,
  dataDrop: 9,
  memoryCopy: 10,
  memoryFill: 11,
  tableInit: 12,
  elemDrop: 13,
  tableCopy: 14,
  tableGrow: 15,
  tableSize: 16,
  tableFill: 17,
} as const;

/** Encodings of the value types that players may use. */
export const TYPE = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b, funcref: 0x70, externref: 0x6f } as const;
const VALUE_TYPES: ReadonlySet<number> = new Set(Object.values(TYPE));
export const EMPTY_BLOCK = 0x40;

/** An instruction that was skipped, with the numbers that metering needs. */
export interface Instruction {
  opcode: number;
  /** Sub-opcode of a prefixed instruction. */
  sub: number;
  /**
   * The index in the instruction. In a call or `ref.func`, it is the index of a function; in an indirect call, of a
   * type. In a branch or delegate, it is the index of a label; in a throw or catch, of a tag.
   */
  index: number;
  /** The type of a block: the index of a function type, or a negative code for a block with at most one result. */
  block: number;
  /** Labels of `br_table`. */
  labels: number[];
}

export const newInstruction = (): Instruction => ({ opcode: 0, sub: 0, index: 0, block: 0, labels: [] });

/** Reads and returns a value type. Rejects types that are newer than the oldest supported engine. */
export function readValueType(reader: ByteReader): number {
  const type = reader.byte();
  if (!VALUE_TYPES.has(type)) throw rejectedModule('module/value-type');
  return type;
}

/** Reads one instruction. Rejects features that players may not use, even if the engine supports them. */
export function readInstruction(reader: ByteReader, into: Instruction): void {
  const opcode = reader.byte();
  into.opcode = opcode;
  switch (opcode) {
    case OP.block:
    case OP.loop:
    case OP.if:
    case OP.try:
      into.block = readBlockType(reader);
      return;
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
      into.labels = [];
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
    case OP.selectTyped:
      if (reader.u32() !== 1) throw rejectedModule('module/select');
      readValueType(reader);
      return;
    case OP.refNull:
      if (readValueType(reader) > TYPE.funcref) throw rejectedModule('module/value-type');
      return;
    case OP.i32Const:
    case OP.i64Const:
      reader.skipNumber();
      return;
    case OP.f32Const:
      reader.skip(4);
      return;
    case OP.f64Const:
      reader.skip(8);
      return;
    case OP.memorySize:
    case OP.memoryGrow:
      onlyMemory(reader.byte());
      return;
    default:
  }
  if (opcode >= OP.localGet && opcode <= OP.tableSet) into.index = reader.u32();
  else if (opcode >= 0x28 && opcode <= 0x3e) skipMemoryArgument(reader);
  else if (!isPlain(opcode)) throw rejectedModule('module/instruction', `0x${opcode.toString(16)}`);
}

function readBlockType(reader: ByteReader): number {
  const first = reader.bytes[reader.at];
  if (first === EMPTY_BLOCK || VALUE_TYPES.has(first)) return reader.byte() - 0x80;
  if ((first & 0xc0) === EMPTY_BLOCK) throw rejectedModule('module/value-type');
  // A non-negative signed 33-bit number has the same encoding as the unsigned number.
  return reader.u32();
}

/** Whether the opcode is a complete instruction of one byte. */
function isPlain(opcode: number): boolean {
  return (
    opcode <= OP.nop ||
    opcode === OP.else ||
    opcode === OP.end ||
    opcode === OP.return ||
    opcode === OP.catchAll ||
    opcode === OP.drop ||
    opcode === OP.select ||
    (opcode >= OP.i32Eqz && opcode <= 0xc4) ||
    opcode === OP.refIsNull
  );
}

function onlyMemory(index: number): void {
  if (index !== 0) throw rejectedModule('module/memories');
}

function skipMemoryArgument(reader: ByteReader): void {
  if (reader.u32() >= 64) throw rejectedModule('module/memories');
  reader.u32();
}

function readBulk(reader: ByteReader, into: Instruction): void {
  const sub = reader.u32();
  into.sub = sub;
  if (sub > BULK.tableFill) throw rejectedModule('module/instruction', '0xfc', sub);
  if (sub < BULK.memoryInit) return;
  if (sub === BULK.memoryCopy) {
    onlyMemory(reader.byte());
    onlyMemory(reader.byte());
  } else if (sub === BULK.memoryFill) onlyMemory(reader.byte());
  else {
    into.index = reader.u32();
    if (sub === BULK.memoryInit) onlyMemory(reader.byte());
    else if (sub === BULK.tableInit || sub === BULK.tableCopy) reader.u32();
  }
}

function readSimd(reader: ByteReader, into: Instruction): void {
  const sub = reader.u32();
  into.sub = sub;
  // The results of instructions from 0x100 on may differ between machines.
  if (sub > 0xff) throw rejectedModule('module/relaxed');
  if (sub <= 11 || sub === 92 || sub === 93) skipMemoryArgument(reader);
  else if (sub === 12 || sub === 13) reader.skip(16);
  else if (sub >= 21 && sub <= 34) reader.byte();
  else if (sub >= 84 && sub <= 91) {
    skipMemoryArgument(reader);
    reader.byte();
  }
}
