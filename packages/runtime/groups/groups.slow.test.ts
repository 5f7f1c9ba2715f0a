import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { ControlGroup } from './control-group.ts';
import { enterGroupCommand, groupReport, makeGroup, removeGroup } from './make-group.ts';

const groups: ControlGroup[] = [];
afterEach(async () => {
  for (const group of groups.splice(0)) await removeGroup(group);
});

function make(limits: Parameters<typeof makeGroup>[0] = {}): ControlGroup {
  const group = makeGroup(limits)!;
  groups.push(group);
  return group;
}

function run(group: ControlGroup, script: string) {
  const [program, ...args] = enterGroupCommand(group, ['perl', '-e', script]);
  return spawnSync(program, args, { encoding: 'utf8' });
}

test('a report explains which groups are available, or why none are', () => {
  expect(groupReport().why.join('').length).toBeGreaterThan(20);
});

describe.skipIf(!groupReport().available)('control groups (skipped if none can be created: see ludus sandbox)', () => {
  test('count the CPU time of child processes that haven’t been reaped', () => {
    const group = make();
    const before = group.cpuNs();
    run(group, '$SIG{CHLD} = "IGNORE"; for (1 .. 20) { if (!fork) { 1 while times < 0.02; exit } } 1 while wait != -1');
    expect(group.isEmpty()).toBe(true);
    expect(group.cpuNs() - before).toBeGreaterThan(0.2e9);
    const counted = group.cpuNs();
    expect(group.remove()).toBe(true);
    expect(group.cpuNs()).toBe(counted);
  });

  test('limit memory, and count the processes killed at the limit', () => {
    const group = make({ memoryBytes: 32 * 2 ** 20, tasks: 20 });
    if (!group.limitsMemory) return;
    expect(run(group, 'my $x = "x" x 8_000_000; print "fine"').stdout).toBe('fine');
    expect(group.memoryKills()).toBe(0);
    const { stdout, signal } = run(group, 'my $x = "x" x 200_000_000; print "got it"');
    expect([stdout, signal]).toEqual(['', 'SIGKILL']);
    expect(group.memoryKills()).toBe(1);
  });

  test('limit the number of processes', () => {
    const group = make({ tasks: 5 });
    if (!group.limitsTasks) return;
    expect(
      run(
        group,
        'my $n = 0; for (1 .. 30) { my $p = fork; last if !defined $p; if (!$p) { sleep 1; exit } $n++ } print $n',
      ).stdout,
    ).toBe('4');
  });

  test('stop all their processes when killed', async () => {
    const group = make();
    const [program, ...args] = enterGroupCommand(group, [
      'perl',
      '-e',
      'fork; fork; $| = 1; print "here\n"; sleep 1000',
    ]);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    expect(group.isEmpty()).toBe(false);
    group.kill();
    await once(child, 'close');
    await removeGroup(group);
    expect(group.entrances().some((file) => existsSync(file))).toBe(false);
  });

  test('are removed together with groups that their processes created', async () => {
    const group = make();
    const nested = join(dirname(group.entrances()[0]), 'nested');
    mkdirSync(nested);
    const sleeper = spawn('sleep', ['1000']);
    writeFileSync(join(nested, 'cgroup.procs'), String(sleeper.pid));
    const ended = once(sleeper, 'exit');
    expect(group.remove()).toBe(false);
    await removeGroup(group);
    expect((await ended)[1]).toBe('SIGKILL');
    expect(group.entrances().some((file) => existsSync(file))).toBe(false);
  });

  test('are removed with their processes by the next referee if their referee was killed', async () => {
    // A child whose id is free again stands for the dead referee.
    const mine = dirname(make().entrances()[0]);
    const dead = spawnSync('true').pid;
    const [, space] = /ludus-(\d+)-/.exec(mine)!;
    const left = join(dirname(mine), `ludus-${space}-${dead}-1-0.0`);
    mkdirSync(left);
    // The dead referee's players had separate groups. A group in which another group is left can't be removed.
    const nested = join(left, `ludus-${space}-${dead}-1-0.1`);
    mkdirSync(nested);
    const ended = [left, nested].map((group) => {
      const sleeper = spawn('sleep', ['1000']);
      writeFileSync(join(group, 'cgroup.procs'), String(sleeper.pid));
      return once(sleeper, 'exit');
    });
    const module = fileURLToPath(new URL('./make-group.ts', import.meta.url));
    const script = `import { groupReport } from ${JSON.stringify(module)}; groupReport()`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(0);
    expect(existsSync(left)).toBe(false);
    for (const end of ended) expect((await end)[1]).toBe('SIGKILL');
    // Groups of referees that are still alive remain.
    expect(existsSync(mine)).toBe(true);
    expect(readdirSync(mine)).toContain('cgroup.procs');
  });
});
