import {
  type OpenContext,
  PlayerNotFound,
  PlayerRefused,
  type PlayerSource,
  resolvePlayer,
} from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { PLAYER_KINDS } from './kinds.ts';

/** Finds the players of these names; what is wrong with one is a `UsageError`. */
export async function resolveAll(names: readonly string[], context: OpenContext): Promise<PlayerSource[]> {
  const { sources, refused } = await resolveField(names, context);
  for (const { sentence } of refused.values()) throw new UsageError(sentence);
  return sources as PlayerSource[];
}

/** Who of a field can play, and why the others cannot. */
export interface Field {
  /** In the order of the names; undefined for who cannot play. */
  readonly sources: readonly (PlayerSource | undefined)[];
  /** By index of the names. */
  readonly refused: ReadonlyMap<number, { readonly name: string; readonly sentence: string }>;
}

/** Like `resolveAll`, but who is there and cannot play (it does not compile, say) is only left out. */
export async function resolveField(names: readonly string[], context: OpenContext): Promise<Field> {
  const sources: (PlayerSource | undefined)[] = [];
  const refused = new Map<number, { name: string; sentence: string }>();
  for (const [index, name] of names.entries()) {
    try {
      sources.push(await resolvePlayer(name, PLAYER_KINDS, context));
    } catch (error) {
      if (error instanceof PlayerRefused) refused.set(index, { name, sentence: error.message });
      else if (error instanceof PlayerNotFound) throw new UsageError(error.message);
      else throw error;
      sources.push(undefined);
    }
  }
  return { sources, refused };
}
