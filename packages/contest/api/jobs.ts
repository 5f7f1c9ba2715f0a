import * as z from 'zod';
import { hash, lease, matchInput, outcome } from '../words.ts';
import { number, route } from './route.ts';

export const job = z.object({
  lease,
  /** The duration of the lease in milliseconds; each heartbeat restarts the lease. */
  forMs: z.int(),
  input: matchInput,
});
export type Job = z.infer<typeof job>;

const leaseReply = z.object({
  /** Changes when the database is restored; answers from an earlier epoch are rejected. */
  epoch: z.string(),
  jobs: z.array(job),
  /** If there is no job: the delay in milliseconds before the worker asks for a job again. */
  waitMs: z.int(),
});

/** Maximum size of a worker's request in bytes. It is larger than for other requests, because results may be large. */
const RESULT_BYTES = 16 * 2 ** 20;

export const jobs = {
  takeWork: route({
    method: 'POST',
    path: '/jobs/lease',
    needs: 'worker',
    summary: 'Lease matches to play.',
    body: z.object({
      /** The worker's name, which it chooses at each start. */
      worker: z.string().regex(/^[\w.-]{1,60}$/),
      /** The worker's engine. If it differs from the server's engine, the worker gets no jobs. */
      engine: z.string().max(100),
      want: z.int().min(1).max(64),
      /**
       * Whether the worker has the full sandbox. Only workers with the full sandbox play contests that allow programs.
       */
      programs: z.boolean().default(false),
    }),
    reply: leaseReply,
  }),
  heartbeat: route({
    method: 'POST',
    path: '/jobs/heartbeat',
    needs: 'worker',
    summary: 'Renew leases. The reply lists the leases that were lost.',
    body: z.object({ worker: z.string().max(60), epoch: z.string(), leases: z.array(lease).max(64) }),
    reply: z.object({ lost: z.array(number) }),
  }),
  giveBack: route({
    method: 'POST',
    path: '/jobs/give-back',
    needs: 'worker',
    summary: 'Return leases unplayed, before the worker stops.',
    body: z.object({ worker: z.string().max(60), epoch: z.string(), leases: z.array(lease).max(64) }),
    reply: z.object({ given: z.int() }),
  }),
  result: route({
    method: 'POST',
    path: '/jobs/result',
    needs: 'worker',
    summary:
      'Report a match’s outcome. Status 409 means that the result is rejected, for example because the match’s lease was lost.',
    body: z.object({ worker: z.string().max(60), epoch: z.string(), lease, outcome, engine: z.string().max(100) }),
    reply: z.object({
      /** False if the same answer was already stored. */
      stored: z.boolean(),
    }),
    most: RESULT_BYTES,
  }),
  module: route({
    method: 'GET',
    path: '/jobs/modules/:module',
    needs: 'worker',
    summary: 'Return a compiled bot by the hash of its bytes.',
    params: z.object({ module: hash }),
    type: 'application/octet-stream',
  }),
};
