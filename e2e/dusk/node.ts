import { fileURLToPath } from 'node:url';
import type { NodeParts } from 'ludus/kit.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts: NodeParts = { follow: path('./player/host.ts') };
