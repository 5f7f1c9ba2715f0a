import { resolve } from 'node:path';
import type { Store, StorePlace } from '@ludus/contest/store.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';

/** The options that locate a contest's database. */
export interface PlaceFlags {
  readonly data?: string;
  readonly databaseUrl?: string;
}

const FOLDER = 'ludus-data';

export function addPlaceOptions(command: Command): Command {
  return command
    .option('--data <folder>', `folder of the database (default: ${FOLDER})`)
    .option(
      '--database-url <url>',
      'address of a PostgreSQL server, version 15 or later, instead of --data (default: $DATABASE_URL)',
    );
}

export function placeOf({ data, databaseUrl = process.env.DATABASE_URL }: PlaceFlags): StorePlace {
  if (data !== undefined || databaseUrl === undefined) return { dataDir: resolve(data ?? FOLDER) };
  return { databaseUrl };
}

/** Converts a refusal by the store to a `UsageError`; returns any other error unchanged. */
export async function placeProblem(error: unknown): Promise<unknown> {
  const { UnusableStoreError } = await import('@ludus/contest/store.ts');
  return error instanceof UnusableStoreError ? new UsageError(error.message) : error;
}

/** Opens the database. Throws a `UsageError` if a server is using it. */
export async function openPlace(flags: PlaceFlags): Promise<Store> {
  const { openStore } = await import('@ludus/contest/store.ts');
  try {
    return await openStore(placeOf(flags));
  } catch (error) {
    throw await placeProblem(error);
  }
}
