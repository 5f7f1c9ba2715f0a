/** Reads a value that this browser stored for the user; null if there is none, or if storage isn't available. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(`ludus.contest.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ludus.contest.${name}`, value);
  } catch {
    // In private windows and on full disks, the value isn't stored.
  }
}
