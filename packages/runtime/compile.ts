/** C++ players and source files, and their compilation on this machine. */
export { cached, keyOf } from './compile/cache.ts';
export { type CppGame, type CppSdk, fileOfName, nameOfFile, sdkKey } from './compile/cpp-sdk.ts';
export { buildNative, type NativeBuild } from './compile/native.ts';
export { endCompilers } from './compile/run-compiler.ts';
export { sandboxedCompiler } from './compile/sandboxed.ts';
export { gameOf, readSource } from './compile/source.ts';
export { nativeCompiler, systemWasmCompiler, wasmToolchain } from './compile/toolchain.ts';
export { walkedTables } from './compile/walked-tables.ts';
export { buildWasm, packagedPart, packagedSdk, placesOf, preparePackaged, yowaspVersion } from './compile/wasm.ts';
export { cppKind } from './cpp-kinds.ts';
