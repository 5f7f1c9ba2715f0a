import { ofAccount } from './account.ts';

/** Small things that this browser keeps, by name. Unreadable data counts as missing; without storage, nothing is kept. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(ofAccount(`ludus-studio-${name}`)) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(ofAccount(`ludus-studio-${name}`), JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}
