import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './registry.ts';
import { ROOT } from './sources.ts';

/** The engine for Python bots in the package, and its maximum size in bytes. */
export const ENGINE_FILE = 'packages/runtime/cpython/engine/engine.wasm.br';
export const ENGINE_BYTES: number = statSync(join(ROOT, ENGINE_FILE)).size;
export const MAX_ENGINE_BYTES = 2e6;
/** Maximum size of the first download of `npx ludus play`, in bytes. */
export const MAX_FETCHED_BYTES = 15e6;

/**
 * The size of each package that npm downloads to install `ludus` on a new machine, in bytes, by the name of its
 * tarball. `folders` contain Ludus's packages, in the same order as the tarballs.
 */
export async function fetchedBytes(
  folders: readonly string[],
  tarballs: readonly string[],
  options: readonly string[] = [],
): Promise<ReadonlyMap<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-fetched-'));
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await startRegistry(folders, tarballs, upstream);
  try {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const child = spawn('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error', ...options, 'ludus'], {
      cwd: empty,
      env: { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_registry: registry.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const status = await new Promise((ended) => child.once('close', ended));
    if (status !== 0) throw new Error(`npm install exited with status ${status}`);
    return new Map(registry.fetched);
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const sumOf = (fetched: ReadonlyMap<string, number>): number =>
  [...fetched.values()].reduce((sum, each) => sum + each, 0);
