import { ByteReader, ByteWriter } from './bytes.ts';
import { type Body, readBodies } from './call-graph.ts';
import { GLOBAL_TYPES, meterGlobals } from './emit.ts';
import { type AddedFunction, growMemory, hostCall, STACK_LEFT, stackLeft } from './host-calls.ts';
import { EMPTY_BLOCK, OP, TYPE } from './instructions.ts';
import { LIMITS, PAGE_BYTES } from './limits.ts';
import { type MeterContext, meterBody } from './meter-body.ts';
import { type ModuleOutline, outline, SECTION, typeKey } from './module.ts';
import { rejectedModule } from './module-problems.ts';
import { ENTRY_WRITTEN, INTERPRETER_DISCOUNT, LOAD_BYTE, LOAD_WORK, PAGE } from './prices.ts';
import { elements, globalsWith, limitMemory, limitTables } from './sections.ts';

/** The limits that a metered module must respect. */
export interface ModuleLimits {
  readonly memoryBytes: number;
  /**
   * Functions that the module may import, as `module.name`, and their types: `il>i` accepts a 32-bit and a 64-bit
   * integer, and returns a 32-bit integer.
   */
  readonly imports: ReadonlyMap<string, string>;
  /** Functions that the module must export, and their types. An export whose name ends in `?` here is optional. */
  readonly exports: ReadonlyMap<string, string>;
  /**
   * Whether the module is one of Ludus's interpreters rather than a bot's module. If so, its instructions cost less
   * (`INTERPRETER_DISCOUNT`).
   */
  readonly isInterpreter?: true;
  /** Whether the module may keep its memory hidden instead of exporting it. */
  readonly hiddenMemory?: true;
  /** Whether to export the globals that the module can set, so that the host can reset an instance. */
  readonly showsVariables?: true;
}

/** A module that counts its fuel. */
export interface MeteredModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * The cost of loading the module, in units of fuel: it depends on the sizes of the module, its memory, and its
   * tables.
   */
  readonly load: number;
}

/** Prefix of the exported counters of a metered module. The module's own exports must not use it. */
const OWN_NAMES = 'ludus:';
export const FUEL = `${OWN_NAMES}fuel`;
export const STACK = `${OWN_NAMES}stack`;
export const OUT_OF_MEMORY = `${OWN_NAMES}out-of-memory`;
export const HALTED = `${OWN_NAMES}halt`;

/**
 * All globals that an instance's code can set, including the meter's globals, if the module exports them
 * (`ModuleLimits`).
 */
export const variablesOf = ({ exports }: WebAssembly.Instance): WebAssembly.Global[] =>
  Object.entries(exports).flatMap(([name, value]) =>
    name.startsWith(OWN_NAMES) && value instanceof WebAssembly.Global ? [value] : [],
  );

/**
 * The name under which the start function is exported. The start function doesn't run during instantiation, but is
 * called once the module has its fuel.
 */
export const START = `${OWN_NAMES}start`;

/**
 * Stack limit of calls in bytes, as `readBodies` estimates them. The estimates exceed the real use by at least a fifth,
 * so Ludus's limit is reached before the limit of any JavaScript engine. Chromium's workers have the lowest limit (500
 * kB).
 */
export const STACK_BYTES = 560_000;

/** The ids of a module's sections, in the required order. */
const ORDER = [1, 2, 3, 4, 5, SECTION.tag, 6, 7, 9, SECTION.dataCount, 10, 11];

/**
 * Rewrites a module so that it counts its executed instructions and respects its limits. docs/fuel.md explains the
 * method, and why modules can't evade it. The counters are exported globals. Fuel (i64) and stack (i32) count down. The
 * other two (i32) state whether memory was refused, and why the module stopped itself (`HALT`). Throws a
 * `ModuleRejectedError` for features that players may not use (imports, threads, huge tables …), and for invalid
 * modules.
 */
export function meter(bytes: Uint8Array<ArrayBuffer>, limits: ModuleLimits): MeteredModule {
  if (bytes.length > LIMITS.bytes) throw rejectedModule('module/bytes');
  if (!WebAssembly.validate(bytes)) throw rejectedModule('module/invalid');
  const module = outline(bytes);
  checkImports(module, limits);
  checkExports(module, limits);
  const metered = new ModuleMeter(module, limits).run();
  if (!WebAssembly.validate(metered.bytes)) throw new Error('a metered module is not valid');
  return metered;
}

