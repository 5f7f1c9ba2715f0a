import { fileURLToPath } from 'node:url';
import type { AddGameCommand, NodeParts } from '../node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const parts: NodeParts = {
  follow: path('./player/host.ts'),
  guest: { entry: path('./player/guest.ts'), imports: { 'ludus/angrymob': path('./player/api.ts') } },
  libraries: {
    python: [path('./sdk/python')],
    java: [path('./sdk/java/AngryMob.java')],
    cpp: [path('./sdk/cpp/angrymob.hpp')],
  },
  services: async () => (await import('./arena/arenas.ts')).services(),
};

/** The game's commands, loaded when they are called. */
export const commands: Readonly<Record<string, () => Promise<AddGameCommand>>> = {
  arena: async () => (await import('./commands/arena.ts')).arena,
  player: async () => (await import('./commands/player.ts')).player,
  maps: async () => (await import('./commands/maps.ts')).maps,
};
