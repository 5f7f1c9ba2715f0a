import { expect, test } from 'vitest';
import { bytesBeyond, isLarger, packSnapshot, restore, takeChanges, takeSnapshot, unpackSnapshot } from './snapshot.ts';

const PAGE = 65536;
const newMemory = (pages = 2) => new WebAssembly.Memory({ initial: pages });
const bytesOf = (memory: WebAssembly.Memory) => Buffer.from(memory.buffer);

/** A memory with scattered bytes: isolated, adjacent, and at both ends. */
function written(...places: readonly number[]): WebAssembly.Memory {
  const memory = newMemory();
  for (const at of places) new Uint8Array(memory.buffer)[at] = 1 + (at % 255);
  return memory;
}

test.each([
  { places: [] },
  { places: [0] },
  { places: [2 * PAGE - 1] },
  { places: [0, 4095, 4096, 8191, 50_000] },
  { places: [5, PAGE, 2 * PAGE - 8] },
])('a snapshot with bytes at $places is restored into a new and a used memory', ({ places }) => {
  const memory = written(...places);
  for (const snapshot of [takeSnapshot(memory), unpackSnapshot(packSnapshot(takeSnapshot(memory)))]) {
    const fresh = newMemory(1);
    restore(fresh, snapshot, true);
    expect(bytesOf(fresh).equals(bytesOf(memory))).toBe(true);
    const used = newMemory();
    new Uint8Array(used.buffer).fill(7);
    restore(used, snapshot, false);
    expect(bytesOf(used).equals(bytesOf(memory))).toBe(true);
  }
});

test('takeChanges stores a bot’s changes, including zeros, and shares unchanged memory with the snapshot', () => {
  const memory = written(0, 4096, 50_000);
  const home = takeSnapshot(memory);
  const bytes = new Uint8Array(memory.buffer);
  bytes[4096] = 0;
  bytes[100_000] = 9;
  memory.grow(1);
  new Uint8Array(memory.buffer)[2 * PAGE + 1] = 3;
  const bot = takeChanges(memory, home);
  expect(bot.runs).toBe(home.runs);
  expect(bytesBeyond(bot)).toBe(3 * 4096);
  expect([isLarger(memory, home), isLarger(memory, bot)]).toEqual([true, false]);
  for (const isNew of [true, false]) {
    const other = newMemory();
    if (!isNew) new Uint8Array(other.buffer).fill(7);
    restore(other, bot, isNew);
    expect(bytesOf(other).equals(bytesOf(memory))).toBe(true);
  }
});

test('a snapshot clears bytes that the module initialises and the start-up sets to zero', () => {
  const initial = takeSnapshot(written(4096, 9000));
  const snapshot = takeSnapshot(written(9000), initial);
  const instance = written(4096, 9000);
  restore(instance, snapshot, true);
  expect(bytesOf(instance).equals(bytesOf(written(9000)))).toBe(true);
});
