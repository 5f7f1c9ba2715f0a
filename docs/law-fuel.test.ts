import {
  ENTRY_WRITTEN,
  HOST_CALL,
  HOST_VECTOR,
  LIMITS,
  LOAD_BYTE,
  LOAD_WORK,
  MAX_CHARGE,
  MAX_UNCHECKED_UNITS,
  PAGE,
  STACK_BYTES,
  THROW,
  UNCOUNTED_BYTES,
  UNWIND,
} from '@ludus/runtime/metering.ts';
import { FUEL_PER_SECOND, WALL_GRACE_MS, WALL_MS_PER_SECOND } from '@ludus/runtime/parts.ts';
import { expect, test } from 'vitest';
import { readDocument, table } from './document.ts';

// The numbers in fuel.md are the same as in the code.

const shown = (value: number): string => value.toLocaleString('en');
const { text } = readDocument('fuel.md');

test('fuel.md states the maximum fuel between two checks, which is less than a million units', () => {
  expect(text.replace(/\s+/g, ' ')).toContain(
    `${shown(MAX_UNCHECKED_UNITS)} + ${shown(STACK_BYTES + UNCOUNTED_BYTES)} + ${shown(MAX_CHARGE)} units`,
  );
  expect(MAX_UNCHECKED_UNITS + STACK_BYTES + UNCOUNTED_BYTES + MAX_CHARGE).toBeLessThan(1_000_000);
});

test('fuel.md states the prices of loading, memory pages, exceptions, and host calls', () => {
  expect(text).toContain(`Loading costs ${LOAD_BYTE} units per byte, and ${LOAD_WORK} for each time`);
  expect(text).toContain(`${shown(PAGE)} per page`);
  expect(text).toContain(`${shown(THROW)} + ${UNWIND} per byte of stack in use`);
  expect(text).toContain(`| 120 + ${ENTRY_WRITTEN} per entry |`);
  expect(text).toContain(`| ${shown(HOST_CALL)} | a host call; for \`fd_write\`, another ${HOST_VECTOR} per piece`);
});

test('fuel.md lists the limits of a module', () => {
  const limits = table(text.slice(text.indexOf('## Limits of a module')));
  expect(limits).toEqual([
    ['module', `${LIMITS.bytes / 2 ** 20} MiB`],
    ['types, exports, and segments', shown(LIMITS.entries)],
    ['functions and globals', shown(LIMITS.functions)],
    ['parameters and results of a function or block', shown(LIMITS.values)],
    ['code of a function', `${LIMITS.code / 1024} KiB`],
    ['variables of a function', shown(LIMITS.locals)],
    ['operands of a function at once', shown(LIMITS.operands)],
    ['nested blocks of a function', shown(LIMITS.nesting)],
    ['blocks, branches, and calls of a function', shown(LIMITS.branches)],
    ['variables and operands times blocks, branches, and calls, over all functions', shown(LIMITS.work)],
    ['tables', `10 of ${shown(LIMITS.tableEntries)} entries`],
    ['memory', '256 MiB'],
  ]);
});

test('fuel.md states the wall-clock limit', () => {
  expect(text).toContain(
    `${WALL_MS_PER_SECOND / 1000} s for the work of one second of fuel, plus ${WALL_GRACE_MS / 1000} s`,
  );
  expect(FUEL_PER_SECOND).toBe(1e10);
});
