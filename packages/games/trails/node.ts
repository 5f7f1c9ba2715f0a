import { fileURLToPath } from 'node:url';
import type { NodeParts } from '../node.ts';

export const parts: NodeParts = { follow: fileURLToPath(new URL('./player/host.ts', import.meta.url)) };
