import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheRoot } from './cache-trim.ts';

/**
 * npm's clang, which `ludus get clang` downloads. This compiler is itself a WebAssembly module, so it runs wherever
 * Node runs.
 */
export const CLANG = {
  name: '@yowasp/clang',
  version: '22.0.0-git20542-10',
  /** Integrity of the downloaded package, as npm writes it. */
  integrity: 'sha512-V31/z9GrJECKeACTDUyvg2llbEUiFi3bxtL5HSg7H/6sydSxdI/AoVAD9F5ozrfLjotWl0B9rghR87m+DUM/zg==',
  /** Size of the download, and size on disk, in megabytes. */
  fetched: 27,
  unpacked: 106,
} as const;

/** The download folder. It is next to the cache of compiled files, but is never deleted to save space. */
export const clangFolder = (): string => join(cacheRoot(), 'clang', CLANG.version);

const PACKAGE = join('node_modules', ...CLANG.name.split('/'));

/**
 * The address of this clang's module: in an installed package, or else in the download; undefined if neither exists.
 */
export function clangModule(): string | undefined {
  try {
    return import.meta.resolve(CLANG.name);
  } catch {
    const fetched = join(clangFolder(), PACKAGE, 'gen', 'bundle.js');
    return existsSync(fetched) ? pathToFileURL(fetched).href : undefined;
  }
}

/** Runs npm in a folder. Returns false if npm failed; npm has then printed the reason. */
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
      return `npm could not download ${name}@${version}`;
    const file = readdirSync(partial).find((each) => each.endsWith('.tgz'));
    if (file === undefined) return `npm downloaded no file for ${name}@${version}`;
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(partial, file)))
      .digest('base64')}`;
    if (found !== integrity)
      return `the hash of ${name}@${version} from npm is ${found}, not ${integrity}: the download was deleted`;
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
