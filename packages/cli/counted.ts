import type { OpenMetered } from '@ludus/referee/recording.ts';
import type { OpenContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { resolveAll } from './resolve-players.ts';

/** Opens a player with its instructions counted, whatever its context counts. */
export function countedOpener(name: string, context: OpenContext): OpenMetered {
  return async () => {
    try {
      const [source] = await resolveAll([name], { ...context, budget: 'fuel', sanitize: false });
      return await source.open();
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  };
}
