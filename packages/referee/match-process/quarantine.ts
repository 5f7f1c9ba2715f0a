import { createHash } from 'node:crypto';
import type { JobPlayer, UntrustedPlayer } from './job.ts';

const hashes = new WeakMap<Uint8Array, string>();

/**
 * A module's identity: the SHA-256 of its bytes, 64 hexadecimal digits. The bytes never change, so an array is hashed
 * once.
 */
export function moduleHash(bytes: Uint8Array): string {
  let hash = hashes.get(bytes);
  if (hash === undefined) {
    hash = createHash('sha256').update(bytes).digest('hex');
    hashes.set(bytes, hash);
  }
  return hash;
}

export const playerHash = ({ bytes }: UntrustedPlayer): string => moduleHash(bytes);

export const isUntrusted = (player: JobPlayer): player is UntrustedPlayer =>
  player.kind === 'module' || player.kind === 'program';

/**
 * The modules that made matches void. They play no further matches until someone has examined them. The caller owns the
 * list, and stores it as long as needed.
 */
export class Quarantine {
  private readonly reasons: Map<string, string>;

  /** Each entry is a module's hash, and the reason as a message. */
  constructor(entries: Iterable<readonly [hash: string, reason: string]> = []) {
    this.reasons = new Map(entries);
  }

  add(hash: string, reason: string): void {
    if (!this.reasons.has(hash)) this.reasons.set(hash, reason);
  }

  /** Called when someone has examined the module. */
  release(hash: string): void {
    this.reasons.delete(hash);
  }

  /** The reason why this player may not play; undefined if it may play. */
  reason(player: JobPlayer): string | undefined {
    return this.reasons.size > 0 && isUntrusted(player) ? this.reasons.get(playerHash(player)) : undefined;
  }

  /** The list, for the caller to store. */
  entries(): [hash: string, reason: string][] {
    return [...this.reasons];
  }
}
