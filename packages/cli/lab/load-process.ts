import { contextOf } from '../context.ts';
import { loadGame } from '../games-for-board.ts';
import { resolveField } from '../resolve-players.ts';
import type { LoaderMessage, LoaderRequest } from './load-isolated.ts';

/**
 * Runs in the process that tests players' modules before a run (load-isolated.ts). Loads the requested players one
 * after the other, and reports each player's name, or the reason why a player can't play.
 */
function serveLoading(): void {
  const send = process.send!.bind(process) as (message: LoaderMessage) => void;
  process.on('disconnect', () => process.exit());
  process.once('message', ({ specs, game, ...options }: LoaderRequest) => {
    void (async () => {
      const context = await contextOf(await loadGame(game), { ...options, isolated: true });
      for (const [index, spec] of specs.entries()) {
        send({ kind: 'loading', index });
        try {
          const { sources, refused } = await resolveField([spec], context);
          const refusal = refused.get(0);
          if (refusal) send({ kind: 'refused', index, sentence: refusal.sentence });
          else send({ kind: 'loaded', index, name: sources[0]!.name });
        } catch (error) {
          send({ kind: 'missing', sentence: (error as Error).message });
        }
      }
      send({ kind: 'done' });
    })();
  });
}

serveLoading();
