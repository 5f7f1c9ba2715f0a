import type { AddGameCommand } from '../commands.ts';

/** The game's own commands, loaded when they are called. */
export const commands: Readonly<Record<string, () => Promise<AddGameCommand>>> = {
  arena: async () => (await import('./commands/arena.ts')).arena,
  player: async () => (await import('./commands/player.ts')).player,
  maps: async () => (await import('./commands/maps.ts')).maps,
};
