import { compilePython, meter, PythonInstance, pythonLimits, startPython } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';

/**
 * Runs Python programs in the engine, whose bytes are the first argument (base64). Returns each program's output, final
 * status, and fuel.
 */
export function outcomesOf([engineBytes, ...programs]: readonly string[]): string[] {
  const bytes = Uint8Array.from(atob(engineBytes), (character) => character.charCodeAt(0));
  const engine = { module: new WebAssembly.Module(meter(bytes, pythonLimits(DEFAULT_MEMORY_BYTES)).bytes) };
  const home = startPython(engine, { sdk: [], environment: {} });
  return programs.map((text) => {
    const log: string[] = [];
    const { snapshot } = compilePython(engine, home, 'program', [{ name: 'program.py', text }]);
    const python = new PythonInstance(engine, snapshot, { log: (line) => void log.push(line), draw() {} });
    let end: string;
    try {
      end = String(python.run(BigInt(5 * FUEL_PER_SECOND), (exports) => exports.ludus_run(7)));
      end += ` ${python.written(2 ** 20)}`;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      end = python.isOutOfFuel ? 'out of fuel' : 'trapped';
    }
    return JSON.stringify({ fuel: String(python.used), end, told: python.told(), where: python.where(), log });
  });
}
