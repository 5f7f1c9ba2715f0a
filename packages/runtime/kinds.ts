/** All kinds of players, with the code that reads and opens them on this machine. */
import { cppKind, wasmKind } from './cpp-kinds.ts';
import { builtinKind } from './inprocess/builtin.ts';
import { moduleKind } from './inprocess/module.ts';
import { processKind } from './process/process-kind.ts';
import type { PlayerKind } from './resolve.ts';
import { rustKind } from './rust-kind.ts';
import { scriptKind } from './script-kind.ts';

export { compiledModule } from './cpp-kinds.ts';
export { engineBytes as pythonEngineBytes, meteredPython, ourPython, pythonHome } from './cpython/our-python.ts';
export { compiledPython, isPython, pythonSource, readPython, readPythonScript } from './cpython/python-source.ts';
export { clearProcessFolders } from './process/player-copies.ts';
export { rustForWasm, rustModule } from './process/rust-module.ts';
export { broughtFor, engineBytes, guestModules, ourEngine } from './quickjs/our-engine.ts';
export { readScript } from './quickjs/read-script.ts';
export { modulePlayer } from './script-source.ts';
export { moduleKind, processKind, scriptKind };

/** All kinds of players, in the order in which a name is compared with them. */
export const PLAYER_KINDS: readonly PlayerKind[] = [
  builtinKind,
  cppKind,
  scriptKind,
  rustKind,
  wasmKind,
  processKind,
  moduleKind,
];
