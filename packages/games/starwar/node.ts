import { fileURLToPath } from 'node:url';
import { cylinderNode } from '../cylinder/node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts = cylinderNode({
  headers: path('./sdk/cpp'),
  follow: path('./player/host.ts'),
  words:
    /\b(?:Starship|Starship_Id|STARSHIP|ASTEROID|POINT_BONUS|starship|starship_ok|number_starships\w*|bonus_points|number_point_bonuses)\b/g,
});
