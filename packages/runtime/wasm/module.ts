import { ByteReader } from './bytes.ts';
import { newInstruction, OP, readInstruction, readValueType, TYPE } from './instructions.ts';
import { LIMITS } from './limits.ts';
import { rejectedModule } from './module-problems.ts';

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
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

export interface Section {
  readonly id: number;
  /** The offset at which the contents of the section start, after the section's header. */
  readonly start: number;
  readonly end: number;
}

export interface FunctionType {
  /** Encoded value types, one byte each. */
  readonly parameters: Uint8Array;
  readonly results: Uint8Array;
  /** A key that is the same for all types with the same parameters and results. */
  readonly key: string;
}

export interface Import {
  readonly module: string;
  readonly name: string;
}

export interface Export {
  readonly name: string;
  /**
   * The kind of the exported item: 0 for a function, 1 for a table, 2 for a memory, 3 for a global, and 4 for a tag.
   */
  readonly kind: number;
  readonly index: number;
}

/** The facts about a module that metering needs. Metering copies everything else unchanged. */
export interface ModuleOutline {
  readonly bytes: Uint8Array;
  readonly sections: ReadonlyMap<number, Section>;
  readonly types: readonly FunctionType[];
  /** The imports, all of which are functions. */
  readonly imports: readonly Import[];
  /** The types of all functions, with imported functions first. */
  readonly functionTypes: readonly number[];
  /** The types of all tags. */
  readonly tagTypes: readonly number[];
  readonly globals: number;
  /** The globals that the module's code can set. */
  readonly variables: readonly number[];
  readonly exports: readonly Export[];
  /** Functions that may be referenced from outside the code. */
  readonly referred: readonly number[];
  /** Whether the module uses vectors, according to its types. */
  readonly vectors: boolean;
  /** The index of the function that runs during instantiation. */
  readonly start?: number;
}

/** A type's key, as in `FunctionType`. */
export const typeKey = (parameters: Uint8Array, results: Uint8Array): string =>
  `${String.fromCharCode(...parameters)}>${String.fromCharCode(...results)}`;

/** Reads the outline of a module that WebAssembly.validate has accepted. */
export function outline(bytes: Uint8Array): ModuleOutline {
  const reader = new ByteReader(bytes, 8);
  const sections = new Map<number, Section>();
  const types: FunctionType[] = [];
  const imports: Import[] = [];
  const functionTypes: number[] = [];
  const tagTypes: number[] = [];
  const exported: Export[] = [];
  const referred: number[] = [];
  let globals: Globals = { count: 0, variables: [], vectors: false };
  let start: number | undefined;
  while (!reader.done) {
    const id = reader.byte();
    const part = reader.part(reader.u32());
    if (id === SECTION.custom) continue;
    if (id > SECTION.tag) throw rejectedModule('module/section');
    sections.set(id, { id, start: part.at, end: part.end });
    if (id === SECTION.type) readTypes(part, types);
    else if (id === SECTION.import) readImports(part, imports, functionTypes);
    else if (id === SECTION.function)
      for (let left = readCount(part, 'functions', LIMITS.functions); left > 0; left--) functionTypes.push(part.u32());
    else if (id === SECTION.global) globals = readGlobals(part, referred);
    else if (id === SECTION.export) readExports(part, exported);
    else if (id === SECTION.start) start = part.u32();
    else if (id === SECTION.element) readElements(part, referred);
    else if (id === SECTION.data) readData(part);
    else if (id === SECTION.tag) readTags(part, tagTypes);
  }
  const vector: number = TYPE.v128;
  const vectors =
    globals.vectors || types.some(({ parameters, results }) => parameters.includes(vector) || results.includes(vector));
  const { count, variables } = globals;
  const found = { bytes, sections, types, imports, functionTypes, tagTypes, globals: count, variables };
  return { ...found, exports: exported, referred, vectors, ...(start !== undefined && { start }) };
}

