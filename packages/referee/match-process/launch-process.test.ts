import { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_MATCH_PROCESS_LIMITS } from './match-process-pool.ts';

// Unit tests share loaded modules. These modules must use the mock, which no other test may use.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
const spawn = vi.hoisted(() => vi.fn());
vi.mock('node:child_process', async (original) => ({ ...(await original<object>()), spawn }));
const { MatchProcess } = await import('./match-process.ts');

afterEach(() => spawn.mockReset());

const outcome = async () => {
  const module = new URL('file:///nothing.ts');
  const matchProcess = new MatchProcess({ module, maxBytes: 2 ** 30, limits: DEFAULT_MATCH_PROCESS_LIMITS });
  const played = await matchProcess.play({ game: 'any', board: '', seed: 1, budget: 'fuel', players: [] } as never);
  await matchProcess.close();
  return played;
};
const failure = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });

test('a spawn that throws for lack of memory makes only the match void', async () => {
  spawn.mockImplementation(() => {
    throw failure('ENOMEM');
  });
  expect(await outcome()).toMatchObject({ kind: 'void', cause: 'start', sentence: expect.stringMatching(/ENOMEM/) });
});

test('a lack of file descriptors makes only the match void', async () => {
  spawn.mockImplementation(() => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', failure('EMFILE')));
    return child;
  });
  expect(await outcome()).toMatchObject({ kind: 'void', cause: 'start', sentence: expect.stringMatching(/EMFILE/) });
});
