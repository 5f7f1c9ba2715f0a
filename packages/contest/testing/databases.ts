import { inject } from 'vitest';
import type { StorePlace } from '../store/open.ts';

/** Returns a new database with empty tables. The database is removed at the end of the test run. */
export async function fresh(): Promise<StorePlace & { readonly databaseUrl: string }> {
  const response = await fetch(inject('databases'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return { databaseUrl: text };
}
