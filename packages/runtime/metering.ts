/** Metered WebAssembly, the JavaScript and Python engines, and npm’s clang: everything that also works in pages. */
export { ATTEMPTS } from './compile/attempts.ts';
export { CompileError, compilerLines } from './compile/compiler-error.ts';
export { type ClangCommands, compilePackaged, type PackagedSdk } from './compile/packaged.ts';
export { gameOf, usesExceptions, withoutComments } from './compile/source-words.ts';
export { tryAll } from './compile/try-all.ts';
export { exceptionFlags, flagsOf } from './compile/wasm-flags.ts';
export {
  compilePython,
  type PythonHome,
  PythonRejectedError,
  type ReadyPython,
  startPython,
} from './cpython/python-bot.ts';
export { type PythonEngine, pythonLimits } from './cpython/python-engine.ts';
export { bundlePython } from './cpython/python-imports.ts';
export { PythonInstance } from './cpython/python-instance.ts';
export { PythonRunner } from './cpython/python-runner.ts';
export { packSnapshot, unpackSnapshot } from './cpython/snapshot.ts';
export { bundleScript } from './quickjs/bundle-script.ts';
export { type Engine, type EngineExports, loadEngine, MemoryTooSmallError } from './quickjs/engine.ts';
export { type EraseTypes, eraserOf, type Transformer } from './quickjs/erase-types.ts';
export { isPacked, packScript, unpackScript } from './quickjs/packed-script.ts';
export { GUEST, ownModules, type Script, type ScriptModule, ScriptRejectedError } from './quickjs/script.ts';
export { ScriptRunner, tryScript } from './quickjs/script-runner.ts';
export { ByteReader, ByteWriter } from './wasm/bytes.ts';
export { UNCOUNTED_BYTES } from './wasm/call-graph.ts';
export { endingOf } from './wasm/fault.ts';
export { MAX_CHARGE, MAX_UNCHECKED_UNITS } from './wasm/fuel-checks.ts';
export { BULK, newInstruction, OP, readInstruction, TYPE } from './wasm/instructions.ts';
export { LIMITS } from './wasm/limits.ts';
export { LogWriter } from './wasm/log-writer.ts';
export { readMarker } from './wasm/marker.ts';
export { FUEL, HALTED, type MeteredModule, meter, OUT_OF_MEMORY, STACK, STACK_BYTES, START } from './wasm/meter.ts';
export { outline } from './wasm/module.ts';
export { ModuleRejectedError } from './wasm/module-problems.ts';
export type { CodePlaces } from './wasm/places.ts';
export { ENTRY_WRITTEN, HOST_CALL, HOST_VECTOR, LOAD_BYTE, LOAD_WORK, PAGE, THROW, UNWIND } from './wasm/prices.ts';
export { loadProgram, meterPlayer } from './wasm/program.ts';
export { signatureOf } from './wasm/signatures.ts';
export { ALLOWED_IMPORTS, playerImports } from './wasm/wasi.ts';
export { WasmRunner } from './wasm/wasm-runner.ts';
