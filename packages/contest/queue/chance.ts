import { createHash, createHmac } from 'node:crypto';

/**
 * Derives a key for a purpose from a contest's secret: 64 hexadecimal digits that can't be computed without the secret.
 */
export const drawKey = (secret: string, ...purpose: readonly (string | number)[]): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose.join(' ')).digest('hex');

/** Derives a seed (0 to 2³¹ − 1) for a purpose from a contest's secret. */
export const drawSeed = (secret: string, ...purpose: readonly (string | number)[]): string =>
  String(Number.parseInt(drawKey(secret, 'seed', ...purpose).slice(0, 8), 16) & 0x7fffffff);

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
