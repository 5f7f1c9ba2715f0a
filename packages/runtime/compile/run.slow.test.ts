import { expect, test } from 'vitest';
import { COMPILE_LIMITS, limitedCommand, runToEnd } from './run-compiler.ts';

const run = (script: string, wallMs?: number) =>
  runToEnd({ command: { program: 'sh', args: ['-c', script] }, launchers: 1 }, { folder: '/', input: 'é?\n' }, wallMs);

test('run returns a compiler’s standard error, and whether the compiler succeeded', async () => {
  expect(await run('echo out; echo said >&2')).toEqual({ ok: true, said: 'said\n' });
  expect(await run('read line; [ "$line" = "$(printf "\\351?")" ] && exit 3')).toEqual({ ok: false, said: '' });
});

test('run stops a compiler that takes too long, with its child processes', async () => {
  expect(await run('sleep 1000 & sleep 1000 & wait', 200)).toEqual({
    ok: false,
    said: 'the compiler was stopped: a file may take up to 120 s to compile',
  });
});

test('run limits the length of a compiler’s messages', async () => {
  const { said } = await run('yes "error: no" | head -c 5000000 >&2');
  expect(said.length).toBeLessThan(COMPILE_LIMITS.saidCharacters + 100_000);
});

test.skipIf(limitedCommand(['true']).length === 1)(
  'run limits the size of a compiler’s output file and its CPU time',
  async () => {
    const [program, ...args] = limitedCommand(['sh', '-c', 'ulimit -t; ulimit -f >&2; ulimit -t >&2']);
    const { said } = await runToEnd({ command: { program, args }, launchers: 1 }, { folder: '/', input: '' });
    expect(said).toBe(`${2 ** 29 / 512}\n${COMPILE_LIMITS.cpuSeconds}\n`);
  },
);
