import { expect, test, vi } from 'vitest';
import { type AnyPort, forwarded } from './player-runner.ts';

test('a forwarded port has each method of the other one, and calls it there', () => {
  const whole: Required<AnyPort> = {
    name: 'Mine',
    start: vi.fn(),
    prepare: vi.fn(),
    play: vi.fn(),
    hear: vi.fn(),
    out: vi.fn(),
    used: vi.fn(() => 0.5),
    fuelUsed: vi.fn(() => 7n),
    close: vi.fn(),
  };
  const { name, ...methods } = forwarded(whole) as typeof whole;
  expect({ name, ...methods }).toEqual(
    Object.fromEntries(Object.entries(whole).map(([key, of]) => [key, key === 'name' ? of : expect.any(Function)])),
  );
  for (const [key, method] of Object.entries(methods)) {
    const given = ['board', 'state', 'briefing'].slice(0, method.length);
    const answer = Reflect.apply(method, undefined, given);
    const asked = vi.mocked(whole[key as keyof typeof methods]);
    expect(asked).toHaveBeenCalledExactlyOnceWith(...given);
    expect(asked.mock.contexts).toEqual([whole]);
    expect(answer).toBe(asked.mock.results[0].value);
  }
});

test('what the other one lacks it lacks, too', () => {
  expect(Object.keys(forwarded({ name: 'Mine', play() {} })).sort()).toEqual(['name', 'play']);
});
