import { existsSync, rmSync } from 'node:fs';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { info } from '../say.ts';
import { linesOf } from './lines.ts';
import { addPlaceOptions, openPlace, type PlaceFlags, placeOf } from './place.ts';

/** `ludus contest restore`: restores a contest from a backup. */
export function restore(contest: Command): void {
  addPlaceOptions(contest.command('restore'))
    .description('Restore a backup into an empty database')
    .argument('<file>', 'backup that ludus contest backup wrote')
    .addHelpText(
      'after',
      '\nAll users must sign in again and create new tokens. Matches that were in progress are played again.\n\nExample:\n  ludus contest restore monday.jsonl.gz --data course-data',
    )
    .action(run);
}

async function run(file: string, flags: PlaceFlags): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`no such file: ${file}`);
  const { RestoreRefusedError, restore: restoreInto } = await import('@ludus/contest/store.ts');
  const place = placeOf(flags);
  // If the restore fails, the data folder is removed, but only if this command created it.
  const made = 'dataDir' in place && !existsSync(place.dataDir) ? place.dataDir : undefined;
  const remove = () => made !== undefined && rmSync(made, { recursive: true, force: true, maxRetries: 5 });
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort();
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  let isDone = false;
  const store = await openPlace(flags);
  try {
    const rows = await restoreInto(store, linesUntil(cancelling.signal, file));
    isDone = true;
    info(`restored ${rows} rows`);
  } catch (error) {
    if (cancelling.signal.aborted) process.exitCode = 130;
    else if (error instanceof RestoreRefusedError) throw new UsageError(error.message);
    else throw error;
  } finally {
    await store.close();
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
    if (!isDone) remove();
  }
}

async function* linesUntil(signal: AbortSignal, file: string): AsyncGenerator<string> {
  for await (const line of linesOf(file)) {
    signal.throwIfAborted();
    yield line;
  }
}