function readCount(reader: ByteReader, what: string, most: number = LIMITS.entries): number {
  const count = reader.u32();
  if (count > most) throw rejectedModule('module/many', most, what);
  return count;
}

function readTypes(reader: ByteReader, types: FunctionType[]): void {
  for (let left = readCount(reader, 'types'); left > 0; left--) {
    if (reader.byte() !== 0x60) throw rejectedModule('module/types');
    const parameters = readValueTypes(reader);
    const results = readValueTypes(reader);
    types.push({ parameters, results, key: typeKey(parameters, results) });
  }
}

function readValueTypes(reader: ByteReader): Uint8Array {
  const count = reader.u32();
  if (count > LIMITS.values) throw rejectedModule('module/values');
  const from = reader.at;
  for (let left = count; left > 0; left--) readValueType(reader);
  return reader.bytes.subarray(from, reader.at);
}

function readImports(reader: ByteReader, imports: Import[], functionTypes: number[]): void {
  for (let left = reader.u32(); left > 0; left--) {
    const module = reader.text();
    const name = reader.text();
    if (reader.byte() !== 0) throw rejectedModule('module/import-kind', `${module}.${name}`);
    imports.push({ module, name });
    functionTypes.push(reader.u32());
  }
}

interface Globals {
  readonly count: number;
  readonly variables: readonly number[];
  readonly vectors: boolean;
}

function readGlobals(reader: ByteReader, referred: number[]): Globals {
  const count = readCount(reader, 'globals', LIMITS.functions);
  const variables: number[] = [];
  let vectors = false;
  for (let index = 0; index < count; index++) {
    vectors = readValueType(reader) === TYPE.v128 || vectors;
    if (reader.byte() === 1) variables.push(index);
    readExpression(reader, referred);
  }
  return { count, variables, vectors };
}

function readExports(reader: ByteReader, exported: Export[]): void {
  for (let left = readCount(reader, 'exports'); left > 0; left--)
    exported.push({ name: reader.text(), kind: reader.byte(), index: reader.u32() });
}

function readElements(reader: ByteReader, referred: number[]): void {
  for (let left = readCount(reader, 'element segments'); left > 0; left--) {
    const flags = reader.u32();
    const active = (flags & 1) === 0;
    if (active && (flags & 2) !== 0) reader.u32();
    if (active) readExpression(reader, referred);
    const asExpressions = (flags & 4) !== 0;
    if ((flags & 3) !== 0) {
      if (asExpressions) readValueType(reader);
      else reader.byte();
    }
    for (let count = reader.u32(); count > 0; count--) {
      if (asExpressions) readExpression(reader, referred);
      else referred.push(reader.u32());
    }
  }
}

function readData(reader: ByteReader): void {
  for (let left = readCount(reader, 'data segments'); left > 0; left--) {
    const flags = reader.u32();
    if (flags > 1) {
      if (reader.u32() !== 0) throw rejectedModule('module/memories');
    }
    if (flags !== 1) readExpression(reader, []);
    reader.skip(reader.u32());
  }
}

function readTags(reader: ByteReader, tagTypes: number[]): void {
  for (let left = reader.u32(); left > 0; left--) {
    reader.byte();
    tagTypes.push(reader.u32());
  }
}

/** Reads a constant expression in its oldest form: one constant or reference. Records the referenced functions. */
function readExpression(reader: ByteReader, functions: number[]): void {
  const instruction = newInstruction();
  readInstruction(reader, instruction);
  const { opcode, sub } = instruction;
  if (opcode === OP.refFunc) functions.push(instruction.index);
  else if (
    !(opcode >= OP.i32Const && opcode <= OP.f64Const) &&
    opcode !== OP.refNull &&
    !(opcode === OP.simd && sub === 12)
  )
    throw rejectedModule('module/constant');
  readInstruction(reader, instruction);
  if (instruction.opcode !== OP.end) throw rejectedModule('module/constant');
}
