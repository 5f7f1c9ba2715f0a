/**
 * The location of this process's control group in one hierarchy, and the hierarchy's controllers (an empty list in
 * version 2).
 */
export interface Hierarchy {
  readonly version: 1 | 2;
  readonly controllers: readonly string[];
  /** The folder of this process's group. */
  readonly folder: string;
}

/**
 * The mounted hierarchies, from the texts of /proc/self/mountinfo and /proc/self/cgroup. A hierarchy is omitted if the
 * group of this process isn't visible in it.
 */
export function hierarchies(mountinfo: string, cgroup: string): Hierarchy[] {
  const found: Hierarchy[] = [];
  const own = ownPaths(cgroup);
  for (const line of mountinfo.split('\n')) {
    const [mount, system] = line.split(' - ').map((part) => part.split(' '));
    if (system === undefined || (system[0] !== 'cgroup' && system[0] !== 'cgroup2')) continue;
    const version = system[0] === 'cgroup2' ? 2 : 1;
    const options = (system[2] ?? '').split(',');
    const path = own.find(({ controllers }) =>
      version === 2
        ? controllers.length === 0
        : controllers.length > 0 && controllers.every((c) => options.includes(c)),
    );
    if (path === undefined) continue;
    const below = relativeTo(unescaped(mount[3]), path.path);
    if (below === undefined) continue;
    found.push({
      version,
      controllers: path.controllers,
      folder: `${unescaped(mount[4])}${below}`.replace(/\/$/, ''),
    });
  }
  return found;
}

/** Lines of /proc/self/cgroup: `4:memory:/a/b`, `3:cpu,cpuacct:/`, and `0::/a` for version 2. */
function ownPaths(cgroup: string): { readonly controllers: readonly string[]; readonly path: string }[] {
  return cgroup.split('\n').flatMap((line) => {
    const [, number, names, path] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined || (names === '' && number !== '0')) return [];
    return [{ controllers: names === '' ? [] : names.split(','), path }];
  });
}

/** The part of a path below the mount point of the hierarchy; undefined if the path is elsewhere. */
function relativeTo(root: string, path: string): string | undefined {
  if (path.split('/').includes('..')) return undefined;
  if (root === '/') return path;
  return path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

/** Decodes spaces and similar characters, which the kernel writes in paths as three octal digits. */
function unescaped(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
