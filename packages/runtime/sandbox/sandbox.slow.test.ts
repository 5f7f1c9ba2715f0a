import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearProcessFolders } from '../process/player-copies.ts';
import { landlockCommand } from './landlock.ts';
import { SANDBOX_LEVELS } from './level-names.ts';
import { runSandboxed } from './run-sandboxed.ts';
import { bestSandboxLevel, firstBroken, sandboxLevelProblem, sandboxLevelReports } from './sandbox-levels.ts';
import { FILTERED_PROGRAMS, seccompProgram } from './seccomp.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  clearProcessFolders();
});

test('the sandbox builds a filter of whole instructions for x64, and no filter for an unknown processor', () => {
  for (const tenant of FILTERED_PROGRAMS) {
    expect(seccompProgram(tenant, 'x64')!.length % 8).toBe(0);
    expect(seccompProgram(tenant, 'arm64')!.length).toBeGreaterThan(0);
    expect(seccompProgram(tenant, 'mips')).toBeUndefined();
  }
});

test('the sandbox reports every level, with a reason if a level isn’t available', () => {
  expect(sandboxLevelReports().map((report) => report.level)).toEqual(SANDBOX_LEVELS);
  for (const { level, available, why } of sandboxLevelReports()) {
    expect(why.length).toBeGreaterThan(0);
    expect(sandboxLevelProblem(level) === undefined).toBe(available);
  }
});

const levels = SANDBOX_LEVELS.filter((level) => sandboxLevelProblem(level) === undefined);
if (levels.length === 0 && process.env.CI === 'true') throw new Error('CI must have a sandbox: install bubblewrap');

describe.skipIf(levels.length === 0)('the sandbox (skipped unless bubblewrap is installed)', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'host secret');
  const run = (script: string, level = bestSandboxLevel()!) =>
    runSandboxed(['sh', '-c', script], { level, files: { 'own.txt': secret } });

  test.each(levels)('reports the first promise that fails, with its error (%s)', (level) => {
    const holds = { says: 'it holds', probe: 'echo a warning >&2; true' };
    const wings = { says: 'it has wings', probe: 'echo no wings >&2; false' };
    const quiet = { says: 'it fails', probe: 'false' };
    const forbidden = { says: 'it starts nothing', probe: 'true', mustFail: true };
    expect(firstBroken(level, [holds, holds])).toBeUndefined();
    expect(firstBroken(level, [holds, wings, quiet])).toEqual({ says: 'it has wings', error: 'no wings' });
    expect(firstBroken(level, [quiet, wings])).toEqual({ says: 'it fails', error: '' });
    expect(firstBroken(level, [holds, forbidden])).toEqual({ says: 'it starts nothing', error: 'it did' });
    expect(firstBroken(level, [{ ...forbidden, probe: 'false' }])).toBeUndefined();
    expect(firstBroken(level, [{ says: 'it is a script', probe: '((' }])?.says).toBe('it starts');
    // A status of 0 doesn't prove that a line ran.
    const leaves = { says: 'it continues', probe: 'exit 0' };
    expect(firstBroken(level, [holds, leaves, quiet])).toEqual({ says: 'it continues', error: '' });
    expect(firstBroken(level, [{ says: 'it lives', probe: 'kill -9 $$' }])?.says).toBe('it lives');
  });

  test.each(levels)('shows the player’s files, but not the host’s (%s)', async (level) => {
    const { output } = await run(`cat own.txt; cat ${secret} /etc/passwd /etc/shadow; ls /root /home; env`, level);
    expect(output.startsWith('host secret')).toBe(true);
    expect(output.match(/No such file/g)).toHaveLength(5);
    expect(output).not.toContain('root:');
    expect(output).not.toContain('npm_');
  });

  test.each(levels)('hides the kernel’s settings and counters, which all players share (%s)', async (level) => {
    const { output } = await run('cat /proc/sys/fs/aio-nr /proc/sys/fs/file-nr; ls -A /proc/sys', level);
    expect(output.match(/No such file/g)).toHaveLength(2);
    expect(output.trim().split('\n')).toHaveLength(2);
    expect((await run('touch /proc/sys/mark', level)).output).toContain('Read-only file system');
  });

  test('returns a program’s exit status, and only its regular output files', async () => {
    const { files, status } = await run(
      'echo out > /out/a; ln -s /etc/passwd /out/link; ln -s own.txt /out/link2; mkdir /out/folder; mkfifo /out/pipe; exit 3',
    );
    expect(status).toBe(3);
    expect([...files.keys()]).toEqual(['a']);
    expect(files.get('a')!.toString()).toBe('out\n');
  });

  test('limits file size, memory, and processes', async () => {
    const fill = await run('head -c 100000000 /dev/zero > /tmp/big; ls -l /tmp/big | cut -d" " -f5');
    expect(Number(fill.output.trim().split('\n').at(-1))).toBeLessThanOrEqual(16 * 2 ** 20);
    const memory = await runSandboxed(['perl', '-e', '$x = "x" x (256 * 1024 * 1024); print "got it"'], {
      level: bestSandboxLevel()!,
      files: {},
      memoryBytes: 64 * 2 ** 20,
    });
    expect(memory.output).not.toContain('got it');
    const forks = await run('i=0; while [ $i -lt 300 ]; do sleep 5 & i=$((i+1)); done 2>&1; jobs -p | wc -l');
    expect(forks.output).toContain('fork');
  });

  test.skipIf(!levels.includes('filtered'))(
    'makes forbidden system calls fail (for namespaces, sockets, and tracing)',
    async () => {
      const { output } = await run(
        `unshare -U true 2>/dev/null || echo no namespaces
       perl -e 'use Socket; socket(my $s, AF_INET, SOCK_STREAM, 0) or print "no sockets\\n"'
       perl -e 'syscall(101, 0, 0, 0, 0) < 0 and print "no tracing\\n"'`,
        'filtered',
      );
      expect(output).toBe('no namespaces\nno sockets\nno tracing\n');
    },
  );

  test.skipIf(!levels.includes('full'))(
    'closes the referee’s open files, except the files that are passed to the program',
    () => {
      const [program, ...words] = landlockCommand('perl', 4);
      const { stdout } = spawnSync(program, [...words, 'ls', '/proc/self/fd'], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
        encoding: 'utf8',
      });
      // The last number is the count for the folder itself.
      expect(stdout).toBe('0\n1\n2\n3\n4\n');
    },
  );
});
