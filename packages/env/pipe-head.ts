import { hasKey } from '@ludus/game/secret-randomness.ts';
import { seatTeams } from './game-tree.ts';
import type { SharedMemory } from './memory.ts';
import type { ObserverOptions } from './observer.ts';
import type { Part } from './parts.ts';
import type { AnyVectorEnv } from './vector.ts';

/** The first line of a simulator's output: everything that the other side needs to parse the answers. */
export function headOf(
  env: AnyVectorEnv,
  observe: ObserverOptions,
  parts: readonly Part[],
  memory: SharedMemory | undefined,
): object {
  const { board, game, simulator } = env;
  return {
    protocol: 4,
    game: game.id,
    size: env.size,
    seats: env.seats,
    units: env.units,
    rounds: simulator.rounds(board),
    boards: env.hasManyBoards ? 'generated' : 'same',
    actions: simulator.actionNames,
    noAction: simulator.noAction,
    planes: simulator.planes,
    planeMost: simulator.planeMost,
    planesShape: [simulator.planes.length, ...simulator.shape(board, observe.all)],
    tables: simulator.tables.map(({ name, fields, counted }) => ({ name, fields, counted })),
    observedSeats: observe.seats,
    parts: parts.map(({ name, type, shape }) => ({ name, type, shape })),
    luck: hasKey(game),
    hidden: game.observe !== undefined,
    teams: seatTeams(env),
    turns: game.actors !== undefined,
    title: game.title,
    settings: simulator.settings(board),
    memory: memory && {
      use: memory.use,
      length: memory.length,
      actionsAt: memory.actionsAt,
      buffersAt: memory.buffersAt,
    },
  };
}
