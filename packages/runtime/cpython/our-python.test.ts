import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'ludus-python-'));
vi.stubEnv('LUDUS_CACHE', folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  vi.resetModules();
});

// Metering and starting the engine take seconds. This test counts how often Python is metered and started.
const { sources, startPython } = vi.hoisted(() => ({
  sources: { python: 'as it is' },
  startPython: vi.fn(() => ({ pages: 1, runs: [], changes: [] })),
}));
vi.mock('../compile/source-keys.ts', () => ({
  sourceKey: (kept: string) => (kept === 'python' ? sources.python : ''),
}));
vi.mock('./python-engine.ts', () => ({ loadPythonEngine: async () => ({}) }));
vi.mock('./python-bot.ts', () => ({ startPython }));
// Simulates a process that hasn't requested Python yet.
vi.mock('../quickjs/our-engine.ts', () => ({ once: <T>(_: string, make: () => Promise<T>) => make() }));

vi.resetModules();
const { ourPython } = await import('./our-python.ts');

const HOME = { sdk: [{ name: 'ludus.py', text: '' }], environment: { LUDUS_GAME: 'none' } };
const MEMORY_BYTES = 2 ** 28;

/** Whether this call starts Python. */
async function starts(memoryBytes: number, home: typeof HOME): Promise<boolean> {
  startPython.mockClear();
  await ourPython(memoryBytes, home);
  return startPython.mock.calls.length > 0;
}

beforeEach(async () => {
  sources.python = 'as it is';
  await starts(MEMORY_BYTES, HOME);
});

test('Python isn’t started again for the same memory, SDK, and environment', async () => {
  expect(await starts(MEMORY_BYTES, HOME)).toBe(false);
});

test('Python is started again if the key of its source code changes', async () => {
  sources.python = 'with another price';
  expect(await starts(MEMORY_BYTES, HOME)).toBe(true);
});

test.each([
  ['memory size', 2 ** 27, HOME],
  ['SDK', MEMORY_BYTES, { ...HOME, sdk: [{ name: 'ludus.py', text: 'pass' }] }],
  ['environment', MEMORY_BYTES, { ...HOME, environment: { LUDUS_GAME: 'other' } }],
])('Python is started again for a different %s', async (_, memoryBytes, home) => {
  expect(await starts(memoryBytes, home)).toBe(true);
});
