import { rolldown } from 'rolldown';
import type { GuestModules } from '../game-parts.ts';
import type { ScriptModule } from './script.ts';

const PREFIX = 'ludus/';

/**
 * Makes the modules that the engine runs for a game of its sources: the game's side of a player, what players import, and what both
 * share. The same sources give the same text on every machine, since its length counts in fuel.
 */
export async function bundleGuest({ entry, imports }: GuestModules): Promise<ScriptModule[]> {
  const inputs = Object.entries(imports).map(([name, path]) => [name.slice(PREFIX.length), path]);
  const bundle = await rolldown({ input: { '-guest': entry, ...Object.fromEntries(inputs) }, logLevel: 'silent' });
  try {
    const { output } = await bundle.generate({
      format: 'esm',
      entryFileNames: '[name]',
      chunkFileNames: '-shared-[name]',
    });
    return output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [{ name: `${PREFIX}${chunk.fileName}`, text: withoutPaths(chunk.code) }] : [],
    );
  } finally {
    await bundle.close();
  }
}

/** The bundler says in comments where a piece came from, seen from where it was started. */
const withoutPaths = (code: string): string =>
  code.replace(/^\/\/#(?:end)?region.*\n/gm, '').replace(/^\/\/ .*\.ts\n/gm, '');
