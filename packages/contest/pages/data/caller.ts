import { keep, readKept } from './browser-storage.ts';

/**
 * Returns this browser's identity as a caller of winners: a random string that only this browser knows, and that contains
 * no name.
 */
export function ownSecret(): string {
  const kept = readKept('caller');
  if (kept !== null && /^[\w-]{22,64}$/.test(kept)) return kept;
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  keep('caller', secret);
  return secret;
}

/** The last call from this browser in a contest. */
export interface OwnCall {
  readonly premiere: number;
  readonly side: number;
  /** The caller's number in the table. */
  readonly caller: number;
}

export function ownCall(contest: string): OwnCall | undefined {
  try {
    const kept = JSON.parse(readKept(`call.${contest}`) ?? 'null') as Partial<OwnCall> | null;
    const { premiere, side, caller } = kept ?? {};
    return [premiere, side, caller].every(Number.isInteger) ? (kept as OwnCall) : undefined;
  } catch {
    return undefined;
  }
}

export const keepCall = (contest: string, call: OwnCall): void => keep(`call.${contest}`, JSON.stringify(call));
