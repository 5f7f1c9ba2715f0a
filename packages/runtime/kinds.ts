/** All kinds of players, with the code that reads and opens them on this machine. */
export { compiledModule, cppKind, wasmKind } from './cpp-kinds.ts';
export { engineBytes as pythonEngineBytes, meteredPython, ourPython, pythonHome } from './cpython/our-python.ts';
export { compiledPython, isPython, pythonSource, readPython, readPythonScript } from './cpython/python-source.ts';
export { moduleKind } from './inprocess/module.ts';
export { clearProcessFolders } from './process/player-copies.ts';
export { processKind } from './process/process-kind.ts';
export { rustForWasm, rustModule } from './process/rust-module.ts';
export { broughtFor, engineBytes, guestModules, ourEngine } from './quickjs/our-engine.ts';
export { readScript } from './quickjs/read-script.ts';
export { rustKind } from './rust-kind.ts';
export { scriptKind } from './script-kind.ts';
export { modulePlayer } from './script-source.ts';
