import { ByteReader } from '../wasm/bytes.ts';
import { customSections, sectionStart } from '../wasm/custom.ts';
import { LIMITS } from '../wasm/limits.ts';
import { SECTION } from '../wasm/module.ts';
import { ModuleRejectedError, rejectedModule } from '../wasm/module-problems.ts';
import type { CodePlaces } from '../wasm/places.ts';

/** Opcodes of a line program (DWARF 4, section 6.2.5). */
const LNS = {
  extended: 0,
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  constAddPc: 8,
  fixedAdvancePc: 9,
  setIsa: 12,
} as const;
const LNE = { endSequence: 1, setAddress: 2 } as const;

/**
 * Limits on the number of rows and of named functions. Compilers never make larger tables for a player, so larger
 * tables aren't trusted and aren't read.
 */
const MAX_ROWS = 1_000_000;
const MAX_NAMES = LIMITS.functions;

/**
 * From this offset in the code section on, the code belongs to this line. Line 0 means a file other than the player's.
 */
type Row = [offset: number, line: number];

/**
 * Source locations of the code of a player's file, and the names of the functions around them. Both come from a
 * compiler's line tables (DWARF 4, in the custom section `.debug_line`). Undefined if the module has no line tables, or
 * tables that no compiler makes. A player's source may contain custom sections, so the tables may be false. `file` is
 * the source's name in the tables.
 */
export function codePlaces(module: Uint8Array, file: string): CodePlaces | undefined {
  try {
    return readPlaces(module, file);
  } catch (error) {
    if (error instanceof ModuleRejectedError) return undefined;
    throw error;
  }
}

function readPlaces(module: Uint8Array, file: string): CodePlaces | undefined {
  const custom = customSections(module);
  const lines = custom.get('.debug_line');
  const code = sectionStart(module, SECTION.code);
  if (!lines || code === undefined) return undefined;
  const rows: Row[] = [];
  const reader = new ByteReader(lines);
  while (!reader.done) {
    const length = word(reader);
    readUnit(reader.part(length), file, rows);
  }
  rows.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const names = custom.get('name');
  return { file, rows: withoutRepeats(rows), names: names ? functionNames(names) : [] };
}

function readUnit(reader: ByteReader, file: string, rows: Row[]): void {
  const version = reader.byte() + 256 * reader.byte();
  const headerLength = word(reader);
  const program = reader.at + headerLength;
  // The headers of versions before 2 and after 4 have a different layout. Ludus requests version 4 from compilers.
  if (version < 2 || version > 4) return;
  const step = reader.byte();
  if (version === 4) reader.byte();
  reader.byte();
  const lineBase = (reader.byte() << 24) >> 24;
  const lineRange = reader.byte();
  if (lineRange === 0) throw rejectedModule('module/lines');
  const opcodeBase = reader.byte();
  const operands = Array.from({ length: opcodeBase - 1 }, () => reader.byte());
  while (cString(reader) !== '');
  const own = new Set<number>();
  for (let index = 1; ; index++) {
    const name = cString(reader);
    if (name === '') break;
    if (name.replace(/^.*\//, '') === file) own.add(index);
    for (let left = 3; left > 0; left--) unsigned(reader);
  }
  reader.at = program;
  let address = 0;
  let line = 1;
  let current = 1;
  let isDead = false;
  const add = (of: number): void => {
    if (isDead) return;
    if (rows.length === MAX_ROWS) throw rejectedModule('module/lines-long');
    rows.push([address, of]);
  };
  const emit = (): void => add(own.has(current) ? line : 0);
  const advance = (operation: number): void => {
    address += Math.floor(operation / lineRange) * step;
  };
  while (!reader.done) {
    const opcode = reader.byte();
    if (opcode >= opcodeBase) {
      advance(opcode - opcodeBase);
      line += lineBase + ((opcode - opcodeBase) % lineRange);
      emit();
      continue;
    }
    switch (opcode) {
      case LNS.extended: {
        const part = reader.part(unsigned(reader));
        const what = part.byte();
        if (what === LNE.setAddress) {
          address = word(part);
          // For code that the linker removed, the tables contain an address that doesn't exist.
          isDead = address === 0 || address >= 0xfffffffe;
        } else if (what === LNE.endSequence) {
          add(0);
          [address, line, current] = [0, 1, 1];
        }
        break;
      }
      case LNS.copy:
        emit();
        break;
      case LNS.advancePc:
        address += unsigned(reader) * step;
        break;
      case LNS.advanceLine:
        line += signed(reader);
        break;
      case LNS.setFile:
        current = unsigned(reader);
        break;
      case LNS.constAddPc:
        advance(255 - opcodeBase);
        break;
      case LNS.fixedAdvancePc:
        address += reader.byte() + 256 * reader.byte();
        break;
      default:
        for (let left = operands[opcode - 1]; left > 0; left--) unsigned(reader);
    }
  }
}

/** Keeps the last of several rows at the same offset, and drops rows that repeat the previous line. */
function withoutRepeats(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  for (const row of rows) {
    if (kept.at(-1)?.[0] === row[0]) kept.pop();
    if (kept.at(-1)?.[1] !== row[1]) kept.push(row);
  }
  return kept;
}

/** Names of functions by index, without their parameters and scopes. */
function functionNames(section: Uint8Array): string[] {
  const names: string[] = [];
  const reader = new ByteReader(section);
  while (!reader.done) {
    const kind = reader.byte();
    const part = reader.part(reader.u32());
    if (kind !== FUNCTION_NAMES) continue;
    for (let left = part.u32(); left > 0; left--) {
      const index = part.u32();
      if (index >= MAX_NAMES) throw rejectedModule('module/names');
      names[index] = shortName(part.text());
    }
  }
  return Array.from(names, (name) => name ?? '');
}
const FUNCTION_NAMES = 1;

/** A function's name without scopes and parameters: `search` for `Mine::search(int, int) const`. */
export function shortName(name: string): string {
  const plain = name.slice(0, MAX_NAME_LENGTH).replaceAll('(anonymous namespace)::', '').replace(/\(.*$/, '');
  return /([\w~]+)(?:<.*>)?$/.exec(plain)?.[1] ?? '';
}
const MAX_NAME_LENGTH = 500;

const word = (reader: ByteReader): number =>
  (reader.byte() | (reader.byte() << 8) | (reader.byte() << 16) | (reader.byte() << 24)) >>> 0;

function unsigned(reader: ByteReader): number {
  return leb128(reader, false);
}

function signed(reader: ByteReader): number {
  return leb128(reader, true);
}

/** Reads a number of up to 64 bits. */
function leb128(reader: ByteReader, isSigned: boolean): number {
  let value = 0;
  for (let [scale, left] = [1, 10]; left > 0; scale *= 128, left--) {
    const byte = reader.byte();
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return isSigned && byte & 0x40 ? value - 128 * scale : value;
  }
  throw rejectedModule('module/number');
}

function cString(reader: ByteReader): string {
  let text = '';
  for (let byte = reader.byte(); byte !== 0; byte = reader.byte()) text += String.fromCharCode(byte);
  return text;
}
