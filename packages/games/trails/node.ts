import { fileURLToPath } from 'node:url';
import type { NodeParts } from '../node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts: NodeParts = {
  libraries: { python: [path('./sdk/python')] },
  follow: path('./player/host.ts'),
  guest: { entry: path('./player/guest.ts'), imports: { 'ludus/trails': path('./player/api.ts') } },
};
