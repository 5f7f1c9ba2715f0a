import type { KnownPlayers } from '@ludus/referee/verify.ts';
import { kitOf } from './games.ts';

/** What exact players ask in a match without budgets follows from the rules and the seed, so it is checked too. */
export const knownPlayers: KnownPlayers = (game, info) => {
  const { players, partners } = kitOf(game);
  return info.names.map((name) =>
    partners.exact?.includes(name) ? players.find((player) => player.name === name)?.open() : undefined,
  );
};
