import { createHash, createHmac } from 'node:crypto';

/** What a contest's secret gives for a purpose: 64 hexadecimal digits that no one who lacks the secret can know. */
export const drawKey = (secret: string, ...purpose: readonly (string | number)[]): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose.join(' ')).digest('hex');

/** A seed of 32 bits, for the same. */
export const drawSeed = (secret: string, ...purpose: readonly (string | number)[]): string =>
  String(Number.parseInt(drawKey(secret, 'seed', ...purpose).slice(0, 8), 16) & 0x7fffffff);

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
