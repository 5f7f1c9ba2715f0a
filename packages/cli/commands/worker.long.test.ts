import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const hash = '0'.repeat(64);

// Uses a real process, since the test sends a signal.
test('ludus worker returns a match that doesn’t end within the grace period after SIGTERM, and exits', async () => {
  const given: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url!.includes('/modules/')) {
      // The match waits for its module forever.
      worker.kill('SIGTERM');
      return;
    }
    if (request.url === '/api/jobs/give-back') given.push(JSON.parse(body));
    const seats = [{ kind: 'module', module: hash, version: 1 }];
    const input = { game: 'trails', board: '', seed: '1', key: hash, seats, engine: 'any' };
    const jobs = given.length === 0 ? [{ lease: { match: 7, number: 1, input: hash }, forMs: 60_000, input }] : [];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ epoch: 'e', jobs, waitMs: 60_000 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const worker = spawn(process.execPath, [MAIN, 'worker', '--server', url, '--token', 'lw_x', '--grace', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(worker.stderr);
  const [status] = await once(worker, 'exit');
  server.closeAllConnections();
  server.close();
  expect({ status, said: await said }).toMatchObject({ status: 0 });
  expect(given).toMatchObject([{ epoch: 'e', leases: [{ match: 7, number: 1 }] }]);
});
