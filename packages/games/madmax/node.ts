import { fileURLToPath } from 'node:url';
import { cylinderNode } from '../cylinder/node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts = cylinderNode({
  id: 'madmax',
  headers: path('./sdk/cpp'),
  follow: path('./player/host.ts'),
  guest: path('./player/guest.ts'),
  api: path('./player/api.ts'),
  words:
    /\b(?:Car|Car_Id|CAR|TYRE|WATER_BONUS|GAS_BONUS|car|car_ok|number_cars\w*|bonus_gas|initial_gas|water_points|number_(?:water|gas)_bonuses)\b/g,
});
