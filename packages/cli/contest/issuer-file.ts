import { readFile } from 'node:fs/promises';
import type { IssuerSettings } from '@ludus/contest/server.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** The settings in a file: where people sign in as well (docs/deploy.md). */
export async function issuerIn(file: string): Promise<IssuerSettings> {
  const { issuerSettings } = await import('@ludus/contest/server.ts');
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--sign-in ${file} can't be read as JSON: ${(error as Error).message}`);
  }
  const read = issuerSettings.safeParse(value);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  throw new UsageError(`--sign-in ${file}: ${path.join('.') || 'settings'}: ${message}`);
}
