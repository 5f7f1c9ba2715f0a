import { ByteReader, ByteWriter, ModuleRefused } from './bytes.ts';
import { type Body, readBodies } from './call-graph.ts';
import { type MeterGlobals, meterBody } from './meter-body.ts';
import { type ModuleOutline, outline, SECTION } from './module.ts';

/** What a metered module may hold at most. */
export interface ModuleLimits {
  readonly memoryBytes: number;
  /** Functions that it may import, as `module.name`. */
  readonly imports: ReadonlySet<string>;
}

const PAGE_BYTES = 65536;
const MOST_TABLE_ENTRIES = 100_000;
const MOST_TABLES = 10;
const MOST_BYTES = 64 * 2 ** 20;

/** Names under which a metered module exports its counters. */
export const FUEL = 'ludus:fuel';
export const STACK = 'ludus:stack';
export const OUT_OF_MEMORY = 'ludus:out-of-memory';

/** What the module would run as it is instantiated is exported instead, to be called once it has its fuel. */
export const START = 'ludus:start';

/** Bytes of stack that recursion may take, as `meterBody` estimates them; within what every JavaScript engine grants. */
export const STACK_BYTES = 750_000;

/**
 * Rewrites a module so that it counts what it executes and keeps its limits: each basic block is charged as it is entered, in
 * units of fuel (docs/budgets.md); loops and functions stop (a trap) once the fuel is used up, recursion when it is too deep.
 * The counters are exported globals: fuel (i64) and stack (i32), both counting down, and whether memory was refused (i32).
 * What players may not have (imports, threads, huge tables …), and what is no module, it throws as a `ModuleRefused`.
 */
export function meter(bytes: Uint8Array<ArrayBuffer>, limits: ModuleLimits): Uint8Array<ArrayBuffer> {
  if (bytes.length > MOST_BYTES) throw new ModuleRefused('it is larger than 64 MiB');
  if (!WebAssembly.validate(bytes)) throw new ModuleRefused('it is not a valid WebAssembly module');
  const module = outline(bytes);
  for (const { module: from, name } of module.imports) {
    if (!limits.imports.has(`${from}.${name}`))
      throw new ModuleRefused(`it imports ${from}.${name}, which players do not have`);
  }
  const globals: MeterGlobals = { fuel: module.globals, stack: module.globals + 1, outOfMemory: module.globals + 2 };
  const bodies = readBodies(module);
  const out = new ByteWriter(bytes.length * 2);
  out.bytes(bytes.subarray(0, 8));
  const written = new Set<number>();
  for (const section of module.sections) {
    // Debugging information would no longer fit.
    if (section.id === SECTION.custom) continue;
    if (section.id === SECTION.start) continue;
    // The tag section stands before the globals, though its number is higher.
    if (rank(section.id) > rank(SECTION.global) && !written.has(SECTION.global))
      writeSection(out, SECTION.global, addGlobals());
    if (rank(section.id) > rank(SECTION.export) && !written.has(SECTION.export))
      writeSection(out, SECTION.export, addExports(globals, module));
    const reader = new ByteReader(bytes, section.start, section.end);
    writeSection(out, section.id, rewrite(section.id, reader, module, bodies, globals, limits));
  }
  if (!written.has(SECTION.export)) throw new ModuleRefused('it exports nothing');
  const metered = out.result();
  if (!WebAssembly.validate(metered)) throw new Error('a metered module is not valid');
  return metered;

  function writeSection(to: ByteWriter, id: number, contents: Uint8Array): void {
    to.byte(id).u32(contents.length).bytes(contents);
    written.add(id);
  }
}

/** Where a section stands among the others. */
function rank(id: number): number {
  if (id === 13) return 5.5;
  return id === 12 ? 9.5 : id;
}

