import { ByteReader, ByteWriter } from './bytes.ts';
import { newInstruction, OP, readInstruction } from './instructions.ts';
import { LIMITS, PAGE_BYTES } from './limits.ts';
import type { Section } from './module.ts';
import { rejectedModule } from './module-problems.ts';

/** Copies a constant expression; `place` maps the functions that the expression refers to. */
function copyExpression(reader: ByteReader, out: ByteWriter, place: (index: number) => number): void {
  const instruction = newInstruction();
  do {
    const from = reader.at;
    readInstruction(reader, instruction);
    if (instruction.opcode === OP.refFunc) out.byte(OP.refFunc).u32(place(instruction.index));
    else out.bytes(reader.bytes.subarray(from, reader.at));
  } while (instruction.opcode !== OP.end);
}

/** Globals: the module's globals, followed by the meter's. */
export function globalsWith(
  bytes: Uint8Array,
  section: Section | undefined,
  place: (index: number) => number,
  added: readonly { readonly type: number; readonly constant: number; readonly value: number }[],
): Uint8Array {
  const out = new ByteWriter();
  const reader = section && new ByteReader(bytes, section.start, section.end);
  const own = reader?.u32() ?? 0;
  out.u32(own + added.length);
  for (let left = own; left > 0; left--) {
    out.byte(reader!.byte()).byte(reader!.byte());
    copyExpression(reader!, out, place);
  }
  for (const { type, constant, value } of added) out.byte(type).byte(1).byte(constant).signed(value).byte(OP.end);
  return out.result();
}

/** Element segments, whose functions `place` maps. */
export function elements(bytes: Uint8Array, section: Section, place: (index: number) => number): Uint8Array {
  const reader = new ByteReader(bytes, section.start, section.end);
  const count = reader.u32();
  const out = new ByteWriter(section.end - section.start + 16).u32(count);
  for (let left = count; left > 0; left--) {
    const flags = reader.u32();
    out.u32(flags);
    const active = (flags & 1) === 0;
    if (active && (flags & 2) !== 0) out.u32(reader.u32());
    if (active) copyExpression(reader, out, place);
    if ((flags & 3) !== 0) out.byte(reader.byte());
    const entries = reader.u32();
    out.u32(entries);
    for (let i = 0; i < entries; i++) {
      if ((flags & 4) !== 0) copyExpression(reader, out, place);
      else out.u32(place(reader.u32()));
    }
  }
  return out.result();
}

/** The memory section with limited growth; `most` is the memory's maximum number of pages. */
export function limitMemory(
  reader: ByteReader,
  memoryBytes: number,
): { bytes: Uint8Array; least: number; most: number } {
  if (reader.u32() !== 1) throw rejectedModule('module/one-memory');
  const flags = reader.byte();
  if (flags > 1) throw rejectedModule('module/memory-kind');
  const least = reader.u32();
  const allowed = Math.floor(memoryBytes / PAGE_BYTES);
  if (least > allowed) throw rejectedModule('module/memory', least * PAGE_BYTES, memoryBytes);
  const most = Math.min(flags === 1 ? reader.u32() : allowed, allowed);
  return { bytes: new ByteWriter().u32(1).byte(1).u32(least).u32(most).result(), least, most };
}

/** The table section with limited tables; `entries` is the tables' initial number of entries. */
export function limitTables(reader: ByteReader): { bytes: Uint8Array; entries: number } {
  const count = reader.u32();
  if (count > LIMITS.tables) throw rejectedModule('module/many', LIMITS.tables, 'tables');
  const out = new ByteWriter().u32(count);
  let entries = 0;
  for (let left = count; left > 0; left--) {
    const type = reader.byte();
    const flags = reader.byte();
    if ((type !== 0x70 && type !== 0x6f) || flags > 1) throw rejectedModule('module/table-kind');
    const least = reader.u32();
    if (least > LIMITS.tableEntries) throw rejectedModule('module/table', least);
    const own = flags === 1 ? reader.u32() : LIMITS.tableEntries;
    out.byte(type).byte(1).u32(least).u32(Math.min(own, LIMITS.tableEntries));
    entries += least;
  }
  return { bytes: out.result(), entries };
}
