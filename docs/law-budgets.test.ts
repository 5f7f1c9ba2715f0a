import { STACK_BYTES } from '@ludus/runtime/metering.ts';
import {
  BACKSTOP_SECONDS,
  DEFAULT_CPU_BUDGET,
  DEFAULT_LIMITS,
  DEFAULT_MEMORY_BYTES,
  FUEL_PER_SECOND,
  fuelBudget,
  GRACE_MS,
} from '@ludus/runtime/parts.ts';
import { kit as madmax } from 'ludus/madmax/kit.ts';
import { kit as starwar } from 'ludus/starwar/kit.ts';
import { expect, test } from 'vitest';
import { readDocument, section } from './document.ts';

// The limits in budgets.md, protocol.md, and cylinder.md are the same as in the code.

test('a Mad Max or Star War bot gets one second of CPU time or fuel per match', () => {
  expect(section('cylinder.md', '8.3')).toContain('one second of CPU time for a whole match');
  expect(DEFAULT_CPU_BUDGET).toMatchObject({ cpuMs: 1000, per: 'match' });
  for (const { game } of [madmax, starwar]) expect(fuelBudget({ game })).toEqual({ seconds: 1, per: 'match' });
});

test('budgets.md states the grace period and the limits on start-up time, fuel, memory, and stack', () => {
  const { text } = readDocument('budgets.md');
  expect(text).toContain(`frozen when it exceeds its budget by ${GRACE_MS} ms`);
  expect(text).toContain(`doesn't count, up to ${DEFAULT_CPU_BUDGET.startMs / 1000} s`);
  expect(text).toContain('One second of fuel is 10¹⁰ units.');
  expect(FUEL_PER_SECOND).toBe(10 ** 10);
  expect(text).toContain(`${BACKSTOP_SECONDS} s of fuel in a WebAssembly call`);
  expect(text).toContain(`${DEFAULT_MEMORY_BYTES / 2 ** 20} MiB of memory unless`);
  expect(text).toContain(`share ${STACK_BYTES.toLocaleString('en')} bytes of stack`);
});

test('protocol.md states the limits at which a program is stopped', () => {
  const { text } = readDocument('protocol.md');
  const { answerBytes, errorBytes, processes, memoryBytes, asleepMs, wallMs, wallInAllMs, budgetLines } =
    DEFAULT_LIMITS;
  expect(text).toContain(
    `more than ${answerBytes / 2 ** 20} MiB in one answer, ${errorBytes / 2 ** 20} MiB of log, or ${processes} processes`,
  );
  expect(text).toContain(`more than ${memoryBytes / 2 ** 30} GiB of memory`);
  expect(text).toContain(`sleeps ${asleepMs / 1000} s during a question`);
  expect(text).toContain(`or ${(3 * asleepMs) / 1000} s in total`);
  expect(text).toContain(
    `takes ${wallMs / 1000} s of wall-clock time for one answer, or ${wallInAllMs / 1000} s in total`,
  );
  expect(text).toContain(`more than ${budgetLines} times in one question`);
});
