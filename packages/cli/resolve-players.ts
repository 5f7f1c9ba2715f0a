import { PlayerNotFound, type PlayerSource, type ResolveContext, resolvePlayer } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { PLAYER_KINDS } from './kinds.ts';

/** Finds the players of these names; what is wrong with one is a `UsageError`. */
export async function resolveAll(names: readonly string[], context: ResolveContext): Promise<PlayerSource[]> {
  const sources: PlayerSource[] = [];
  for (const name of names) {
    try {
      sources.push(await resolvePlayer(name, PLAYER_KINDS, context));
    } catch (error) {
      if (error instanceof PlayerNotFound) throw new UsageError(error.message);
      throw error;
    }
  }
  return sources;
}
