import { expect, test } from 'vitest';
import { Moment } from './moment.ts';

test('who asks at once gets one answer; what has changed is computed again, and so is what failed', async () => {
  const moment = new Moment(60_000);
  let made = 0;
  const make = async () => ++made;
  expect(await Promise.all([moment.of('a', make), moment.of('a', make), moment.of('b', make)])).toEqual([1, 1, 2]);
  moment.forget();
  expect(await moment.of('a', make)).toBe(3);
  const failing = new Moment(60_000);
  await expect(failing.of('x', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await failing.of('x', make)).toBe(4);
});
