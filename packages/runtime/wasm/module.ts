import { ByteReader, ModuleRefused } from './bytes.ts';
import { newInstruction, OP, readInstruction } from './instructions.ts';

export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
} as const;

export interface Section {
  readonly id: number;
  /** The section's contents, without its head. */
  readonly start: number;
  readonly end: number;
}

export interface FunctionType {
  readonly parameters: number;
  /** Value types as encoded, each a byte or more. */
  readonly results: readonly Uint8Array[];
  /** Equal for equal types. */
  readonly key: string;
}

export interface Import {
  readonly module: string;
  readonly name: string;
}

/** What metering has to know of a module; everything else is copied as it is. */
export interface ModuleOutline {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  readonly types: readonly FunctionType[];
  /** All are functions. */
  readonly imports: readonly Import[];
  /** The type of every function, the imported ones first. */
  readonly functionTypes: readonly number[];
  readonly globals: number;
  /** Functions that an indirect call may reach. */
  readonly inTables: readonly number[];
  /** The function that it wants to run as it is instantiated. */
  readonly start?: number;
}

/** Reads the outline of a module that WebAssembly.validate has accepted. */
export function outline(bytes: Uint8Array): ModuleOutline {
  const reader = new ByteReader(bytes, 8);
  const sections: Section[] = [];
  const types: FunctionType[] = [];
  const imports: Import[] = [];
  const functionTypes: number[] = [];
  const inTables: number[] = [];
  let globals = 0;
  let start: number | undefined;
  while (!reader.done) {
    const id = reader.byte();
    const part = reader.part(reader.u32());
    sections.push({ id, start: part.at, end: part.end });
    if (id === SECTION.type) readTypes(part, types);
    else if (id === SECTION.import) readImports(part, imports, functionTypes);
    else if (id === SECTION.function) for (let left = part.u32(); left > 0; left--) functionTypes.push(part.u32());
    else if (id === SECTION.global) globals = part.u32();
    else if (id === SECTION.start) start = part.u32();
    else if (id === SECTION.element) readElements(part, inTables);
  }
  return { bytes, sections, types, imports, functionTypes, globals, inTables, ...(start !== undefined && { start }) };
}

function readTypes(reader: ByteReader, types: FunctionType[]): void {
  for (let left = reader.u32(); left > 0; left--) {
    if (reader.byte() !== 0x60) throw new ModuleRefused('it has types other than functions');
    const start = reader.at;
    const parameters = reader.u32();
    for (let i = 0; i < parameters; i++) skipValueType(reader);
    const results: Uint8Array[] = [];
    for (let count = reader.u32(); count > 0; count--) {
      const from = reader.at;
      skipValueType(reader);
      results.push(reader.bytes.subarray(from, reader.at));
    }
    types.push({ parameters, results, key: reader.bytes.subarray(start, reader.at).join() });
  }
}

function skipValueType(reader: ByteReader): void {
  const type = reader.byte();
  if (type === 0x63 || type === 0x64) reader.skipNumber();
}

function readImports(reader: ByteReader, imports: Import[], functionTypes: number[]): void {
  for (let left = reader.u32(); left > 0; left--) {
    const module = reader.text();
    const name = reader.text();
    if (reader.byte() !== 0) throw new ModuleRefused(`it imports ${module}.${name}, which is not a function`);
    imports.push({ module, name });
    functionTypes.push(reader.u32());
  }
}

function readElements(reader: ByteReader, inTables: number[]): void {
  for (let left = reader.u32(); left > 0; left--) {
    const flags = reader.u32();
    const active = (flags & 1) === 0;
    if (active && (flags & 2) !== 0) reader.u32();
    if (active) readExpression(reader, inTables);
    const asExpressions = (flags & 4) !== 0;
    if ((flags & 3) !== 0) {
      if (asExpressions) skipValueType(reader);
      else reader.byte();
    }
    for (let count = reader.u32(); count > 0; count--) {
      if (asExpressions) readExpression(reader, inTables);
      else inTables.push(reader.u32());
    }
  }
}

/** Steps over a constant expression and notes the functions that it refers to. */
export function readExpression(reader: ByteReader, functions: number[]): void {
  const instruction = newInstruction();
  do {
    readInstruction(reader, instruction);
    if (instruction.opcode === OP.refFunc) functions.push(instruction.index);
  } while (instruction.opcode !== OP.end);
}
