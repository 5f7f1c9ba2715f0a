import { resolve } from 'node:path';
import type { RustModule } from './process/rust-module.ts';
import type { PlayerKind, ResolveContext } from './resolve.ts';

/**
 * Rust bots with their fuel counted: `./Mine.rs`, compiled to WebAssembly. Otherwise, Rust bots are programs
 * (process-kind.ts). The code that compiles them is loaded only when a player needs it.
 */
export const rustKind: PlayerKind = {
  id: 'rust',
  isParallel: true,
  example: './Mine.rs',
  accepts: (name, { game, budget, target }) =>
    name.endsWith('.rs') && game.dialogue !== undefined && (budget === 'fuel' || target === 'wasm'),
  fits: () => 'fuel',
  async prepare(name, context) {
    const { bytes, places } = await rustModuleOf(name, context);
    return await (await import('./wasm/source.ts')).wasmSource(bytes, name, context, undefined, places);
  },
};

export async function rustModuleOf(name: string, { folder, game, limits }: ResolveContext): Promise<RustModule> {
  const { rustModule } = await import('./process/rust-module.ts');
  return await rustModule(resolve(folder, name), { name, game: game.id, sandbox: limits?.sandbox });
}
