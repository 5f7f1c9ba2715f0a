import { ask, client, RequestRejectedError } from '../api/client.ts';
import { sha256 } from '../queue/chance.ts';
import type { WorkSource } from './worker.ts';

/**
 * Returns the source of matches for a worker that reaches its server over HTTP. `worker`: this worker's name, which is
 * new at each start; `programs`: whether this worker has the full sandbox.
 */
export function remoteSource(
  server: string,
  token: string,
  worker: string,
  engine: string,
  programs: boolean,
): WorkSource {
  const options = { server, token };
  const call = client(options);
  return {
    take: (want) => call('takeWork', { body: { worker, engine, want, programs } }),
    async keep(epoch, leases) {
      return (await call('heartbeat', { body: { worker, epoch, leases: [...leases] } })).lost;
    },
    async giveBack(epoch, leases) {
      await call('giveBack', { body: { worker, epoch, leases: [...leases] } });
    },
    async answer(epoch, lease, outcome) {
      try {
        await call('result', { body: { worker, epoch, lease, outcome, engine } });
        return true;
      } catch (error) {
        if (error instanceof RequestRejectedError && error.status < 500 && error.status !== 429) return false;
        throw error;
      }
    },
    async module(hash) {
      const response = await ask(options, 'module', { params: { module: hash } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (sha256(bytes) !== hash) throw new Error(`module ${hash} arrived damaged`);
      return bytes;
    },
  };
}
