import { kitOf } from '../games/kits.ts';
import { fuelSeats } from '../match/fuel.ts';
import { fetchedParts } from '../match/fuel-parts.ts';
import { playMatches } from './matches.ts';

/** All other players run in engines of their own, counted in fuel, as in `match/fuel-worker.ts`. */
playMatches(async ({ game, players, fuel }) => {
  const kit = kitOf(game);
  return kit && fuel && (await fuelSeats(kit, players, fuel.modules, fetchedParts(fuel.base)));
});
