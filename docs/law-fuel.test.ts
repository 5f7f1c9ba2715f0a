import { UNCOUNTED_BYTES } from '@ludus/runtime/wasm/call-graph.ts';
import { FUEL_PER_SECOND, WALL_GRACE_MS, WALL_MS_PER_SECOND } from '@ludus/runtime/wasm/fuel.ts';
import { LIMITS } from '@ludus/runtime/wasm/limits.ts';
import { FRESH, MOST_CHARGE } from '@ludus/runtime/wasm/looks.ts';
import { STACK_BYTES } from '@ludus/runtime/wasm/meter.ts';
import {
  ENTRY_WRITTEN,
  HOST_CALL,
  HOST_VECTOR,
  LOAD_BYTE,
  LOAD_WORK,
  PAGE,
  THROW,
  UNWIND,
} from '@ludus/runtime/wasm/prices.ts';
import { expect, test } from 'vitest';
import { readDocument } from './document.ts';

// The numbers that fuel.md names, beside those of the code.

const shown = (value: number): string => value.toLocaleString('en');
const { text } = readDocument('fuel.md');

test('fuel.md: less than a million units between two looks', () => {
  expect(text.replace(/\s+/g, ' ')).toContain(
    `${shown(FRESH)} + ${shown(STACK_BYTES + UNCOUNTED_BYTES)} + ${shown(MOST_CHARGE)} units`,
  );
  expect(FRESH + STACK_BYTES + UNCOUNTED_BYTES + MOST_CHARGE).toBeLessThan(1_000_000);
});

test('fuel.md: prices by size', () => {
  expect(text).toContain(`Loading costs ${LOAD_BYTE} units a byte and ${LOAD_WORK} for each time`);
  expect(text).toContain(`${shown(PAGE)} a page`);
  expect(text).toContain(`${shown(THROW)} + ${UNWIND} for each byte of stack in use`);
  expect(text).toContain(`| 120 + ${ENTRY_WRITTEN} an entry |`);
  expect(text).toContain(`| ${shown(HOST_CALL)} | a call of the host; ${HOST_VECTOR} more for each piece`);
});

test('fuel.md: limits', () => {
  expect(text).toContain(`${LIMITS.bytes / 2 ** 20} MiB; ${shown(LIMITS.entries)} types, exports and segments`);
  expect(text).toContain(`${shown(LIMITS.functions)} functions and globals; ${LIMITS.values} parameters`);
  expect(text).toContain(`${LIMITS.code / 1024} KiB of code, ${shown(LIMITS.locals)}`);
  expect(text).toContain(
    `${shown(LIMITS.operands)} operands at once, ${shown(LIMITS.nesting)} blocks within one another`,
  );
  expect(text).toContain(`${shown(LIMITS.branches)} blocks, branches and calls`);
  expect(text).toContain(`${shown(LIMITS.work)}, as compilers`);
  expect(text).toContain(`Ten tables of ${shown(LIMITS.tableEntries)} entries`);
  expect(text).toContain(
    `${WALL_MS_PER_SECOND / 1000} s for the work of one second of fuel, and ${WALL_GRACE_MS / 1000} s on top`,
  );
  expect(FUEL_PER_SECOND).toBe(1e10);
});
