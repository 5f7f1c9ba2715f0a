import { fileURLToPath } from 'node:url';
import { cylinderNode } from '../cylinder/node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts = cylinderNode({
  id: 'starwar',
  headers: path('./sdk/cpp'),
  follow: path('./player/host.ts'),
  guest: path('./player/guest.ts'),
  api: path('./player/api.ts'),
  words:
    /\b(?:Starship|Starship_Id|STARSHIP|ASTEROID|POINT_BONUS|starship|starship_ok|number_starships\w*|bonus_points|number_point_bonuses)\b/g,
});
