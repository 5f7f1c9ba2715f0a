/** This browser's memory for a user; without storage, everything is as at first. */
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
    // Private windows and full disks: it is forgotten.
  }
}
