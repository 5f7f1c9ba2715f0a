import { fileURLToPath } from 'node:url';
import type { AddGameCommand, NodeParts } from '../node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts: NodeParts = {
  libraries: { python: [path('./sdk/python')] },
  follow: path('./player/host.ts'),
  guest: { entry: path('./player/guest.ts'), imports: { 'ludus/trails': path('./player/api.ts') } },
};

/** The game's commands, loaded when they are called. */
export const commands: Readonly<Record<string, () => Promise<AddGameCommand>>> = {
  battlesnake: async () => (await import('./commands/battlesnake.ts')).battlesnake,
};
