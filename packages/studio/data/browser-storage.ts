/** The key under which the contest pages of the same server store the signed-in account. */
const ACCOUNT = 'ludus.contest.account';

const account = readAccount();

function readAccount(): string | null {
  try {
    return localStorage.getItem(ACCOUNT);
  } catch {
    return null;
  }
}

/** A store's name. On a contest server, each account has separate stores, since several people may use one browser. */
export const ofAccount = (name: string): string => (account ? `${name}-${account}` : name);

/**
 * Reads a small value that this browser stores under a name. Returns null if the value is missing or unreadable, or if
 * the browser has no storage.
 */
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
    // In private windows and with full disks, the page works without storage.
  }
}
