import { expect, test, vi } from 'vitest';
import { type AnyRunner, forwardingRunner } from './player-runner.ts';

test('a forwarding runner forwards each call to the same method of the wrapped runner', () => {
  const whole: Required<AnyRunner> = {
    name: 'Mine',
    start: vi.fn(),
    prepare: vi.fn(),
    play: vi.fn(),
    observeRefusal: vi.fn(),
    observeMoves: vi.fn(),
    observeFault: vi.fn(),
    budgetUsed: vi.fn(() => 0.5),
    fuelUsed: vi.fn(() => 7n),
    close: vi.fn(),
  };
  const { name, ...methods } = forwardingRunner(whole) as typeof whole;
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

test('a forwarding runner lacks the methods that the wrapped runner lacks', () => {
  expect(Object.keys(forwardingRunner({ name: 'Mine', play() {} })).sort()).toEqual(['name', 'play']);
});
