import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { UnusableStoreError } from '../database-check.ts';

/** The account that runs programs; undefined: the current account. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Accounts that run PostgreSQL if root starts it; the first existing account is used. */
const NAMES = ['postgres', 'nobody'];

/**
 * Returns the account for PostgreSQL, which refuses to run as root. If root starts PostgreSQL, it runs as the first
 * owner of these paths that isn't root. If there is none, it runs as an unprivileged account.
 */
export function databaseAccount(paths: readonly string[]): Account {
  if (process.getuid?.() !== 0) return {};
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { uid, gid } = statSync(path);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of NAMES) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid > 0) return { uid, gid };
  }
  throw new UnusableStoreError(
    `PostgreSQL cannot run as root, and there is no account ${NAMES.join(' or ')}. Start ludus as another user`,
  );
}
