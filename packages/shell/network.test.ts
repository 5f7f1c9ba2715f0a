import { expect, test } from 'vitest';
import { isLoopback, networkOf } from './network.ts';

test.each([
  ['192.168.1.7', '192.168.1.7'],
  ['::ffff:192.168.1.7', '192.168.1.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('isLoopback recognises addresses of this machine', () => {
  expect(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.168.1.7', 'fe80::1'].map((each) => isLoopback(networkOf(each))),
  ).toEqual([...[true, true, true], ...[false, false]]);
});
