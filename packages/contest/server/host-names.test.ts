import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isOwnHost } from './host-names.ts';

test.each(['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '[::1]', '192.0.2.7', 'contest.example', hostname()])(
  'the server treats %j as its own host name',
  (name) => {
    expect(isOwnHost(name, ['Contest.example'])).toBe(true);
  },
);

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'contest.example.evil', 'notlocalhost'])(
  'the server doesn’t treat %j as its own host name',
  (name) => {
    expect(isOwnHost(name, ['contest.example'])).toBe(false);
  },
);
