import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { GuestModules } from '../game-parts.ts';
import { LINES, type ScriptModule } from './script.ts';

const PREFIX = 'ludus/';
/** The name of the main module for players that use the line protocol. The module has no file. */
const FOLLOWING = 'ludus:lines';

const followingText = (host: string): string =>
  `import { guestOfLines } from ${JSON.stringify(fileURLToPath(new URL('./guest/lines.ts', import.meta.url)))};
import { follow } from ${JSON.stringify(host)};
export const { open, start, play } = guestOfLines(follow);
`;

/**
 * Bundles the modules that the engine runs for a game. These are the game's side of a player, the modules that players
 * import, and the part that both share. The same source files give the same text on every machine. This is necessary,
 * because the length of the text affects the fuel. Comments are left out, so that editing a comment doesn't change the
 * fuel of a match.
 */
export async function bundleGuest({ entry, followsLines, imports }: GuestModules): Promise<ScriptModule[]> {
  const inputs = Object.entries(imports).map(([name, path]) => [name.slice(PREFIX.length), path]);
  const bundle = await rolldown({
    input: { '-guest': followsLines ? FOLLOWING : entry, ...Object.fromEntries(inputs) },
    logLevel: 'silent',
    plugins: [
      {
        name: 'lines',
        resolveId: (id) => (id === FOLLOWING ? id : null),
        load: (id) => (id === FOLLOWING ? followingText(entry) : null),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({
      format: 'esm',
      entryFileNames: '[name]',
      chunkFileNames: '-shared-[name]',
      comments: false,
    });
    const modules = output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [{ name: `${PREFIX}${chunk.fileName}`, text: withoutPaths(chunk.code) }] : [],
    );
    return followsLines ? [...modules, { name: LINES, text: '' }] : modules;
  } finally {
    await bundle.close();
  }
}

/**
 * Removes the bundler's comments about where each piece comes from, because their paths are relative to the current
 * folder.
 */
const withoutPaths = (code: string): string => code.replace(/^\/\/ .*\.[jt]s\n/gm, '');
