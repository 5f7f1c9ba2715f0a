import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { bubblewrapCommand, missingParts, type SandboxView } from './bubblewrap.ts';
import { SANDBOX_LEVELS, type SandboxLevel } from './level-names.ts';
import { limitsFiles } from './scratch.ts';
import { seccompProgram } from './seccomp.ts';

/** Whether this machine supports a level, and the reasons. */
export interface SandboxLevelReport {
  readonly level: SandboxLevel;
  readonly available: boolean;
  /** One message for each guarantee of the level, or for each reason why the level is unavailable. */
  readonly why: readonly string[];
}

export interface LevelPromise {
  readonly says: string;
  /** A shell line that succeeds inside the sandbox only if the promise is kept. */
  readonly probe: string;
  /** Whether the line must fail instead if it runs as a player, because players may not start processes. */
  readonly mustFail?: boolean;
}

/** The additional guarantees of each level. */
const PROMISES: Readonly<Record<SandboxLevel, readonly LevelPromise[]>> = {
  basic: [
    { says: 'it has no network', probe: '[ "$(grep -c : /proc/net/dev)" -le 1 ]' },
    {
      says: 'it sees none of your files and none of the system’s settings',
      probe: '[ ! -e /etc/passwd ] && [ ! -e /root ] && [ ! -e /home ]',
    },
    { says: 'it sees only its own processes', probe: '[ "$(ls -d /proc/[0-9]* | wc -l)" -le 8 ]' },
    // The limit includes the sandbox's first process, which belongs to Ludus.
    {
      says: 'it sees none of your environment variables',
      probe: '[ "$(tr "\\0" "\\n" < /proc/1/environ | grep -Evc "^((OLD)?PWD|PATH|SHLVL|_)=")" = 0 ]',
    },
    {
      says: 'it sees no control groups, and no kernel settings or counters',
      probe: '[ ! -e /sys ] && [ ! -e /proc/sys/fs ]',
    },
    {
      says: 'it can write only into a separate /tmp with up to 16 MiB',
      probe: '! touch /x 2>/dev/null && touch /tmp/x',
    },
    {
      says: 'it runs as a user that owns nothing and can’t become another user',
      probe: 'grep -q "NoNewPrivs:.1" /proc/self/status && grep -q "CapBnd:.0*$" /proc/self/status',
    },
  ],
  filtered: [
    {
      says: 'its system calls are filtered (seccomp)',
      probe: 'grep -q "Seccomp:.2" /proc/self/status && ! unshare -U true 2>/dev/null',
    },
    { says: 'a bot can’t start processes, and can have up to 128 threads', probe: '(:)', mustFail: true },
  ],
  full: [
    {
      says: 'it can neither start a program that it has written nor use TCP (Landlock)',
      probe: 'cp /bin/true /tmp/t && ! /tmp/t 2>/dev/null',
    },
  ],
};

/** A message about the limit on the number of files, which every level sets if this machine supports it. */
function elsewhereMissing(): string[] {
  return limitsFiles()
    ? ['its /tmp can have up to 1,024 files']
    : ['the number of files in its /tmp isn’t limited here'];
}

const reports = new Map<SandboxLevel, SandboxLevelReport>();

/** Tests a level, once per process. */
function reportOf(level: SandboxLevel): SandboxLevelReport {
  const report = reports.get(level) ?? probe(level);
  reports.set(level, report);
  return report;
}

/** Tests every level, in the order of `SANDBOX_LEVELS`. */
export function sandboxLevelReports(): readonly SandboxLevelReport[] {
  return SANDBOX_LEVELS.map(reportOf);
}

/** The strongest level of this machine. Tests a weaker level only if all stronger levels are unavailable. */
export function bestSandboxLevel(): SandboxLevel | undefined {
  return SANDBOX_LEVELS.findLast((level) => reportOf(level).available);
}

