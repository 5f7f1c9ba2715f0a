import { expect, test } from 'vitest';
import { afterTry, delayAfter, type FailedLogins, placeOf } from './login-throttle.ts';

test('up to four wrong passwords cause no wait, and further failures cause a wait that doubles from 15 s to at most 120 s', () => {
  const delays = Array.from({ length: 20 }, (_, failures) => delayAfter(failures));
  expect(delays.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(delays.slice(5, 8)).toEqual([15, 30, 60]);
  expect(Math.max(...delays)).toBe(120);
});

/** Makes this number of attempts at the same moment, and returns the last result. */
function tried(many: number, now: number, own: FailedLogins = { failures: 0, until: 0 }) {
  let next = afterTry(now, own, undefined);
  for (let at = 1; at < many && 'own' in next; at++) next = afterTry(now, next.own, undefined);
  return next;
}

test('a throttled person has to wait, and retrying too soon doesn’t extend the wait', () => {
  const now = 1_000_000;
  const fifth = tried(5, now);
  expect(fifth).toEqual({ own: { failures: 5, until: now + 15_000 }, everywhere: undefined });
  expect(tried(9, now)).toEqual({ wait: now + 15_000 });
  const own = 'own' in fifth ? fifth.own : { failures: 0, until: 0 };
  expect(afterTry(now + 15_000, own, undefined)).toMatchObject({ own: { failures: 6, until: now + 45_000 } });
});

test('an account allows only 100 guesses from 1,000 addresses, and still admits a known browser', () => {
  const now = 1_000_000;
  const stranger = { failures: 0, until: 0 };
  let everywhere = 0;
  let taken = 0;
  for (let i = 0; i < 1000; i++) {
    const next = afterTry(now, stranger, everywhere);
    if ('wait' in next) expect(next.wait).toBe(now + 10_000);
    else {
      taken++;
      everywhere = next.everywhere!;
    }
  }
  expect(taken).toBe(100);
  expect(afterTry(now, stranger, undefined)).toHaveProperty('own');
  expect(afterTry(now + 10_000, stranger, everywhere)).toHaveProperty('own');
});

test('IPv6 addresses in the same /64 network count as one address', () => {
  const same = ['2001:db8:0:1::1', '2001:db8::1:0:0:0:2', '2001:db8:0:1:a:b:c:d'];
  const places = new Set(same.map((address) => placeOf({ address }).join()));
  expect(places.size).toBe(1);
  expect(placeOf({ address: '2001:db8:0:2::5' }).join()).not.toBe([...places][0]);
  expect(placeOf({ address: '::ffff:192.0.2.1' })).toEqual(placeOf({ address: '192.0.2.1' }));
});
