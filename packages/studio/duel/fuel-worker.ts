import { kitFor } from '../games/kits.ts';
import { fuelSeats } from '../match/fuel.ts';
import { fetchedParts } from '../match/fuel-parts.ts';
import { playMatches } from './matches.ts';

/** All other players run in their own engines, counted in fuel, as in `match/fuel-worker.ts`. */
playMatches(async ({ players, fuel, ...rules }) => {
  const kit = kitFor(rules);
  return typeof kit === 'string' || !fuel
    ? undefined
    : await fuelSeats(kit, players, fuel.modules, fetchedParts(fuel.base));
});
