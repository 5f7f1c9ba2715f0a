import type { jobs } from '../../api/jobs.ts';
import { StaleRequestError } from '../../context.ts';
import { giveBack, keepLeases, type WorkerIdentity } from '../../queue/lease.ts';
import type { AuthorizedRequest, Handlers } from '../handler.ts';
import { conflict, notFound } from '../refusal.ts';

/** Delay before a worker asks for matches again if none is waiting, in milliseconds. */
const WAIT_MS = 1000;
/** Delay before a worker that isn't allowed to play asks for matches again, in milliseconds. */
const REFUSED_MS = 30_000;

export const jobHandlers: Handlers<keyof typeof jobs> = {
  async takeWork({ context, leases }, asked) {
    const { worker, engine, want, programs } = asked.body;
    const jobs = await leases.take({ ...askerOf(asked, worker), programs }, engine, want);
    const isRefused = engine !== context.engine || asked.worker!.set_aside !== null;
    return { epoch: context.epoch, jobs, waitMs: isRefused ? REFUSED_MS : WAIT_MS };
  },

  async heartbeat({ context }, asked) {
    const { worker, epoch, leases } = asked.body;
    return { lost: await keepLeases(context, askerOf(asked, worker), epoch, leases) };
  },

  async giveBack(server, asked) {
    const { worker, epoch, leases } = asked.body;
    const given = await giveBack(server.context, askerOf(asked, worker), epoch, leases);
    if (given > 0) server.changed();
    return { given };
  },

  async result(server, asked) {
    const { worker, epoch, engine, lease, outcome } = asked.body;
    try {
      const stored = await server.answers.take(askerOf(asked, worker), { epoch, engine, lease, outcome });
      if (stored) server.played();
      return { stored };
    } catch (error) {
      if (error instanceof StaleRequestError) throw conflict('work/stale', { why: error.message });
      throw error;
    }
  },

  async module({ context }, { params }) {
    const found = await context.store.db
      .selectFrom('modules')
      .select('bytes')
      .where('hash', '=', params.module)
      .executeTakeFirst();
    if (!found) throw notFound('module');
    return { content: found.bytes };
  },
};

const askerOf = ({ worker: token }: Pick<AuthorizedRequest<'takeWork'>, 'worker'>, worker: string): WorkerIdentity => ({
  // A worker's chosen name is unique within its token.
  worker: `${token!.id}.${worker}`,
  token: token!,
});
