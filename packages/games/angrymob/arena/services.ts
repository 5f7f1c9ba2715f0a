import type { Services } from '../../node.ts';
import { isMapSeed } from '../rules/board.ts';
import { Arenas } from './arenas.ts';

/** What the studio's panel asks for: an arena on the map of a seed. */
export function services(): Services {
  const arenas = new Arenas();
  return {
    calls: {
      async arena(query) {
        const seed = query.get('seed') ?? '';
        if (!/^-?\d{1,19}$/.test(seed) || !isMapSeed(BigInt(seed))) throw new Error(`${seed} is no seed of a map`);
        return await arenas.open(BigInt(seed));
      },
    },
    close: () => arenas.close(),
  };
}
