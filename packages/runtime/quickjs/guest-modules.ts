import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { GuestModules } from '../game-parts.ts';
import { LINES, type ScriptModule } from './script.ts';

const PREFIX = 'ludus/';
/** The first module of players that follow lines; it has no file. */
const FOLLOWING = 'ludus:lines';

const followingText = (host: string): string =>
  `import { guestOfLines } from ${JSON.stringify(fileURLToPath(new URL('./guest/lines.ts', import.meta.url)))};
import { follow } from ${JSON.stringify(host)};
export const { open, start, play } = guestOfLines(follow);
`;

/**
 * Makes the modules that the engine runs for a game from its sources. They are the game's side of a player, the modules that
 * players import, and their shared part. The same sources give the same text on every machine, since its length counts in fuel.
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
    });
    const modules = output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [{ name: `${PREFIX}${chunk.fileName}`, text: withoutPaths(chunk.code) }] : [],
    );
    return followsLines ? [...modules, { name: LINES, text: '' }] : modules;
  } finally {
    await bundle.close();
  }
}

/** The bundler says in comments where a piece came from, seen from where it was started. */
const withoutPaths = (code: string): string =>
  code.replace(/^\/\/#(?:end)?region.*\n/gm, '').replace(/^\/\/ .*\.ts\n/gm, '');
