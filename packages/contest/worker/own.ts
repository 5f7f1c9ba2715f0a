import type { Answers } from '../queue/answers.ts';
import { type Desk, Stale } from '../queue/desk.ts';
import { type Asker, giveBack, giveLeases, keepLeases } from '../queue/lease.ts';
import type { WorkSource } from './worker.ts';

/** How long the server's own worker rests where nothing waits: it is woken when something comes. */
const WAIT_MS = 1000;

/** The server that the worker is a part of; `changed` receives every result. */
export function ownSource(desk: Desk, answers: Answers, asker: Asker, changed: () => void): WorkSource {
  return {
    take: async (want) => ({
      epoch: desk.epoch,
      jobs: await giveLeases(desk, { ...asker, programs: desk.noPrograms === undefined }, desk.engine, want),
      waitMs: WAIT_MS,
    }),
    keep: (epoch, leases) => keepLeases(desk, asker, epoch, leases),
    async giveBack(epoch, leases) {
      await giveBack(desk, asker, epoch, leases);
    },
    async answer(epoch, lease, outcome) {
      try {
        await answers.take(asker, { epoch, engine: desk.engine, lease, outcome });
        changed();
        return true;
      } catch (error) {
        if (error instanceof Stale) return false;
        throw error;
      }
    },
    async module(hash) {
      const { bytes } = await desk.store.db
        .selectFrom('modules')
        .select('bytes')
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow();
      return bytes;
    },
  };
}
