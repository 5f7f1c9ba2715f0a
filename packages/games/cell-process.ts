import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyKit } from './kit.ts';
import type { NodeParts } from './node.ts';

// What a process runs that plays matches of players that nobody knows (cells.ts). Its start is time in which nothing is played.
const [, , cache] = process.argv;
if (cache !== undefined) enableCompileCache(cache);
const { serveCell } = await import('@ludus/referee/cell/serve.ts');
const { engineIdentity } = await import('./identity.ts');
const { KITS } = await import('./registry.ts');
const { kitsElsewhere } = await import('./elsewhere.ts');
const here = fileURLToPath(new URL('./', import.meta.url));
const games = KITS.map((kit) => ({ kit, folder: join(here, kit.game.id) }));
for (const file of kitsElsewhere())
  games.push({ kit: ((await import(file)) as { kit: AnyKit }).kit, folder: dirname(file) });
serveCell({
  engine: engineIdentity(),
  gameNamed(id) {
    const found = games.find(({ kit }) => kit.game.id === id);
    return found && { ...found.kit, libraries: () => librariesIn(found.folder) };
  },
});

async function librariesIn(folder: string): Promise<NodeParts['libraries']> {
  const file = join(folder, 'node.ts');
  if (!existsSync(file)) return undefined;
  const { parts } = (await import(pathToFileURL(file).href)) as { readonly parts?: NodeParts };
  return parts?.libraries;
}