const LETTERS: Readonly<Record<string, number>> = {
  i: TYPE.i32,
  l: TYPE.i64,
  f: TYPE.f32,
  d: TYPE.f64,
  v: TYPE.v128,
  r: TYPE.funcref,
  e: TYPE.externref,
};

/** Converts a type, written in the letters that `ModuleLimits` uses, to a type key. */
function keyOfSignature(signature: string): string {
  const [parameters, results] = signature.split('>').map((part) => Uint8Array.from(part, (letter) => LETTERS[letter]));
  return typeKey(parameters, results);
}

function checkImports({ imports, functionTypes, types }: ModuleOutline, limits: ModuleLimits): void {
  imports.forEach(({ module: from, name }, at) => {
    const signature = limits.imports.get(`${from}.${name}`);
    if (signature === undefined) throw rejectedModule('module/import', `${from}.${name}`);
    if (types[functionTypes[at]].key !== keyOfSignature(signature))
      throw rejectedModule('module/import-type', `${from}.${name}`);
  });
}

function checkExports({ exports, functionTypes, types }: ModuleOutline, limits: ModuleLimits): void {
  for (const { name } of exports) {
    if (name.startsWith(OWN_NAMES)) throw rejectedModule('module/export-name', name);
  }
  for (const [wanted, signature] of limits.exports) {
    const name = wanted.replace('?', '');
    const found = exports.find((each) => each.name === name);
    if (found === undefined && name !== wanted) continue;
    if (found?.kind !== 0) throw rejectedModule('module/export', name);
    if (types[functionTypes[found.index]].key !== keyOfSignature(signature))
      throw rejectedModule('module/export-type', name);
  }
  if (!limits.hiddenMemory && !exports.some(({ name, kind }) => name === 'memory' && kind === MEMORY_KIND))
    throw rejectedModule('module/export-memory');
}

class ModuleMeter {
  private readonly module: ModuleOutline;
  private readonly limits: ModuleLimits;
  private readonly bodies: readonly Body[];
  private readonly added: AddedFunction[] = [];
  /** Types that must be added to the module's types. */
  private readonly addedTypes: { readonly parameters: readonly number[]; readonly results: readonly number[] }[] = [];
  private readonly typeIndices = new Map<string, number>();
  private load: number;

  constructor(module: ModuleOutline, limits: ModuleLimits) {
    this.module = module;
    this.limits = limits;
    this.bodies = readBodies(module);
    if (this.bodies.length === 0) throw rejectedModule('module/empty');
    for (const [index, { key }] of module.types.entries()) this.typeIndices.set(key, index);
    this.load = LOAD_BYTE * module.bytes.length;
    for (const { work } of this.bodies) this.load += LOAD_WORK * work;
  }

  run(): MeteredModule {
    const { module } = this;
    const { bytes, sections } = module;
    const globals = meterGlobals(module.globals);
    const reader = (id: number) => {
      const { start, end } = sections.get(id)!;
      return new ByteReader(bytes, start, end);
    };
    const memorySection = sections.get(SECTION.memory);
    const memory = memorySection && limitMemory(reader(SECTION.memory), this.limits.memoryBytes);
    if (!memory) throw rejectedModule('module/one-memory');
    const tables = sections.has(SECTION.table) ? limitTables(reader(SECTION.table)) : undefined;
    this.load += PAGE * memory.least + ENTRY_WRITTEN * (tables?.entries ?? 0);
    const first = module.functionTypes.length;
    const place = (index: number) => (index < module.imports.length ? first + index : index);
    module.imports.forEach(({ module: from, name }, at) => {
      const imported = `${from}.${name}`;
      const type = module.types[module.functionTypes[at]];
      this.added.push(imported === STACK_LEFT ? stackLeft(globals) : hostCall(imported, at, type, globals));
    });
    const grow = first + this.added.push(growMemory(memory.most, globals)) - 1;
    const context: MeterContext = {
      module,
      bodies: this.bodies,
      globals,
      stackBytes: STACK_BYTES,
      mostBytes: Math.min(memory.most * PAGE_BYTES, 2 ** 32 - 1),
      grow,
      discount: this.limits.isInterpreter ? INTERPRETER_DISCOUNT : 1,
      place,
      scratch: { code: new ByteWriter(4096), main: new ByteWriter(4096), variables: new ByteWriter() },
      blockType: (results) => this.blockType(results),
    };
    // The code is written before the types, because the code may need more types.
    const code = this.code(context);
    const functions = this.functions();
    const contents = (id: number): Uint8Array | undefined => {
      switch (id) {
        case SECTION.type:
          return this.types();
        case SECTION.function:
          return functions;
        case SECTION.table:
          return tables?.bytes;
        case SECTION.memory:
          return memory.bytes;
        case SECTION.global:
          return globalsWith(bytes, sections.get(id), place, meterValues());
        case SECTION.export:
          return this.exports(place, module.globals);
        case SECTION.element:
          return sections.has(id) ? elements(bytes, sections.get(id)!, place) : undefined;
        case SECTION.code:
          return code;
        default: {
          const section = sections.get(id);
          return section && bytes.subarray(section.start, section.end);
        }
      }
    };
    const out = new ByteWriter(bytes.length * 2);
    out.bytes(bytes.subarray(0, 8));
    for (const id of ORDER) {
      const section = contents(id);
      if (section) out.byte(id).u32(section.length).bytes(section);
    }
    return { bytes: out.result(), load: this.load };
  }

