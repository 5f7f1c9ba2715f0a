import { BULK, type Instruction, OP } from './instructions.ts';
import type { ModuleOutline } from './module.ts';
import type { Walk } from './walk.ts';

// The prices of instructions, in units of fuel: about a tenth of a nanosecond each. `npm run bench -- fuel` measures
// each instruction in chains in which every instruction waits for the previous one, which is the worst case.

/** Price of entering a function, of each iteration of a loop, and of each zero-initialised variable. */
export const ENTRY = 4;
export const TURN = 4;
export const VARIABLE = 1;
/** Price of each value carried by a branch, the end of a block, a call, or a throw. */
export const CARRIED = 1;
/** Price of a host call, and of each piece that `fd_write` writes. The bytes are charged in addition. */
export const HOST_CALL = 1000;
export const HOST_VECTOR = 200;
/** Price of each byte written to a log. */
export const HOST_BYTES = 2;
/**
 * Price of a call that reads or writes in a suspendable program. The price is high, because the call leaves the
 * program's stack.
 */
export const PROGRAM_CALL = 3_000;
/** Price of each line of an answer, and of each of the answer's bytes, because the host parses them. */
export const ANSWER_LINE = 3_000;
export const ANSWER_BYTE = 200;
/** Price of each block of 64 random bytes that is started, and of reading a clock. */
export const RANDOM_BLOCK = 25_000;
export const CLOCK = 2_000;

/**
 * In Ludus's interpreters, the price of a block of plain instructions is divided by this number. Bots can't choose
 * these instructions. The mix of instructions in an interpreter is faster than the worst case on which the prices are
 * based (`npm run bench -- players --only python`).
 */
export const INTERPRETER_DISCOUNT = 2;

/**
 * Price of growing the memory, and of each page of memory, whether the page is added by growing or exists from the
 * start.
 */
export const GROW = 1_000;
export const PAGE = 150_000;
/** Price of throwing, and of each byte of stack that may have to be unwound. */
export const THROW = 5_000;
export const UNWIND = 2;

/** Price of loading, metering, and compiling a module, per byte. This fuel is charged before the first question. */
export const LOAD_BYTE = 500;
/** Price of one step in which a compiler processes one variable or operand (`LIMITS.work`). */
export const LOAD_WORK = 20;
/** Price of creating or writing a table entry. */
export const ENTRY_WRITTEN = 250;

/** Instructions whose price depends on the number on top of the stack: `price` for 2^shift counted units. */
export interface CountedPrice {
  readonly price: number;
  readonly shift: number;
}
export const COUNTED: Readonly<Record<number, CountedPrice>> = {
  [BULK.memoryInit]: { price: 6, shift: 3 },
  [BULK.memoryCopy]: { price: 6, shift: 3 },
  [BULK.memoryFill]: { price: 6, shift: 3 },
  [BULK.tableInit]: { price: ENTRY_WRITTEN, shift: 0 },
  [BULK.tableCopy]: { price: ENTRY_WRITTEN, shift: 0 },
  [BULK.tableFill]: { price: ENTRY_WRITTEN, shift: 0 },
  [BULK.tableGrow]: { price: ENTRY_WRITTEN, shift: 0 },
};

type Range = number | readonly [number, number];
const PLAIN = new Uint16Array(256).fill(1);
const VECTOR = new Uint16Array(256).fill(5);
const set = (table: Uint16Array, price: number, ...ranges: readonly Range[]): void => {
  for (const range of ranges) {
    const [first, last] = typeof range === 'number' ? [range, range] : range;
    table.fill(price, first, last + 1);
  }
};

// These instructions produce no machine code.
set(PLAIN, 0, OP.nop, OP.block, OP.loop, OP.else, OP.end, OP.try, OP.delegate);
set(PLAIN, 2, OP.if, OP.br, OP.brIf);
// This price is higher than for other branches, because the processor usually predicts the wrong target.
set(PLAIN, 20, OP.brTable);
set(PLAIN, 8, OP.call);
set(PLAIN, 16, OP.callIndirect);
// Loads, stores.
set(PLAIN, 5, [0x28, 0x35]);
set(PLAIN, 5, [0x36, 0x3e]);
set(PLAIN, 2, OP.globalGet, OP.globalSet, OP.memorySize);
set(PLAIN, 45, OP.tableGet, OP.tableSet);
set(PLAIN, 75, OP.refFunc);
// Counting bits, multiplying.
set(PLAIN, 4, [0x67, 0x69], [0x79, 0x7b]);
set(PLAIN, 3, 0x6c, 0x7e);
// Divisions and remainders.
set(PLAIN, 25, [0x6d, 0x70], [0x7f, 0x82]);
// Floating-point numbers.
set(PLAIN, 3, [0x5b, 0x66]);
set(PLAIN, 2, 0x8b, 0x8c, 0x99, 0x9a, 0x98, 0xa6);
set(PLAIN, 10, [0x8d, 0x90], [0x9b, 0x9e]);
set(PLAIN, 6, [0x92, 0x94], [0xa0, 0xa2]);
set(PLAIN, 24, 0x91, 0x95, 0x9f, 0xa3);
set(PLAIN, 12, 0x96, 0x97, 0xa4, 0xa5);
set(PLAIN, 12, [0xa8, 0xab], [0xae, 0xbb]);
set(PLAIN, 2, [0xbc, 0xbf], [0xc0, 0xc4]);
set(PLAIN, 2, 0x45, 0x50, OP.select, OP.selectTyped);
// Vectors: loads and stores, lanes, shifts, bits, floating-point numbers.
set(VECTOR, 8, [0, 11], 92, 93, [84, 91], 98);
set(VECTOR, 10, [15, 34], 213);
set(VECTOR, 7, [107, 109], 127, 130, [139, 141], [156, 159], [171, 173], [203, 205]);
set(VECTOR, 12, 83, 99, 100, 131, 132, 163, 164, 195, 196);
set(VECTOR, 10, [103, 106], 116, 117, 122, 148, [228, 230], [240, 242]);
set(VECTOR, 12, 94, 95, [248, 255]);
set(VECTOR, 20, [232, 235], [244, 247]);
set(VECTOR, 30, 227, 231, 239, 243);

/** The price of an instruction, not including the values that it carries. */
function priceOf({ opcode, sub }: Pick<Instruction, 'opcode' | 'sub'>): number {
  if (opcode === OP.simd) return VECTOR[sub];
  if (opcode !== OP.bulk) return PLAIN[opcode];
  if (sub < BULK.memoryInit) return 12;
  return sub === BULK.tableSize ? 5 : 120;
}

/** The price of the instruction that the walk has just reached. */
export function stepPrice(walk: Walk, module: ModuleOutline): number {
  const { instruction } = walk;
  const price = priceOf(instruction);
  switch (instruction.opcode) {
    case OP.br:
    case OP.brIf:
      return price + CARRIED * walk.carried(instruction.index);
    case OP.brTable:
      return price + CARRIED * walk.carried(instruction.labels[0]);
    case OP.return:
      return price + CARRIED * walk.blocks[0].results;
    case OP.call:
      return price + valuesOf(module, module.functionTypes[instruction.index]);
    case OP.callIndirect:
      return price + valuesOf(module, instruction.index);
    case OP.throw:
      return price + valuesOf(module, module.tagTypes[instruction.index]);
    default:
      return price;
  }
}

function valuesOf(module: ModuleOutline, type: number): number {
  const { parameters, results } = module.types[type];
  return CARRIED * (parameters.length + results.length);
}
