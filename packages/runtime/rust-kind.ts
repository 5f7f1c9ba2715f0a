import { resolve } from 'node:path';
import { type RustModule, rustModule } from './process/rust-module.ts';
import type { PlayerKind, ResolveContext } from './resolve.ts';
import { wasmSource } from './wasm/source.ts';

/**
 * Rust bots with their fuel counted: `./Mine.rs`, compiled to WebAssembly. Otherwise, Rust bots are programs
 * (process-kind.ts).
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
    return await wasmSource(bytes, name, context, undefined, places);
  },
};

export const rustModuleOf = (name: string, { folder, game, limits }: ResolveContext): Promise<RustModule> =>
  rustModule(resolve(folder, name), { name, game: game.id, sandbox: limits?.sandbox });