/** The reason why a level is unavailable on this machine, as a message; undefined if the level is available. */
export function sandboxLevelProblem(level: SandboxLevel): string | undefined {
  const report = reportOf(level);
  return report.available
    ? undefined
    : `the sandbox level ${level} is not available on this machine: ${report.why.join('; ')}`;
}

function probe(level: SandboxLevel): SandboxLevelReport {
  const no = (...why: string[]): SandboxLevelReport => ({ level, available: false, why });
  if (process.platform !== 'linux') return no('sandboxes work only on Linux');
  const missing = missingParts(level);
  if (missing.length > 0)
    return no(`these programs are missing: ${missing.join(', ')} (Debian: bubblewrap, util-linux, perl-base)`);
  if (level !== 'basic' && seccompProgram('player') === undefined)
    return no(`Ludus doesn’t know the system calls of this processor (${process.arch})`);
  const promises = SANDBOX_LEVELS.slice(0, SANDBOX_LEVELS.indexOf(level) + 1).flatMap((each) => PROMISES[each]);
  const broken = firstBroken(level, promises);
  if (broken !== undefined)
    return no(`the guarantee “${broken.says}” doesn’t hold here${broken.error === '' ? '' : ` (${broken.error})`}`);
  const why = PROMISES[level].map((promise) => promise.says);
  return { level, available: true, why: level === 'basic' ? [...why, ...elsewhereMissing()] : why };
}

/**
 * The first promise that a sandbox of the level doesn't keep, with the last line of standard error from its shell line.
 */
export function firstBroken(
  level: SandboxLevel,
  promises: readonly LevelPromise[],
): { readonly says: string; readonly error: string } | undefined {
  // Starting a sandbox takes a tenth of a second or more, so one sandbox runs all lines. Each line first prints its
  // number on standard error. The last number proves that all lines ran, whatever the exit status is.
  const marker = `ludus-probe-${randomUUID()} `;
  const tried = [{ says: 'it starts', probe: 'true' }, ...promises.filter(({ mustFail }) => !mustFail)];
  const lines = tried.map(({ probe }, at) => `echo "${marker}${at}" >&2; { ${probe}; } || exit 1`);
  const { status, error } = runInside(level, [...lines, `echo "${marker}${tried.length}" >&2`].join('\n'), 'compiler');
  const said = error.split(marker).map((each) => each.trim().split('\n'));
  const reached = said.length === 1 ? 0 : Number(said.at(-1)![0]);
  if (status !== 0 || reached !== tried.length)
    return { says: tried[Math.min(reached, tried.length - 1)].says, error: lastLine(said, said.length > 1) };
  for (const { says, probe } of promises.filter(({ mustFail }) => mustFail)) {
    const forbidden = runInside(level, `echo "${marker}" >&2; ${probe}`, 'player');
    if (forbidden.status === 0) return { says, error: 'it did' };
    if (!forbidden.error.includes(marker))
      return { says: 'it starts', error: lastLine([forbidden.error.trim().split('\n')]) };
  }
  return undefined;
}

/** The last line of the last part of an output, without the part's number. */
const lastLine = (parts: readonly string[][], isNumbered = false): string =>
  parts
    .at(-1)!
    .slice(isNumbered ? 1 : 0)
    .at(-1) ?? '';

function runInside(
  level: SandboxLevel,
  script: string,
  tenant: SandboxView['tenant'],
): { readonly status: number | null; readonly error: string } {
  const view: SandboxView = { readOnly: [], environment: {}, limits: {}, folder: '/tmp', tenant };
  const wrapped = bubblewrapCommand({ program: 'sh', args: ['-c', script] }, level, view);
  const { status, stderr, error } = spawnSync(wrapped.command.program, wrapped.command.args, {
    stdio: ['ignore', 'ignore', 'pipe', ...(wrapped.descriptors ?? [])],
    encoding: 'utf8',
    env: wrapped.environment,
    cwd: '/',
  });
  wrapped.started?.();
  return { status, error: [stderr, error?.message].filter(Boolean).join('\n') };
}
