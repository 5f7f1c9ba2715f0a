import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';
import { wasmToolchain } from '@ludus/runtime/sandbox.ts';

/** The target that C++ players are compiled to for many matches. WebAssembly plays them faster. The matches are the same, unless
 * a bot looks at its budget: WebAssembly's is counted in fuel. */
export function quickTarget(asked: ResolveContext['target'], budget: BudgetChoice): 'native' | 'wasm' {
  if (asked !== undefined) return asked;
  return budget !== 'cpu' && wasmToolchain() !== undefined ? 'wasm' : 'native';
}