  private typeIndex(parameters: readonly number[], results: readonly number[]): number {
    const key = typeKey(Uint8Array.from(parameters), Uint8Array.from(results));
    let index = this.typeIndices.get(key);
    if (index === undefined) {
      index = this.module.types.length + this.addedTypes.push({ parameters, results }) - 1;
      this.typeIndices.set(key, index);
    }
    return index;
  }

  private blockType(results: Uint8Array): readonly number[] {
    if (results.length === 0) return [EMPTY_BLOCK];
    if (results.length === 1) return [results[0]];
    return [...new ByteWriter(8).signed(this.typeIndex([], [...results])).result()];
  }

  private code(context: MeterContext): Uint8Array {
    const { module, bodies, added } = this;
    const out = new ByteWriter(module.bytes.length * 2).u32(bodies.length + added.length);
    bodies.forEach((body, at) => {
      const type = module.types[module.functionTypes[module.imports.length + at]];
      meterBody(context, body, type, out);
    });
    for (const { body } of added) out.u32(body.length).bytes(body);
    return out.result();
  }

  private functions(): Uint8Array {
    const { module, added } = this;
    const own = module.functionTypes.slice(module.imports.length);
    const out = new ByteWriter(own.length * 2 + 64).u32(own.length + added.length);
    for (const type of own) out.u32(type);
    for (const { parameters, results } of added) out.u32(this.typeIndex(parameters, results));
    return out.result();
  }

  private types(): Uint8Array {
    const { module, addedTypes } = this;
    const out = new ByteWriter().u32(module.types.length + addedTypes.length);
    for (const { parameters, results } of [...module.types, ...addedTypes])
      out.byte(0x60).u32(parameters.length).bytes(parameters).u32(results.length).bytes(results);
    return out.result();
  }

  private exports(place: (index: number) => number, first: number): Uint8Array {
    const { exports, start } = this.module;
    const names = [FUEL, STACK, OUT_OF_MEMORY, HALTED];
    const variables = this.limits.showsVariables ? this.module.variables : [];
    const out = new ByteWriter().u32(exports.length + names.length + variables.length + (start === undefined ? 0 : 1));
    for (const { name, kind, index } of exports)
      out
        .text(name)
        .byte(kind)
        .u32(kind === 0 ? place(index) : index);
    for (const [at, name] of names.entries())
      out
        .text(name)
        .byte(GLOBAL_KIND)
        .u32(first + at);
    for (const index of variables) out.text(`${OWN_NAMES}global ${index}`).byte(GLOBAL_KIND).u32(index);
    if (start !== undefined) out.text(START).byte(0).u32(place(start));
    return out.result();
  }
}

const MEMORY_KIND = 2;
const GLOBAL_KIND = 3;

/** The initial values of the meter's globals: no fuel, and the whole stack. */
const meterValues = () =>
  GLOBAL_TYPES.map((type, at) => ({
    type,
    constant: type === TYPE.i64 ? OP.i64Const : OP.i32Const,
    value: at === 1 ? STACK_BYTES : 0,
  }));
