import { inject } from 'vitest';
import type { StorePlace } from '../store/open.ts';

/** A new database, with its tables and nothing in them. It ends with the test run. */
export async function fresh(): Promise<StorePlace & { readonly databaseUrl: string }> {
  const response = await fetch(inject('databases'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return { databaseUrl: text };
}
