import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';
import { wasmToolchain } from '@ludus/runtime/sandbox.ts';

/** The target that C++ players are compiled to for many matches. The matches are the same, and WebAssembly plays them faster. */
export function quickTarget(asked: ResolveContext['target'], budget: BudgetChoice): 'native' | 'wasm' {
  if (asked !== undefined) return asked;
  return budget !== 'cpu' && wasmToolchain() !== undefined ? 'wasm' : 'native';
}
