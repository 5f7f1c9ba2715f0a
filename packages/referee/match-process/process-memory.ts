import { writeFileSync } from 'node:fs';

/**
 * Bytes that a process may use in addition to the players' memories: the engine, our code, and the compiled modules.
 */
export const HOST_BYTES = 768 * 2 ** 20;
/** Share of its memory limit above which a process frees memory between two matches. */
const RELEASE_SHARE = 0.25;

/**
 * Makes the kernel prefer to kill this process if the machine runs out of memory, because this process can be replaced.
 */
export function preferOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // There is no such file on this system.
  }
}

/**
 * Frees the finished match's memory before the next match needs as much again. Node must run with --expose-gc. Returns
 * true if the process still uses too much. `maxBytes`: the process's limit.
 */
export function releaseMemory(maxBytes: number): boolean {
  if (process.memoryUsage.rss() < RELEASE_SHARE * maxBytes) return false;
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() >= RELEASE_SHARE * maxBytes;
}
