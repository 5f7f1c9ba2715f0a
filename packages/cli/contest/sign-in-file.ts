import { readFile } from 'node:fs/promises';
import type { SignInSettings } from '@ludus/contest/server.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** Reads the sign-in settings from a file: the identity providers, and the users with passwords (docs/deploy.md). */
export async function signInOf(file: string): Promise<SignInSettings> {
  const { signInSettings } = await import('@ludus/contest/server.ts');
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--sign-in ${file} is not valid JSON: ${(error as Error).message}`);
  }
  const read = signInSettings.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { issuers } = signInSettings.shape;
  const allowed = Object.keys((issue.path.length === 0 ? signInSettings : issuers.element).shape).join(', ');
  const message =
    issue.code === 'unrecognized_keys'
      ? `unknown setting ${issue.keys.join(', ')}; allowed: ${allowed}`
      : issue.message;
  throw new UsageError(`--sign-in ${file}: ${issue.path.join('.') || 'settings'}: ${message}`);
}
