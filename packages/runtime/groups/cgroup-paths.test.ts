import { expect, test } from 'vitest';
import { hierarchies } from './cgroup-paths.ts';

const V1 = `31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:3 - cgroup cgroup rw,memory
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
`;

test('hierarchies finds the process’s control groups of both versions when both versions are mounted', () => {
  expect(hierarchies(V1, '5:name=systemd:/\n4:memory:/a/b\n3:cpu,cpuacct:/\n0::/user.slice\n')).toEqual([
    { version: 1, controllers: ['cpu', 'cpuacct'], folder: '/sys/fs/cgroup/cpu,cpuacct' },
    { version: 1, controllers: ['memory'], folder: '/sys/fs/cgroup/memory/a/b' },
    { version: 1, controllers: ['name=systemd'], folder: '/sys/fs/cgroup/systemd' },
    { version: 2, controllers: [], folder: '/sys/fs/cgroup/unified/user.slice' },
  ]);
});

test('hierarchies returns only paths in the mounted part of a hierarchy, as in containers', () => {
  const part = (root: string) => `40 30 0:26 ${root} /sys/fs/cgroup rw,nosuid - cgroup2 cgroup rw,nsdelegate\n`;
  const folder = (root: string, own: string) => hierarchies(part(root), `0::${own}\n`)[0]?.folder;
  expect(folder('/docker/x', '/docker/x')).toBe('/sys/fs/cgroup');
  expect(folder('/docker/x', '/docker/x/y')).toBe('/sys/fs/cgroup/y');
  expect(folder('/docker/x', '/docker/xy')).toBeUndefined();
  expect(folder('/', '/../other')).toBeUndefined();
  expect(folder('/with\\040blank', '/with blank/z')).toBe('/sys/fs/cgroup/z');
});

test('hierarchies returns nothing when the system has no control groups', () => {
  expect(hierarchies('', '')).toEqual([]);
  expect(hierarchies(V1, '')).toEqual([]);
});
