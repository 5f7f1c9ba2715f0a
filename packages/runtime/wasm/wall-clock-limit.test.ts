import { expect, test, vi } from 'vitest';
import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { WallClockLimit } from './wall-clock-limit.ts';

/** A clock that the test sets. */
const clock = { at: 0, used: 0, now: () => clock.at, cpu: () => clock.used };

function call(limit: WallClockLimit, ms: number, cpuMs: number): void {
  const end = limit.begin();
  clock.at += ms;
  clock.used += cpuMs;
  end();
}

test('only the CPU time counts for a call that waits for a busy machine', () => {
  const limit = new WallClockLimit('Mine', clock);
  call(limit, 60_000, 4000);
  expect(limit.exceeded(0)).toBeUndefined();
  call(limit, 60_000, 1500);
  expect(limit.exceeded(0)?.message).toBe('The match is void: Mine took 5.5 s for work that is priced at 0.000 s.');
});

test('work with a price discount of 2 may take twice as long', () => {
  const limit = new WallClockLimit('Mine', clock, 2);
  call(limit, 44_000, 44_000);
  expect(limit.exceeded(FUEL_PER_SECOND)).toBeUndefined();
  call(limit, 2000, 2000);
  expect(limit.exceeded(FUEL_PER_SECOND)?.limit).toBe('slow');
});

test('the wall-clock time of short calls counts, but other players’ time between calls doesn’t', () => {
  const limit = new WallClockLimit('Mine', clock);
  for (let n = 0; n < 1000; n++) {
    call(limit, 5, 0);
    clock.at += 100;
    clock.used += 100;
    call(limit, 10, 0);
  }
  expect(limit.exceeded(0)).toBeUndefined();
  call(limit, 1, 0);
  expect(limit.exceeded(0)?.limit).toBe('slow');
});

test('wall-clock time counts if CPU time is unknown, and a second of fuel allows twenty seconds', () => {
  let at = 0;
  const limit = new WallClockLimit('Mine', { now: () => at });
  const end = limit.begin();
  at = 25_000;
  end();
  expect(limit.exceeded(10 ** 10)).toBeUndefined();
  expect(limit.exceeded(10 ** 10 - 1e6)?.player).toBe('Mine');
});

test('this thread’s CPU time counts if there is no other clock', () => {
  const cpu = { user: 0, system: 0 };
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ ...cpu }));
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const limit = new WallClockLimit('Mine');
  const end = limit.begin();
  now.mockReturnValue(60_000);
  cpu.user = 3_000_000;
  cpu.system = 2_100_000;
  end();
  vi.restoreAllMocks();
  expect(limit.exceeded(0)?.message).toContain('took 5.1 s');
});
