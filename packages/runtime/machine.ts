/** The compilers, groups of processes, and sandboxes on this machine. */
export { canAccount, descendants } from './budget/accounting.ts';
export { cached, keyOf } from './compile/cache.ts';
export { type CppGame, type CppSdk, fileOfName, nameOfFile, sdkKey } from './compile/cpp-sdk.ts';
export { buildNative, type NativeBuild } from './compile/native.ts';
export { endCompilers } from './compile/run-compiler.ts';
export { sandboxedCompiler } from './compile/sandboxed.ts';
export { gameOf, readSource } from './compile/source.ts';
export { nativeCompiler, systemWasmCompiler, wasmToolchain } from './compile/toolchain.ts';
export { walkedTables } from './compile/walked-tables.ts';
export { buildWasm, packagedPart, packagedSdk, placesOf, preparePackaged, yowaspVersion } from './compile/wasm.ts';
export type { ControlGroup } from './groups/control-group.ts';
export {
  type CommandLine,
  contained,
  containment,
  isThere,
  killAll,
  type LaunchedProcess,
  launch,
  onPath,
  type WrappedCommand,
} from './groups/launch.ts';
export { enterGroupCommand, groupReport, makeGroup, removeGroup } from './groups/make-group.ts';
export { weaknessesOn } from './groups/operating-system.ts';
export { ownerMark } from './groups/owner-mark.ts';
export { hasDefaultExport, isCommand, isExecutable, playerCommand } from './process/language-commands.ts';
export { bestSandboxLevel, sandboxLevelProblem, sandboxLevelReports } from './sandbox/sandbox-levels.ts';
