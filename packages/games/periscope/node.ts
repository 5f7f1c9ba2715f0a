import { fileURLToPath } from 'node:url';
import type { NodeParts } from '../node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts: NodeParts = {
  follow: path('./player/host.ts'),
  libraries: { python: [path('./sdk/python')], java: [] },
};
