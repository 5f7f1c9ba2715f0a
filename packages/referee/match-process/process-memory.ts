import { writeFileSync } from 'node:fs';

/** The memory of a process without the memories of the players: the engine, our code, the compiled modules. */
export const HOST_BYTES = 768 * 2 ** 20;
/** A process that holds more than this share of what it may have lets go what it can between two matches. */
const RELEASE_SHARE = 0.25;

/** Where the machine itself has no memory left, this process is to go before those that no one can start again. */
export function preferOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // There is no such file on this system.
  }
}

/**
 * Lets the memories of the match that is over go, before the next one needs as much again; needs --expose-gc. True if the process
 * holds on to much all the same. `maxBytes`: what it may have.
 */
export function releaseMemory(maxBytes: number): boolean {
  if (process.memoryUsage.rss() < RELEASE_SHARE * maxBytes) return false;
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() >= RELEASE_SHARE * maxBytes;
}
