import { expect, test } from 'vitest';
import { stepMessage } from '../store/step-messages.ts';
import { build, type Workshop } from './build.ts';

const workshop: Workshop = {
  cppGames: async () => [{ id: 'any', sdk: {} } as never],
  guestOf: async () => undefined,
  librariesOf: async () => undefined,
};

test('the judge doesn’t compile C++ without a sandbox, unless the sandbox is optional', async () => {
  const nowhere = { findLevel: () => undefined };
  const make = (isOptional: boolean) => build(workshop, 'any', '/no/such.cc', 'cpp', { ...nowhere, isOptional });
  expect(await make(false)).toEqual({ ok: false, why: stepMessage('compile/no-sandbox') });
  // The file doesn't exist, and the error shows that it was read.
  await expect(make(true)).resolves.toMatchObject({ ok: false, why: expect.stringContaining('such.cc') });
});
