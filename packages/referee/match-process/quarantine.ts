import { createHash } from 'node:crypto';
import type { JobPlayer, UntrustedPlayer } from './job.ts';

const hashes = new WeakMap<Uint8Array, string>();

/** A module's identity: the SHA-256 of its bytes, 64 hexadecimal digits. They do not change: an array is examined once. */
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
 * Modules that made matches void: the same bytes play no further match until someone has examined them. The list is the
 * caller's, who keeps it as long as it is to hold.
 */
export class Quarantine {
  private readonly reasons: Map<string, string>;

  /** By hash, the reason as a message. */
  constructor(entries: Iterable<readonly [hash: string, reason: string]> = []) {
    this.reasons = new Map(entries);
  }

  add(hash: string, reason: string): void {
    if (!this.reasons.has(hash)) this.reasons.set(hash, reason);
  }

  /** Someone has examined it. */
  release(hash: string): void {
    this.reasons.delete(hash);
  }

  /** Why this player may not play; undefined if it may. */
  reason(player: JobPlayer): string | undefined {
    return this.reasons.size > 0 && isUntrusted(player) ? this.reasons.get(playerHash(player)) : undefined;
  }

  /** For anyone who keeps the list. */
  entries(): [hash: string, reason: string][] {
    return [...this.reasons];
  }
}
