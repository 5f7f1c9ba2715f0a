import { expect, test } from 'vitest';
import { isVerified } from './issuer.ts';

const bob = { email: 'bob@uni.example' };

test.each([
  [{ ...bob, email_verified: true }, {}, true],
  [{ ...bob, email_verified: true }, { ...bob }, true],
  [{}, { ...bob, email_verified: true }, true],
  [bob, { ...bob, email_verified: true }, true],
  [bob, { email_verified: true }, true],
  // The second response verifies a different address.
  [bob, { email: 'eve@evil.example', email_verified: true }, false],
  [{ ...bob, email_verified: false }, { ...bob, email_verified: true }, false],
  [{ ...bob, email_verified: 'true' }, {}, false],
  [bob, {}, false],
])('an address in the responses %j and %j is treated as verified: %s', (first, second, verified) => {
  expect(isVerified(first, second)).toBe(verified);
});
