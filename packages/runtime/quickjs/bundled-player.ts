import { realpathSync } from 'node:fs';
import { rolldown } from 'rolldown';
import type { GuestModules } from '../game-parts.ts';
import { guestModules } from './our-engine.ts';
import type { Script } from './script.ts';

/**
 * Bundles a built-in bot into one file with only the imports that players may use. Tests and benchmarks need players of
 * this size. `file` is the module that exports the bot as `name`.
 */
export async function bundledPlayer(game: string, file: string, name: string, guest: GuestModules): Promise<Script> {
  const entry = `${file}#player`;
  const apis = new Map(Object.entries(guest.imports).map(([id, path]) => [realpathSync(path), id]));
  const bundle = await rolldown({
    input: entry,
    logLevel: 'silent',
    plugins: [
      {
        name: 'player',
        async resolveId(specifier, importer) {
          if (specifier === entry) return entry;
          const resolved = await this.resolve(specifier, importer === entry ? file : importer, { skipSelf: true });
          const api = resolved && apis.get(realpathSync(resolved.id));
          return api ? { id: api, external: true } : resolved;
        },
        load: (id) => (id === entry ? `export { ${name} as default } from ${JSON.stringify(file)};` : null),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: 'esm' });
    return { game, name, guest: await guestModules(guest), player: { name: `${name}.js`, text: output[0].code } };
  } finally {
    await bundle.close();
  }
}
