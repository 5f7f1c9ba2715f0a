/** Small things that this browser keeps, by name. What cannot be read is as if it were not there; where nothing can be kept, nothing is. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`ludus-studio-${name}`) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`ludus-studio-${name}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}
