import { type CacheEntry, cacheEntries, cacheLimitBytes, cacheRoot, trimCache } from '@ludus/runtime/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { jsonOption } from '../option-values.ts';
import { printJson } from '../say.ts';

const HOLDS: readonly (readonly [kind: string, what: string])[] = [
  ['cpp', 'C++ bots and precompiled headers'],
  ['programs', 'compiled bots in other languages'],
  ['modules', 'Node’s compile cache for Ludus itself'],
];

/** `ludus cache`: shows and removes the cached files of compiled players. */
export function cache(program: Command): void {
  program
    .command('cache')
    .description('Show or clear the cache of compiled bots')
    .option(
      '--trim <MiB>',
      'remove the least recently used entries until the cache has this size, at least 0',
      parseMebibytes,
    )
    .option('--clear', 'remove all entries that no running command uses')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nEach compilation trims the cache to LUDUS_CACHE_MIB, or to 1024 MiB. LUDUS_CACHE sets the cache folder.\nWith --json, prints one JSON object: folder, bytes, limitBytes, removedBytes, kinds (kind, bytes, entries).\n\nExample:\n  ludus cache\n  ludus cache --trim 200',
    )
    .action(run);
}

interface CacheOptions {
  readonly trim?: number;
  readonly clear?: boolean;
  readonly json?: boolean;
}

function run(options: CacheOptions): void {
  const limit = options.clear ? 0 : options.trim === undefined ? undefined : options.trim * 2 ** 20;
  const removedBytes = limit === undefined ? 0 : trimCache(limit);
  const entries = cacheEntries();
  if (options.json) {
    const kinds = HOLDS.map(([kind]) => {
      const ofKind = entries.filter((entry) => entry.kind === kind);
      return { kind, bytes: total(ofKind), entries: ofKind.length };
    });
    printJson({ folder: cacheRoot(), bytes: total(entries), limitBytes: cacheLimitBytes(), removedBytes, kinds });
    return;
  }
  if (limit !== undefined) process.stdout.write(`removed ${mebibytes(removedBytes)}\n`);
  process.stdout.write(`${cacheRoot()}: ${mebibytes(total(entries))} of at most ${mebibytes(cacheLimitBytes())}\n`);
  for (const [kind, what] of HOLDS) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    process.stdout.write(
      `  ${kind.padEnd(9)} ${mebibytes(total(ofKind)).padStart(8)}  ${String(ofKind.length).padStart(4)} × ${what}\n`,
    );
  }
  const inUse = entries.filter((entry) => entry.inUse).length;
  if (inUse > 0) process.stdout.write(`  ${inUse} of these entries are in use by running commands\n`);
}

function total(entries: readonly CacheEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}

function parseMebibytes(text: string): number {
  const value = Number(text);
  if (!(value >= 0) || text.trim() === '' || value === Number.POSITIVE_INFINITY)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return value;
}
