import { kitFor } from '../games/kits.ts';
import { fuelSeats } from '../match/fuel.ts';
import { fetchedParts } from '../match/fuel-parts.ts';
import { playMatches } from './matches.ts';

/**
 * Players that aren't files of the served folder run in separate engines with fuel metering, as in
 * `match/fuel-worker.ts`.
 */
playMatches(async ({ players, fuel, ...rules }) => {
  const kit = kitFor(rules);
  return typeof kit === 'string' || !fuel
    ? undefined
    : await fuelSeats(kit, players, fuel.modules, fetchedParts(fuel.base));
});
