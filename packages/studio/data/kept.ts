/** Small things that this browser keeps, by name. Unreadable data counts as missing; without storage, nothing is kept. */
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
