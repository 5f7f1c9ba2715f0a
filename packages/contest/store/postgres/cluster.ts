import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnusableStoreError } from '../database-check.ts';
import type { Account } from './account.ts';
import { type PostgresPrograms, programIn } from './programs.ts';

/** The settings to create and run the databases of a folder. */
export interface Cluster {
  readonly programs: PostgresPrograms;
  readonly account: Account;
  /** PostgreSQL's data directory. */
  readonly data: string;
}

/** The superuser of every folder database, for everyone who can access the socket. */
export const USER = 'ludus';
/** Number of characters that are kept from the end of PostgreSQL's output. */
const MAX_SAID = 4000;

/**
 * Runs PostgreSQL ("$@") and ends it when file descriptor 3 is closed, which the kernel does when the server dies. File
 * descriptor 4 is a lock that only PostgreSQL's own processes keep. The script ignores signals to the whole group.
 */
const GUARD = `
trap '' INT TERM HUP
"$@" 3<&- &
postgres=$!
exec 4>&-
{ read -r _; kill -INT $postgres; } <&3 2>/dev/null &
watch=$!
wait $postgres
code=$?
kill -KILL $watch
exit $code`;

/** A running PostgreSQL. */
export interface RunningPostgres {
  /** Resolves when PostgreSQL has ended for any reason. */
  readonly ended: Promise<unknown>;
  /** Stops PostgreSQL: closes all connections and flushes everything to disk. */
  stop(): Promise<void>;
}

/** Creates an empty cluster, completely or not at all. */
export function makeCluster({ programs, account, data }: Cluster, more: readonly string[] = []): void {
  const partial = `${data}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const { status, stderr, error } = spawnSync(
    programIn(programs.bin, 'initdb'),
    ['-D', partial, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', ...more],
    { ...account, cwd: dirname(data), env: environment(), encoding: 'utf8' },
  );
  if (status !== 0)
    throw new UnusableStoreError(`PostgreSQL can’t create a database in ${data}: ${reason(stderr, error)}`);
  renameSync(partial, data);
}

/** Starts PostgreSQL and waits until it accepts connections, only at a socket in the folder `sockets`. */
export async function runCluster(
  { programs, account, data }: Cluster,
  { sockets, lock, settings = {} }: { sockets: string; lock?: number; settings?: Readonly<Record<string, string>> },
): Promise<RunningPostgres> {
  const all = { listen_addresses: '', unix_socket_directories: sockets, unix_socket_permissions: '0700', ...settings };
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', programIn(programs.bin, 'postgres'), ...args], {
    ...account,
    cwd: dirname(data),
    env: environment(),
    // Ctrl-C must reach only the server, which ends its database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', lock ?? 'ignore'],
  });
  let said = '';
  await new Promise<void>((done, failed) => {
    child.stderr!.on('data', (text: Buffer) => {
      said = (said + text).slice(-MAX_SAID);
      if (/ready to accept connections/.test(said)) done();
    });
    child.once('error', failed);
    // Waits until all of PostgreSQL's output has arrived.
    child.once('close', () =>
      failed(new UnusableStoreError(`the database in ${data} does not start: ${reason(said)}`)),
    );
  });
  return { ended: exitOf(child), stop: () => stop(child) };
}

const exitOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');

async function stop(child: ChildProcess): Promise<void> {
  const ended = exitOf(child);
  (child.stdio[3] as NodeJS.WritableStream).end();
  await ended;
}

/** Returns the environment without the variables that would change PostgreSQL's address and settings. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))),
  LC_ALL: 'C',
});

/** Returns the line of a program's output that states the reason for the program's failure. */
function reason(text: string | null, error?: Error): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /\b(FATAL|PANIC|error):/.test(each)) ?? lines.at(-1);
  return line?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? error?.message ?? 'it gives no reason';
}
