import { ByteReader } from './bytes.ts';
import { type Instruction, newInstruction, OP, readInstruction } from './instructions.ts';
import { LIMITS } from './limits.ts';
import type { FunctionType, ModuleOutline } from './module.ts';
import { rejectedModule } from './module-problems.ts';
import { effectOf } from './signatures.ts';

/** A block that is open at the current instruction. */
export interface OpenBlock {
  /** The instruction that opened the block, or the block's latest `else` or `catch`. */
  opcode: number;
  /** Number of operands below the block. */
  readonly base: number;
  readonly parameters: number;
  readonly results: number;
}

/**
 * Iterates over a function's code, and tracks the open blocks and the number of operands at each instruction. Code
 * after an unconditional branch never runs and isn't compiled to machine code, so it is skipped.
 */
export class Walk {
  readonly instruction: Instruction = newInstruction();
  readonly blocks: OpenBlock[] = [];
  /** Number of operands before and after the instruction, and the maximum number so far. */
  before = 0;
  height = 0;
  most = 0;
  /** At an `else`, `catch`, or `end`: whether execution can get here from the code directly before this instruction. */
  fell = true;
  /** At an `end`: the block that the `end` closes. */
  closed: OpenBlock | undefined;
  /** The offset at which the instruction starts. The instruction ends at the reader's position. */
  from: number;
  private dead = false;
  private readonly reader: ByteReader;
  private readonly module: ModuleOutline;

  constructor(module: ModuleOutline, code: number, end: number, type: FunctionType) {
    this.module = module;
    this.reader = new ByteReader(module.bytes, code, end);
    this.from = code;
    this.blocks.push({ opcode: OP.block, base: 0, parameters: 0, results: type.results.length });
  }

  get to(): number {
    return this.reader.at;
  }

  /** Number of operands that a branch to that label carries. */
  carried(depth: number): number {
    const block = this.blocks[this.blocks.length - 1 - depth];
    return block.opcode === OP.loop ? block.parameters : block.results;
  }

  /** The next reachable instruction, or the end of a block; false at the end of the function. */
  next(): boolean {
    if (this.blocks.length === 0) return false;
    const { reader, instruction } = this;
    if (this.dead) this.skip();
    else {
      this.from = reader.at;
      readInstruction(reader, instruction);
    }
    this.fell = !this.dead;
    this.dead = false;
    this.before = this.height;
    switch (instruction.opcode) {
      case OP.if:
        this.height--;
        this.open();
        break;
      case OP.block:
      case OP.loop:
      case OP.try:
        this.open();
        break;
      case OP.else:
      case OP.catch:
      case OP.catchAll:
        this.continueBlock(instruction.opcode);
        break;
      case OP.end:
      case OP.delegate:
        this.closed = this.blocks.pop()!;
        this.height = this.closed.base + this.closed.results;
        break;
      case OP.br:
      case OP.brTable:
      case OP.return:
      case OP.throw:
      case OP.rethrow:
      case OP.unreachable:
        this.dead = true;
        break;
      case OP.brIf:
        this.height--;
        break;
      case OP.call:
        this.call(this.module.types[this.module.functionTypes[instruction.index]]);
        break;
      case OP.callIndirect:
        this.height--;
        this.call(this.module.types[instruction.index]);
        break;
      default: {
        const effect = effectOf(instruction);
        this.height += (effect & 3) - (effect >> 2);
      }
    }
    if (this.height > this.most) this.most = this.height;
    return true;
  }

  private skip(): void {
    const { reader, instruction } = this;
    for (let depth = 0; ; ) {
      this.from = reader.at;
      readInstruction(reader, instruction);
      switch (instruction.opcode) {
        case OP.block:
        case OP.loop:
        case OP.if:
        case OP.try:
          depth++;
          break;
        case OP.end:
        case OP.delegate:
          if (depth-- === 0) return;
          break;
        case OP.else:
        case OP.catch:
        case OP.catchAll:
          if (depth === 0) return;
          break;
        default:
      }
    }
  }

  private open(): void {
    const { opcode, block } = this.instruction;
    const type = block >= 0 ? this.module.types[block] : undefined;
    const parameters = type?.parameters.length ?? 0;
    const results = type ? type.results.length : block === EMPTY ? 0 : 1;
    if (this.blocks.length >= LIMITS.nesting) throw rejectedModule('module/nesting');
    this.blocks.push({ opcode, base: this.height - parameters, parameters, results });
  }

  private continueBlock(opcode: number): void {
    const block = this.blocks[this.blocks.length - 1];
    block.opcode = opcode;
    if (opcode === OP.else) this.height = block.base + block.parameters;
    else if (opcode === OP.catchAll) this.height = block.base;
    else this.height = block.base + this.module.types[this.module.tagTypes[this.instruction.index]].parameters.length;
  }

  private call(type: FunctionType): void {
    this.height += type.results.length - type.parameters.length;
  }
}

const EMPTY = 0x40 - 0x80;
