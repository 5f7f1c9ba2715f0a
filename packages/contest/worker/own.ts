import { type QueueContext, StaleRequestError } from '../context.ts';
import type { Answers } from '../queue/answers.ts';
import { giveBack, keepLeases, type Leases, type WorkerIdentity } from '../queue/lease.ts';
import type { WorkSource } from './worker.ts';

/**
 * Delay before the server's own worker asks for matches again if none is waiting; the worker is woken when a match
 * arrives.
 */
const WAIT_MS = 1000;

/** Returns the source of matches for the server's own worker. Calls `changed` after each stored result. */
export function ownSource(
  context: QueueContext,
  answers: Answers,
  leases: Leases,
  asker: WorkerIdentity,
  changed: () => void,
): WorkSource {
  return {
    take: async (want) => ({
      epoch: context.epoch,
      jobs: await leases.take({ ...asker, programs: context.noPrograms === undefined }, context.engine, want),
      waitMs: WAIT_MS,
    }),
    keep: (epoch, leases) => keepLeases(context, asker, epoch, leases),
    async giveBack(epoch, leases) {
      await giveBack(context, asker, epoch, leases);
    },
    async answer(epoch, lease, outcome) {
      try {
        await answers.take(asker, { epoch, engine: context.engine, lease, outcome });
        changed();
        return true;
      } catch (error) {
        if (error instanceof StaleRequestError) return false;
        throw error;
      }
    },
    async module(hash) {
      const { bytes } = await context.store.db
        .selectFrom('modules')
        .select('bytes')
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow();
      return bytes;
    },
  };
}
