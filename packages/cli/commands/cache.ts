import {
  type CacheEntry,
  cacheEntries,
  cacheLimitBytes,
  cacheRoot,
  trimCache,
} from '@ludus/runtime/compile/cache-trim.ts';
import { type Command, InvalidArgumentError } from 'commander';

const HOLDS: readonly (readonly [kind: string, what: string])[] = [
  ['cpp', 'C++ players, and headers compiled beforehand'],
  ['programs', 'players of other languages, compiled'],
  ['modules', 'what Node has made of our own modules'],
];

/** `ludus cache`: what is kept of compiled players, and how to be rid of it. */
export function cache(program: Command): void {
  program
    .command('cache')
    .description('say what is kept of compiled players, where, and how much; remove it')
    .option('--trim <MiB>', 'remove what was not used for longest, until no more than this is kept', parseMebibytes)
    .option('--clear', 'remove everything that no running command uses')
    .addHelpText(
      'after',
      '\nWhenever something is compiled, what was not used for longest is removed until 1024 MiB are kept, or as many as\nLUDUS_CACHE_MIB says. LUDUS_CACHE names another folder.\n\nExample:\n  ludus cache\n  ludus cache --trim 200',
    )
    .action(run);
}

function run(options: { readonly trim?: number; readonly clear?: boolean }): void {
  const limit = options.clear ? 0 : options.trim === undefined ? undefined : options.trim * 2 ** 20;
  if (limit !== undefined) process.stdout.write(`removed ${mebibytes(trimCache(limit))}\n`);
  const entries = cacheEntries();
  process.stdout.write(`${cacheRoot()}: ${mebibytes(total(entries))} of at most ${mebibytes(cacheLimitBytes())}\n`);
  for (const [kind, what] of HOLDS) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    process.stdout.write(
      `  ${kind.padEnd(9)} ${mebibytes(total(ofKind)).padStart(8)}  ${String(ofKind.length).padStart(4)} × ${what}\n`,
    );
  }
  const inUse = entries.filter((entry) => entry.inUse).length;
  if (inUse > 0) process.stdout.write(`  ${inUse} of them are in use by commands that run\n`);
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
    throw new InvalidArgumentError('It must be a number, 0 or above.');
  return value;
}
