import { starwar } from 'ludus/starwar/rules.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { playerCommand, splitWords } from './language-commands.ts';
import { processKind } from './process-kind.ts';
import { ProcessSession } from './process-session.ts';

// Unit tests share loaded modules. These modules must use the mock, which no other test may use.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
// Simulates a system that doesn't report a program's usage.
vi.mock('../budget/accounting.ts', async (original) => ({
  ...(await original<typeof import('../budget/accounting.ts')>()),
  canAccount: () => false,
}));

const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
});

const context = { game: starwar, folder: '/' } as const;

test('a CPU budget is rejected if the system reports no CPU time', async () => {
  await expect(processKind.prepare('cmd:sh', { ...context, budget: 'cpu' })).rejects.toThrow(
    /^cmd:sh can’t have a budget in CPU time, which Ludus measures only on Linux: use --budget none/,
  );
  expect(processKind.fits('cmd:sh', { ...context, budget: 'each' })).toBe('none');
});

test('a program that doesn’t answer is stopped at a wall-clock limit', async () => {
  const session = new ProcessSession(
    'Mute',
    { program: 'sh', args: ['-c', 'read line; sleep 60'] },
    {
      folder: '/',
      session: { wallMs: 50 },
    },
  );
  try {
    await expect(session.ask('question\n', () => false)).rejects.toThrow('Mute did not answer within 0.05 s.');
  } finally {
    await session.close();
  }
});

test('a command line on Windows keeps its backslashes, and a missing program is an error', async () => {
  expect(splitWords('C:\\bots\\bot.exe "two words"', 'win32')).toEqual(['C:\\bots\\bot.exe', 'two words']);
  expect(splitWords('a\\ b', 'linux')).toEqual(['a b']);
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  await expect(playerCommand('tests/none.sh', { folder: '/' })).rejects.toThrow('no such file: tests/none.sh');
});
