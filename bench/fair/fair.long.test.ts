import { canAccount } from '@ludus/runtime/sandbox.ts';
import { expect, test } from 'vitest';
import { compiler, fair } from './fair.ts';

const missing = compiler() === undefined ? 'a C compiler (apt install gcc)' : canAccount() ? undefined : 'Linux';
if (missing && process.env.CI === 'true') throw new Error(`CI must have ${missing}`);

test.skipIf(missing)(
  `bots get the same outcomes on an overloaded machine as on an idle machine, without faults${missing ? ` (skipped without ${missing})` : ''}`,
  async () => {
    const { idle, busy } = await fair({ matches: 20, rounds: 5 });
    expect([...idle.frozen, ...busy.frozen]).toEqual([]);
    expect(busy.outcomes).toEqual(idle.outcomes);
    // The players use the intended time, and it is counted: 0.6 by their clocks, plus communication.
    for (const share of [...idle.used, ...busy.used]) expect(share).toBeGreaterThan(0.5);
  },
);