function rewrite(
  id: number,
  reader: ByteReader,
  module: ModuleOutline,
  bodies: readonly Body[],
  globals: MeterGlobals,
  limits: ModuleLimits,
): Uint8Array {
  const { bytes } = reader;
  switch (id) {
    case SECTION.memory:
      return limitMemory(reader, limits.memoryBytes);
    case SECTION.table:
      return limitTables(reader);
    case SECTION.global:
      return addGlobals(reader);
    case SECTION.export:
      return addExports(globals, module, reader);
    case SECTION.code: {
      const out = new ByteWriter(bytes.length * 2);
      out.u32(bodies.length);
      bodies.forEach((body, i) => {
        const type = module.types[module.functionTypes[module.imports.length + i]];
        const metered = meterBody(bytes, body, type, globals);
        out.u32(metered.length).bytes(metered);
      });
      return out.result();
    }
    default:
      return bytes.subarray(reader.at, reader.end);
  }
}

function limitMemory(reader: ByteReader, memoryBytes: number): Uint8Array {
  if (reader.u32() !== 1) throw new ModuleRefused('it does not have exactly one memory');
  const flags = reader.byte();
  if (flags > 1) throw new ModuleRefused('its memory is shared or of 64 bits');
  const least = reader.u32();
  const most = Math.floor(memoryBytes / PAGE_BYTES);
  if (least > most)
    throw new ModuleRefused(
      `it asks for ${Math.ceil((least * PAGE_BYTES) / 2 ** 20)} MiB of memory, ${Math.floor(memoryBytes / 2 ** 20)} are allowed`,
    );
  const own = flags === 1 ? reader.u32() : most;
  return new ByteWriter().u32(1).byte(1).u32(least).u32(Math.min(own, most)).result();
}

function limitTables(reader: ByteReader): Uint8Array {
  const count = reader.u32();
  if (count > MOST_TABLES) throw new ModuleRefused(`it has more than ${MOST_TABLES} tables`);
  const out = new ByteWriter().u32(count);
  for (let left = count; left > 0; left--) {
    const type = reader.byte();
    if (type !== 0x70 && type !== 0x6f) throw new ModuleRefused('it has a table of an unknown kind');
    const flags = reader.byte();
    if (flags > 1) throw new ModuleRefused('it has a table of an unknown kind');
    const least = reader.u32();
    if (least > MOST_TABLE_ENTRIES)
      throw new ModuleRefused(`it has a table of ${least} entries, ${MOST_TABLE_ENTRIES} are allowed`);
    const own = flags === 1 ? reader.u32() : MOST_TABLE_ENTRIES;
    out
      .byte(type)
      .byte(1)
      .u32(least)
      .u32(Math.max(least, Math.min(own, MOST_TABLE_ENTRIES)));
  }
  return out.result();
}

const I32 = 0x7f;
const I64 = 0x7e;

function addGlobals(reader?: ByteReader): Uint8Array {
  const out = new ByteWriter();
  out.u32((reader?.u32() ?? 0) + 3);
  if (reader) out.bytes(reader.bytes.subarray(reader.at, reader.end));
  out.byte(I64).byte(1).byte(0x42).signed(0).byte(0x0b);
  out.byte(I32).byte(1).byte(0x41).signed(STACK_BYTES).byte(0x0b);
  out.byte(I32).byte(1).byte(0x41).signed(0).byte(0x0b);
  return out.result();
}

function addExports(globals: MeterGlobals, module: ModuleOutline, reader?: ByteReader): Uint8Array {
  const out = new ByteWriter();
  const { start } = module;
  out.u32((reader?.u32() ?? 0) + (start === undefined ? 3 : 4));
  if (reader) out.bytes(reader.bytes.subarray(reader.at, reader.end));
  out.text(FUEL).byte(3).u32(globals.fuel);
  out.text(STACK).byte(3).u32(globals.stack);
  out.text(OUT_OF_MEMORY).byte(3).u32(globals.outOfMemory);
  if (start !== undefined) out.text(START).byte(0).u32(start);
  return out.result();
}
