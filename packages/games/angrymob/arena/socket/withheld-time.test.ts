import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { NOTHING_WITHHELD, withheldTimeOf } from './withheld-time.ts';

/** Returns the server's end of a connection that `open` makes to the given port. */
async function accepted(open: (port: number) => void): Promise<{ socket: Socket; close: () => Promise<void> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  open(typeof address === 'object' && address !== null ? address.port : 0);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const close = async () => {
    socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { socket, close };
}

test.skipIf(process.platform !== 'linux')(
  'a player’s separate process is found, and the player gets no more extra time than has passed (Linux only)',
  async () => {
    const code = 'require("net").connect(+process.argv[1], "127.0.0.1").on("end", () => process.exit())';
    const { socket, close } = await accepted((port) => {
      spawn(process.execPath, ['-e', code, `${port}`], { stdio: 'ignore' });
    });
    const withheld = await withheldTimeOf(socket);
    expect(withheld).not.toBe(NOTHING_WITHHELD);
    const start = performance.now();
    // Nothing is marked yet, so any wait since the start of the process may count.
    let credit = 0;
    for (let look = 0; look < 5; look++) {
      const now = withheld.since(start);
      // Checking again does not reduce the credited time.
      expect(now).toBeGreaterThanOrEqual(credit);
      expect(now).toBeLessThanOrEqual(performance.now() - start);
      credit = now;
    }
    withheld.mark();
    expect(withheld.since(start)).toBeLessThanOrEqual(performance.now() - start);
    await close();
  },
);

test('a player in the arena’s own process gets no extra time', async () => {
  let client: Socket | undefined;
  const { socket, close } = await accepted((port) => {
    client = connect(port, '127.0.0.1').on('error', () => {});
  });
  expect(await withheldTimeOf(socket)).toBe(NOTHING_WITHHELD);
  client?.destroy();
  await close();
});
