import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheRoot } from './cache-trim.ts';

/** The clang of npm that `ludus get clang` fetches: a compiler that is WebAssembly itself and runs wherever Node does. */
export const CLANG = {
  name: '@yowasp/clang',
  version: '22.0.0-git20542-10',
  /** Of the package as it is fetched, as npm writes it. */
  integrity: 'sha512-V31/z9GrJECKeACTDUyvg2llbEUiFi3bxtL5HSg7H/6sydSxdI/AoVAD9F5ozrfLjotWl0B9rghR87m+DUM/zg==',
  /** Megabytes: what is fetched, and what that becomes on the disk. */
  fetched: 27,
  unpacked: 106,
} as const;

/** Its place after the download: next to the cache of compiled files, but it is never deleted to save space. */
export const clangFolder = (): string => join(cacheRoot(), 'clang', CLANG.version);

const PACKAGE = join('node_modules', ...CLANG.name.split('/'));

/** The module that is that clang, as an address: an installed package, else what was fetched; undefined if there is neither. */
export function clangModule(): string | undefined {
  try {
    return import.meta.resolve(CLANG.name);
  } catch {
    const fetched = join(clangFolder(), PACKAGE, 'gen', 'bundle.js');
    return existsSync(fetched) ? pathToFileURL(fetched).href : undefined;
  }
}

/** Runs npm in a folder. False if it has failed; what was wrong it has said itself. */
export type RunNpm = (args: readonly string[], folder: string) => boolean;

/** Downloads clang unless it is installed. Returns undefined on success, otherwise an error message. */
export function fetchClang(
  npm: RunNpm,
  { name, version, integrity }: Omit<typeof CLANG, 'integrity'> & { readonly integrity: string } = CLANG,
): string | undefined {
  const target = clangFolder();
  if (existsSync(target)) return undefined;
  mkdirSync(dirname(target), { recursive: true });
  const partial = mkdtempSync(`${target}.`);
  try {
    if (!npm(['pack', `${name}@${version}`, '--loglevel=error'], partial))
      return `npm could not fetch ${name}@${version}`;
    const file = readdirSync(partial).find((each) => each.endsWith('.tgz'));
    if (file === undefined) return `npm has fetched no ${name}@${version}`;
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(partial, file)))
      .digest('base64')}`;
    if (found !== integrity)
      return `what npm fetched as ${name}@${version} is not what Ludus was tried with (its hash is ${found}): it was thrown away`;
    const install = [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--no-fund',
      '--no-audit',
      '--silent',
      '--prefix',
      '.',
    ];
    if (!npm([...install, `./${file}`], partial)) return `npm could not unpack ${name}@${version}`;
    rmSync(join(partial, file));
    renameSync(partial, target);
    return undefined;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
