import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isLoopback, listenProblem, networkOf } from './network.ts';

test.each([
  ['192.168.1.7', '192.168.1.7'],
  ['::ffff:192.168.1.7', '192.168.1.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('isLoopback recognises loopback addresses, but no others', () => {
  expect(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.168.1.7', 'fe80::1'].map((each) => isLoopback(networkOf(each))),
  ).toEqual([...[true, true, true], ...[false, false]]);
});

async function problemAt(host: string, port: number): Promise<string | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return 'it listens';
  } catch (error) {
    return listenProblem(error, host, port);
  } finally {
    server.close();
  }
}

test('listenProblem names the port if another program uses it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  expect(await problemAt('127.0.0.1', port)).toBe(`port ${port} on 127.0.0.1 is in use by another program`);
  other.close();
});

test('listenProblem names the address if the machine has no such address', async () => {
  expect(await problemAt('192.0.2.1', 0)).toBe('this machine has no address 192.0.2.1');
});

test('listenProblem has no message for other errors', () => {
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES', syscall: 'open' });
  expect(listenProblem(denied, '127.0.0.1', 80)).toBeUndefined();
  expect(listenProblem(new Error('a bug'), '127.0.0.1', 80)).toBeUndefined();
});
