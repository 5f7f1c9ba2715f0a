import { serveJobs } from '@ludus/referee/serve-jobs.ts';
import { guestFor } from '@ludus/runtime/parts.ts';
import { customGameKits } from './custom-games.ts';
import { gameFolder, gameFolders, nodePartsOf } from './game-folders.ts';
import { engineIdentity } from './identity.ts';

// The main module of a process that plays matches of untrusted players (match-processes.ts). If a custom game can't be
// loaded, the error is reported when the process starts.
if (customGameKits().length > 0) await gameFolders();
serveJobs({
  engine: engineIdentity(),
  async findGame(id) {
    const found = await gameFolder(id);
    if (!found) return undefined;
    const { kit, folder } = found;
    return {
      ...kit,
      libraries: async () => (await nodePartsOf(folder)).libraries,
      guest: async () => guestFor(kit.game, { ...kit, ...(await nodePartsOf(folder)) }),
    };
  },
});
