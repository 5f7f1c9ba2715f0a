import { enableCompileCache } from 'node:module';

// What a process runs that plays matches of players that nobody knows (cells.ts). Its start is time in which nothing is played.
const [, , cache] = process.argv;
if (cache !== undefined) enableCompileCache(cache);
const { serveCell } = await import('@ludus/referee/cell/serve.ts');
const { engineIdentity } = await import('./identity.ts');
const { gameFolders, partsIn } = await import('./parts.ts');
const games = await gameFolders();
serveCell({
  engine: engineIdentity(),
  gameNamed(id) {
    const found = games.find(({ kit }) => kit.game.id === id);
    if (!found) return undefined;
    const { kit, folder } = found;
    return {
      ...kit,
      libraries: async () => (await partsIn(folder)).libraries,
      guest: async () => (await partsIn(folder)).guest,
    };
  },
});
