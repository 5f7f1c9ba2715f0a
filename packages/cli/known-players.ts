import type { KnownPlayers } from '@ludus/referee/verify.ts';
import { kitOf } from './games.ts';

/** The moves of exact players in a match without budgets follow from the rules and the seed, so they are checked as well. */
export const knownPlayers: KnownPlayers = (game, info) => {
  const { players, partners } = kitOf(game);
  return info.names.map((name) =>
    partners.exact?.includes(name) ? players.find((player) => player.name === name)?.open() : undefined,
  );
};
