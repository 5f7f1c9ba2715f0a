import { constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInThisContext } from 'node:vm';
import {
  ByteReader,
  ByteWriter,
  ModuleRejectedError,
  newInstruction,
  readInstruction,
} from '@ludus/runtime/metering.ts';

// Creates random valid modules with the generator of wasm-opt, a program in the npm package `binaryen`. A separate
// process would take half a second to start. Here the program is loaded once, and its WebAssembly module is
// instantiated for each random module.

interface Optimizer {
  findWasmBinary(): Uint8Array<ArrayBuffer>;
  start(): Promise<unknown>;
}

const FEATURES = [
  '--mvp-features',
  '--enable-sign-ext',
  '--enable-bulk-memory',
  '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int',
  '--enable-multivalue',
  '--enable-reference-types',
  '--enable-simd',
  '--quiet',
];

/** Random bytes from a seed, from which the generator creates a module. */
function randomBytes(seed: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  let x = (seed * 2654435761) >>> 0 || 1;
  for (let i = 0; i < count; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    bytes[i] = x >>> 8;
  }
  return bytes;
}

/** Returns a function that creates a valid module from a seed, and a cleanup function. */
export async function randomModules(): Promise<{
  make(seed: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): void;
}> {
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve('binaryen/package.json')), 'bin/wasm-opt');
  const text = readFileSync(program, 'utf8').replace(/^#!.*\n/, '');
  const begins = text.lastIndexOf('createWasm().then(');
  if (begins < 0) throw new Error('wasm-opt is not as expected: another version of binaryen');
  const body = `${text.slice(0, begins)}return {findWasmBinary,start:()=>createWasm().then(()=>run())}`;
  const wrapped = runInThisContext(`(function(Module,require,__filename,__dirname,process,console){${body}})`);
  const folder = mkdtempSync(join(tmpdir(), 'ludus-random-'));
  const input = join(folder, 'input');
  const output = join(folder, 'output.wasm');
  const quiet = { log() {}, error() {}, warn() {} };
  const open = (module: object, more: readonly string[] = []): Optimizer =>
    wrapped(
      module,
      require,
      program,
      dirname(program),
      { ...asProcess, argv: ['node', program, '-ttf', input, '-o', output, ...FEATURES, ...more] },
      quiet,
    );
  const compiled = new WebAssembly.Module(open({}).findWasmBinary());
  const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) =>
    done(new WebAssembly.Instance(compiled, imports));
  return {
    async make(seed) {
      const size = 500 + (randomBytes(seed, 2)[1] << 5);
      writeFileSync(input, randomBytes(seed, size));
      await open({ instantiateWasm }, [
        ...(seed % 8 === 0 ? ['--enable-exception-handling'] : []),
        ...(seed % 2 === 1 ? ['--denan'] : []),
      ]).start();
      const made = new Uint8Array(readFileSync(output));
      try {
        return withOwnGlobals(made);
      } catch (error) {
        // The module uses features that players may not use.
        if (error instanceof ModuleRejectedError) return made;
        throw error;
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The parts of `process` that the program accesses. */
const asProcess = {
  versions: process.versions,
  type: 'node',
  platform: process.platform,
  cwd: () => process.cwd(),
  binding: () => ({ fs: constants }),
  on() {},
  stdout: { isTTY: false, write: () => true },
  stderr: { isTTY: false, write: () => true },
};

const IMPORT = 2;
const GLOBAL = 6;
/** Numbers of the sections that precede the globals. */
const BEFORE_GLOBALS: ReadonlySet<number> = new Set([0, 1, IMPORT, 3, 4, 5, 13]);
/** By type of a global: the constant expression for its initial value, which is empty. */
const NOTHING: Readonly<Record<number, readonly number[]>> = {
  127: [0x41, 0],
  126: [0x42, 0],
  125: [0x43, 0, 0, 0, 0],
  124: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
  123: [0xfd, 12, ...new Array<number>(16).fill(0)],
  112: [0xd0, 0x70],
  111: [0xd0, 0x6f],
};

/**
 * The generator's modules import globals, which players may not do. Here they become the module's globals, with the
 * same numbers.
 */
function withOwnGlobals(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(bytes, 8);
  const out = new ByteWriter(bytes.length + 256).bytes(bytes.subarray(0, 8));
  const own = new ByteWriter();
  let count = 0;
  const writeGlobals = (part?: ByteReader) => {
    if (count === 0 && !part) return;
    const section = new ByteWriter().u32(count + (part?.u32() ?? 0)).bytes(own.result());
    while (part && !part.done) {
      const type = part.byte();
      section.byte(type).byte(part.byte());
      const from = part.at;
      readExpression(part);
      // This global is initialised from another global, which was imported and now has an empty value.
      if (bytes[from] === 0x23) section.bytes(NOTHING[type] ?? []).byte(0x0b);
      else section.bytes(bytes.subarray(from, part.at));
    }
    out.byte(GLOBAL).u32(section.length).bytes(section.result());
    count = 0;
  };
  while (!reader.done) {
    const id = reader.byte();
    const part = reader.part(reader.u32());
    if (id === GLOBAL) {
      writeGlobals(part);
      continue;
    }
    if (!BEFORE_GLOBALS.has(id)) writeGlobals();
    let contents = bytes.subarray(part.at, part.end);
    if (id === IMPORT) {
      const kept = new ByteWriter();
      let left = 0;
      for (let imports = part.u32(); imports > 0; imports--) {
        const from = part.at;
        part.text();
        part.text();
        const kind = part.byte();
        if (kind === 3) {
          const type = part.byte();
          own
            .byte(type)
            .byte(part.byte())
            .bytes(NOTHING[type] ?? [])
            .byte(0x0b);
          count++;
          continue;
        }
        if (kind === 0) part.u32();
        else {
          part.byte();
          part.u32();
        }
        kept.bytes(bytes.subarray(from, part.at));
        left++;
      }
      contents = new ByteWriter().u32(left).bytes(kept.result()).result();
    }
    out.byte(id).u32(contents.length).bytes(contents);
  }
  writeGlobals();
  return out.result();
}

function readExpression(reader: ByteReader): void {
  const instruction = newInstruction();
  do readInstruction(reader, instruction);
  while (instruction.opcode !== 0x0b);
}
