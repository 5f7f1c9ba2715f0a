import { serveJobs } from '@ludus/referee/serve-jobs.ts';
import { guestFor } from '@ludus/runtime/parts.ts';
import { gameFolders, nodePartsOf } from './game-folders.ts';
import { engineIdentity } from './identity.ts';

// The program of a process that plays matches of untrusted players (match-processes.ts).
const games = await gameFolders();
serveJobs({
  engine: engineIdentity(),
  findGame(id) {
    const found = games.find(({ kit }) => kit.game.id === id);
    if (!found) return undefined;
    const { kit, folder } = found;
    return {
      ...kit,
      libraries: async () => (await nodePartsOf(folder)).libraries,
      guest: async () => guestFor(kit.game, { ...kit, ...(await nodePartsOf(folder)) }),
    };
  },
});
